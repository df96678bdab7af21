"""What does `check` print? One module for each format, found by its name, holding a function `render`."""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, Protocol, cast

from agentcard_conformance.model import Answer, Assessment, Dialect, Finding

STANDARD_INPUT = "-"
_UNPRINTABLE = re.compile(r"[^ -~]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Hint(NamedTuple):
    """What a document looks like that is at a glance no card of the dialect it was checked as."""

    name: str
    homepage: str
    command: str = ""
    """How to check it as what it looks like; empty when no dialect of the suite describes that."""

    @property
    def sentence(self) -> str:
        """For a person."""
        if self.command:
            return f"This looks like a card of another dialect, {self.name}. To check it as one:"
        return f"This looks like another format, {self.name}, which is no dialect of this suite: {self.homepage}"


class Checked(NamedTuple):
    """One file, and what the reference has to say of it."""

    file: str
    dialect: Dialect
    assessment: Assessment
    hints: tuple[Hint, ...] = ()

    @property
    def valid(self) -> bool:
        """Is it a valid card, advice aside?"""
        return self.assessment.verdict.answer is Answer.VALID

    @property
    def name(self) -> str:
        """The file as it is shown."""
        return "<stdin>" if self.file == STANDARD_INPUT else visible(self.file)


class Render(Protocol):
    """What every format's module holds."""

    def __call__(self, checked: Sequence[Checked], *, terminal: bool = False) -> str:
        """All that is printed; `terminal` says that a person reads it there."""
        ...


def known() -> list[str]:
    """Which formats are there?"""
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> Render:
    """The function that writes a format."""
    return cast("Render", import_module(f"{__name__}.{name}").render)


def plain(text: str) -> str:
    """A card's text, escaped to printable ASCII, so that it breaks no terminal and no pipe; escaping twice is safe."""
    return _UNPRINTABLE.sub(lambda letter: ascii(letter[0])[1:-1], text)


def visible(file: str) -> str:
    """A file's name: what has no glyph is escaped, and all else stays, so that it can be clicked."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in file)


def scalars(text: str) -> str:
    """A card's text or a file's name without halves of surrogate pairs, which strict readers of JSON refuse."""
    return _SURROGATE.sub("\ufffd", text)


def place(finding: Finding) -> str:
    """Where in the card, as a person reads it."""
    return plain(finding.pointer) or "the top level"


def source(finding: Finding) -> str:
    """Which requirement, and where it is written."""
    section = finding.requirement.section
    return f"{finding.requirement.id}, section{'s' * (',' in section)} {section}"


def closing(checked: Sequence[Checked]) -> str:
    """The one line that ends a run."""
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
