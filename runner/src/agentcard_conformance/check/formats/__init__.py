"""The formats that `check` prints: one module each, holding a function `render`.

One that can show what several dialects say of a card has a function `render_side_by_side`, too.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, cast

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Finding, Level
from agentcard_conformance.plugins import load_plugin, plugin_names

MORE_FINDINGS = "More was found than is shown: of each kind it is the first thousand at most."


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


def load_side_by_side_format(name: str) -> Callable[..., str] | None:
    """What renders files that were checked as several dialects, called as `render` is, if the format has it."""
    return cast("Callable[..., str] | None", getattr(load_check_format(name), "render_side_by_side", None))


def finding_place(finding: Finding) -> str:
    """Where in the card a finding is, as a person reads it."""
    return to_ascii(finding.pointer) or "the top level"


def finding_source(finding: Finding) -> str:
    """Which requirement a finding is about, and where it is written."""
    section = finding.requirement.section
    by_whom = ", advice of this suite alone" * (finding.requirement.level is Level.ADVICE)
    return f"{finding.requirement.id}, section{'s' * (',' in section)} {section}{by_whom}"


def closing_line(checked: Sequence[CheckedFile]) -> str:
    """The one line that ends the output; a file counts once, whatever is served in it."""
    has_more = any(item.assessment.has_more for item in checked)
    violations = _count(_total(item.assessment.violations for item in checked), "violation")
    files = {item.file for item in checked}
    counts = [_count(len(files), "file")]
    if (invalid := {item.file for item in checked if not (item.is_valid or item.is_other_format)}) and len(files) > 1:
        counts.append(f"{len(invalid)} invalid")
    if unchecked := sum(item.is_other_format for item in checked):
        counts.append(f"{unchecked} not checked")
    counts.append(violations + " and more" * has_more)
    if advice := _total(item.assessment.advice for item in checked):
        counts.append(f"{advice} advice")
    if contested := _total(item.assessment.contested for item in checked):
        counts.append(f"{contested} contested")
    return ", ".join(counts)


def side_by_side_closing_line(checked: Sequence[CheckedFile]) -> str:
    """The same of files that were checked as several dialects."""
    files = {item.file for item in checked}
    valid = {item.file for item in checked if item.is_valid}
    return f"{_count(len(files), 'file')}, {len(valid) or 'none'} valid in at least one dialect"


def _total(findings: Iterable[Sequence[Finding]]) -> int:
    return sum(map(len, findings))


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
