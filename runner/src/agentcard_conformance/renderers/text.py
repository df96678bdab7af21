"""How does a person read what was found?"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance.model import Finding
from agentcard_conformance.renderers import Checked, Hint, closing, place, plain, source

DETAIL = 4
Part = str | tuple[str, str]
"""Some text, or some text and its style."""


class Line(NamedTuple):
    """One paragraph; `whole` is never broken, so that it can be clicked or copied."""

    parts: tuple[Part, ...]
    indent: int = 0
    whole: bool = False


BLANK = Line(())


def render(checked: Sequence[Checked], *, terminal: bool = False) -> str:
    """Lines for a pipe, or paragraphs in colour that fit the terminal."""
    lines = [line for item in checked for line in _file(item)]
    if checked:
        lines += [*([BLANK] if lines[-1] != BLANK else []), Line((closing(checked),))]
    return _in_colour(lines) if terminal else "".join(map(_as_plain, lines))


def _file(item: Checked) -> Iterator[Line]:
    yield _heading(item)
    details = [*_findings(item), *(line for hint in item.hints for line in _hint(hint))]
    yield from [*details, BLANK] if details else []


def _findings(item: Checked) -> Iterator[Line]:
    found = item.assessment
    for finding in found.violations:
        yield from _finding(item.name, finding, ("violation", "bold red"), "Right: ")
    for finding in found.advice:
        yield from _finding(item.name, finding, ("advice", "yellow"), "Better: ")
    for finding in found.contested:
        yield from _finding(item.name, finding, ("contested", "cyan"), "Validators disagree here: ")


def _heading(item: Checked) -> Line:
    verdict = ("valid", "bold green") if item.valid else ("invalid", "bold red")
    return Line(((item.name, "bold"), ": ", verdict, f" as {item.dialect.id}"), whole=True)


def _finding(name: str, finding: Finding, label: Part, lead: str) -> Iterator[Line]:
    at = finding.position
    where = f"{name}:{at.line}:{at.column}" if at else name
    yield BLANK
    yield Line(((where, "bold"), ": ", label, " at ", place(finding)), whole=True)
    yield Line((_sentence(finding.what),), DETAIL)
    yield Line(((lead, "bold"), finding.requirement.statement), DETAIL)
    yield Line(((source(finding), "dim"),), DETAIL)


def _hint(hint: Hint) -> Iterator[Line]:
    yield BLANK
    yield Line((hint.sentence,))
    if hint.command:
        yield Line(((hint.command, "bold"),), DETAIL, whole=True)


def _sentence(what: str) -> str:
    """The fault as a sentence of its own; its first letter may be a quoted piece of the card."""
    shown = plain(what)
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def _as_plain(line: Line) -> str:
    text = "".join(part if isinstance(part, str) else part[0] for part in line.parts)
    return f"{' ' * line.indent}{text}\n" if text else "\n"


def _in_colour(lines: Sequence[Line]) -> str:
    from rich.console import Console  # only for a terminal: it takes longer to import than a card to check
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as capture:
        for line in lines:
            text = Text.assemble(" " * line.indent if line.whole else "", *line.parts)
            if line.whole or not text:
                console.print(text, soft_wrap=True)
            else:
                console.print(Padding(text, (0, 0, 0, line.indent), expand=False))
    return capture.get()
