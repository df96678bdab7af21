"""Findings as text for a person, in colour on a terminal."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from agentcard_conformance.check.checking import CheckedFile, Hint
from agentcard_conformance.check.formats import closing_line, finding_place, finding_source
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Finding

_DETAIL_INDENT = 4

_Styled: TypeAlias = str | tuple[str, str]
"""Some text, or some text and its style."""


class Paragraph(NamedTuple):
    """One paragraph; `unbroken` keeps it on one line, so that it can be clicked or copied."""

    parts: tuple[_Styled, ...]
    indent: int = 0
    unbroken: bool = False


_BLANK = Paragraph(())


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:
    """Lines for a pipe, or paragraphs in colour that fit the terminal."""
    paragraphs = [paragraph for item in checked for paragraph in _file_paragraphs(item)]
    if checked:
        gap = [_BLANK] if paragraphs[-1] != _BLANK else []
        paragraphs += [*gap, Paragraph((closing_line(checked),))]
    return _in_colour(paragraphs) if terminal else "".join(map(_plain_line, paragraphs))


def _file_paragraphs(item: CheckedFile) -> Iterator[Paragraph]:
    yield _heading(item)
    details = [*_findings(item), *(paragraph for hint in item.hints for paragraph in _hint_paragraphs(hint))]
    yield from [*details, _BLANK] if details else []


def _findings(item: CheckedFile) -> Iterator[Paragraph]:
    found = item.assessment
    for finding in found.violations:
        yield from _finding_paragraphs(item.name, finding, ("violation", "bold red"), "Right: ")
    for finding in found.advice:
        yield from _finding_paragraphs(item.name, finding, ("advice", "yellow"), "Better: ")
    for finding in found.contested:
        yield from _finding_paragraphs(item.name, finding, ("contested", "cyan"), "Validators disagree here: ")


def _heading(item: CheckedFile) -> Paragraph:
    verdict = ("valid", "bold green") if item.is_valid else ("invalid", "bold red")
    return Paragraph(((item.name, "bold"), ": ", verdict, f" as {item.dialect.id}"), unbroken=True)


def _finding_paragraphs(name: str, finding: Finding, label: _Styled, lead: str) -> Iterator[Paragraph]:
    at = finding.position
    where = f"{name}:{at.line}:{at.column}" if at else name
    yield _BLANK
    yield Paragraph(((where, "bold"), ": ", label, " at ", finding_place(finding)), unbroken=True)
    yield Paragraph((_sentence(finding.what),), _DETAIL_INDENT)
    yield Paragraph(((lead, "bold"), finding.requirement.statement), _DETAIL_INDENT)
    yield Paragraph(((finding_source(finding), "dim"),), _DETAIL_INDENT)


def _hint_paragraphs(hint: Hint) -> Iterator[Paragraph]:
    yield _BLANK
    yield Paragraph((hint.sentence,))
    if hint.command:
        yield Paragraph(((hint.command, "bold"),), _DETAIL_INDENT, unbroken=True)


def _sentence(what: str) -> str:
    """The fault as a sentence of its own; its first letter may be a quoted piece of the card."""
    shown = to_ascii(what)
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def _plain_line(paragraph: Paragraph) -> str:
    text = "".join(part if isinstance(part, str) else part[0] for part in paragraph.parts)
    return f"{' ' * paragraph.indent}{text}\n" if text else "\n"


def _in_colour(paragraphs: Sequence[Paragraph]) -> str:
    from rich.console import Console  # only for a terminal: it takes longer to import than a card to check
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as capture:
        for paragraph in paragraphs:
            text = Text.assemble(" " * paragraph.indent if paragraph.unbroken else "", *paragraph.parts)
            if paragraph.unbroken or not text:
                console.print(text, soft_wrap=True)
            else:
                console.print(Padding(text, (0, 0, 0, paragraph.indent), expand=False))
    return capture.get()
