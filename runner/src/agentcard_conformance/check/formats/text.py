"""Findings as text for a person, in colour on a terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import (
    MORE_FINDINGS,
    closing_line,
    finding_place,
    finding_source,
    side_by_side_closing_line,
)
from agentcard_conformance.check.hints import Hint
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Finding
from agentcard_conformance.notations import load_describing

_DETAIL_INDENT = 4
_FEW = 10
"""Files; of more, those of which there is nothing to be said are not named."""

_CONTESTED = "Validators disagree whether this is asked for: "

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
    shown = [item for item in checked if len(checked) <= _FEW or not item.is_silent]
    paragraphs = [paragraph for item in shown for paragraph in _file_paragraphs(item)]
    if checked:
        gap = [_BLANK] if paragraphs and paragraphs[-1] != _BLANK else []
        closing = [closing_line(checked), *_choices(checked)]
        paragraphs += [*gap, *(Paragraph((line,)) for line in closing), *_ways_on(checked)]
    return _to_text(paragraphs, terminal=terminal)


def render_side_by_side(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:
    """Under each file a line for each dialect: the verdict, and of an invalid card the first reason."""
    width = max((len(item.dialect.id) for item in checked), default=0)
    paragraphs = []
    for _, group in groupby(checked, lambda item: item.file):
        items = list(group)
        paragraphs += [Paragraph(((items[0].name, "bold"),), unbroken=True)]
        paragraphs += [_verdict_line(item, width) for item in items]
        paragraphs += [_BLANK]
    closing = [Paragraph((side_by_side_closing_line(checked),))] if checked else []
    return _to_text([*paragraphs, *closing], terminal=terminal)


def _verdict_line(item: CheckedFile, width: int) -> Paragraph:
    parts: tuple[_Styled, ...] = (f"{item.dialect.id.ljust(width)}  ", _verdict(item))
    if item.assessment.violations:
        first, *more = item.assessment.violations
        at = f"{first.position.line}:{first.position.column}: " if first.position else ""
        rest = f" (and {len(more)} more)" * bool(more)
        reason = f"  {at}{first.requirement.id} at {finding_place(first)}: {to_ascii(first.what)}{rest}"
        parts = (*parts, reason)
    return Paragraph(parts, _DETAIL_INDENT, unbroken=True)


def _file_paragraphs(item: CheckedFile) -> Iterator[Paragraph]:
    yield _heading(item)
    hints = (paragraph for hint in item.hints for paragraph in _hint_paragraphs(hint))
    details = [*_description(item), *_findings(item), *hints]
    yield from [*details, _BLANK] if details else []


def _findings(item: CheckedFile) -> Iterator[Paragraph]:
    found = item.assessment
    for finding in found.violations:
        yield from _finding_paragraphs(item.name, finding, ("violation", "bold red"), "Right: ")
    for finding in found.advice:
        yield from _finding_paragraphs(item.name, finding, ("advice", "yellow"), "Better: ")
    for finding in found.contested:
        yield from _finding_paragraphs(item.name, finding, ("contested", "cyan"), _CONTESTED)
    if found.has_more:
        yield from (_BLANK, Paragraph((MORE_FINDINGS,)))


def _description(item: CheckedFile) -> Iterator[Paragraph]:
    """What a card says of which a person cannot read the text; of one that is refused, nothing of it is verified."""
    describing = load_describing(item.dialect.notation)
    if describing and isinstance(item.assessment.value, dict):
        if not item.is_valid:
            yield Paragraph(("It says, and none of it is to be believed:",), _DETAIL_INDENT)
        for part in describing.describe(item.assessment.value):
            yield Paragraph((f"{part.title}: ", (to_ascii(part.text), "bold")), _DETAIL_INDENT)


def _heading(item: CheckedFile) -> Paragraph:
    if item.is_other_format:
        return Paragraph(((item.name, "bold"), ": not checked"), unbroken=True)
    return Paragraph(((item.name, "bold"), ": ", _verdict(item), f" as {item.dialect.id}"), unbroken=True)


def _verdict(item: CheckedFile) -> _Styled:
    return ("valid", "bold green") if item.is_valid else ("invalid", "bold red")


def _finding_paragraphs(name: str, finding: Finding, label: _Styled, lead: str) -> Iterator[Paragraph]:
    at = finding.position
    where = f"{name}:{at.line}:{at.column}" if at else name
    yield _BLANK
    yield Paragraph(((where, "bold"), ": ", label, " at ", finding_place(finding)), unbroken=True)
    yield Paragraph((_sentence(finding.what),), _DETAIL_INDENT)
    yield Paragraph(((lead, "bold"), finding.requirement.statement), _DETAIL_INDENT)
    yield Paragraph(((finding_source(finding), "dim"),), _DETAIL_INDENT)


def _choices(checked: Sequence[CheckedFile]) -> Iterator[str]:
    """As what many cards were checked, most of which are not shown, where nobody named the dialect of each."""
    if len(checked) > _FEW and any(hint.is_choice for item in checked for hint in item.hints):
        counts = Counter(item.dialect.id for item in checked if not item.is_other_format).most_common()
        yield f"Checked by their looks: {', '.join(f'{count} as {dialect}' for dialect, count in counts)}"


def _ways_on(checked: Sequence[CheckedFile]) -> Iterator[Paragraph]:
    """The command that explains the first finding."""
    for item in checked:
        found = item.assessment
        for finding in (*found.violations, *found.advice, *found.contested)[:1]:
            option = "" if item.dialect.default else f" --dialect {item.dialect.id}"
            command = f"agentcard-conformance explain{option} {finding.requirement.id}"
            yield Paragraph(("More about a requirement: ", (command, "bold")), unbroken=True)
            return


def _hint_paragraphs(hint: Hint) -> Iterator[Paragraph]:
    yield _BLANK
    yield Paragraph((hint.sentence,))
    if hint.command:
        yield Paragraph(((hint.command, "bold"),), _DETAIL_INDENT, unbroken=True)


def _sentence(what: str) -> str:
    """The fault as a sentence of its own; its first letter may be a quoted piece of the card."""
    shown = to_ascii(what)
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def _to_text(paragraphs: Sequence[Paragraph], *, terminal: bool) -> str:
    return _in_colour(paragraphs) if terminal else "".join(map(_plain_line, paragraphs))


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
