"""How does a person at a terminal read a comparison?"""

from collections.abc import Iterator
from typing import NamedTuple

from agentcard_conformance.compare.findings import Comparison
from agentcard_conformance.compare.telling.account import Account, Entry, Quoted, Section, Words, account

MOST = 50
"""Entries of a section: a change of the card's type moves every fixture, and nobody reads 3,000 lines."""
Part = tuple[str, str]
"""Some text and its style."""


class Line(NamedTuple):
    """One line; it is broken where the terminal ends, so that a card can be copied."""

    parts: tuple[Part, ...]
    indent: int = 0


BLANK = Line(())


def render(comparison: Comparison, *, terminal: bool = False) -> str:
    """Lines, in colour on a terminal."""
    lines = list(_lines(account(comparison)))
    return _in_colour(lines) if terminal else "".join(map(_as_plain, lines))


def _lines(told: Account) -> Iterator[Line]:
    yield Line(((told.answer, "bold"),))
    yield from (Line(_parts(note), 2) for note in told.notes)
    for section in told.sections:
        yield from (BLANK, Line(((section.title, "bold"),)))
        yield from _section(section)


def _section(section: Section) -> Iterator[Line]:
    for entry in section.entries[:MOST]:
        yield from _entry(entry)
    if section.entries[MOST:]:
        yield Line(((f"and {len(section.entries) - MOST:,} more, which --format json lists", "dim"),), 2)


def _entry(entry: Entry) -> Iterator[Line]:
    if entry.facts:
        yield BLANK
    yield Line(_parts(entry.title), 2)
    yield from (Line(_parts(fact), 4) for fact in entry.facts)
    yield from (Line(((line, "cyan"),), 6) for line in entry.card)


def _parts(words: Words) -> tuple[Part, ...]:
    return tuple((word.text, "bold") if isinstance(word, Quoted) else (word, "") for word in words)


def _as_plain(line: Line) -> str:
    text = "".join(part for part, _ in line.parts)
    return f"{' ' * line.indent}{text}\n" if text else "\n"


def _in_colour(lines: list[Line]) -> str:
    from rich.console import Console  # only for a terminal: it takes longer to import than most of what is printed
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(" " * line.indent, *line.parts), soft_wrap=True)
    return capture.get()
