"""The formats that `check` prints: one module each, holding a function `render`."""

from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Finding, Level
from agentcard_conformance.plugins import load_plugin, plugin_names


class CheckFormat(Protocol):
    """What every format's module holds."""

    def render(self, checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:
        """Everything that is printed; `terminal` says that a person reads it there."""
        ...


def check_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def load_check_format(name: str) -> CheckFormat:
    """The format of that name."""
    return cast("CheckFormat", load_plugin(__name__, name))


def finding_place(finding: Finding) -> str:
    """Where in the card a finding is, as a person reads it."""
    return to_ascii(finding.pointer) or "the top level"


def finding_source(finding: Finding) -> str:
    """Which requirement a finding is about, and where it is written."""
    section = finding.requirement.section
    by_whom = ", advice of this suite alone" * (finding.requirement.level is Level.ADVICE)
    return f"{finding.requirement.id}, section{'s' * (',' in section)} {section}{by_whom}"


def closing_line(checked: Sequence[CheckedFile]) -> str:
    """The one line that ends the output."""
    counts = [_count(len(checked), "file"), _count(_total(item.assessment.violations for item in checked), "violation")]
    if advice := _total(item.assessment.advice for item in checked):
        counts.append(f"{advice} advice")
    if contested := _total(item.assessment.contested for item in checked):
        counts.append(f"{contested} contested")
    return ", ".join(counts)


def _total(findings: Iterable[Sequence[Finding]]) -> int:
    return sum(map(len, findings))


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
