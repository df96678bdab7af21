"""A comparison as text for a person, in colour on a terminal."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.results import Comparison
from agentcard_conformance.compare.sections import ARROW, ComparisonText, Entry, Quoted, Section, Words, comparison_text

_MOST_ENTRIES = 50
"""Entries of a section: a change of the card's type moves every fixture, and nobody reads 3,000 lines."""
_Part: TypeAlias = tuple[str, str]
"""Some text and its style."""


class _Line(NamedTuple):
    """One line; it is broken where the terminal ends, so that a card can be copied."""

    parts: tuple[_Part, ...]
    indent: int = 0


_BLANK = _Line(())


def render(comparison: Comparison, *, terminal: bool = False) -> str:
    """Lines, in colour on a terminal."""
    lines = list(_lines(comparison_text(comparison)))
    return _in_colour(lines) if terminal else "".join(map(_as_plain, lines))


def _lines(text: ComparisonText) -> Iterator[_Line]:
    yield _Line(((text.headline, "bold"),))
    yield from (_Line(_parts(note), 2) for note in text.notes)
    for section in text.sections:
        yield from (_BLANK, _Line(((section.title, "bold"),)))
        yield from _section(section)


def _section(section: Section) -> Iterator[_Line]:
    for entry in section.entries[:_MOST_ENTRIES]:
        yield from _entry(entry)
    if section.entries[_MOST_ENTRIES:]:
        yield _Line(((f"and {len(section.entries) - _MOST_ENTRIES:,} more, which --format json lists", "dim"),), 2)


def _entry(entry: Entry) -> Iterator[_Line]:
    if entry.facts:
        yield _BLANK
    yield _Line(_parts(entry.title), 2)
    yield from (_Line(_parts(fact), 4) for fact in entry.facts)
    yield from (_Line(((line, "cyan"),), 6) for line in entry.card)


def _parts(words: Words) -> tuple[_Part, ...]:
    """In ASCII, since nobody knows what a terminal can show."""
    return tuple((word.text, "bold") if isinstance(word, Quoted) else (word.replace(ARROW, "->"), "") for word in words)


def _as_plain(line: _Line) -> str:
    text = "".join(part for part, _ in line.parts)
    return f"{' ' * line.indent}{text}\n" if text else "\n"


def _in_colour(lines: list[_Line]) -> str:
    from rich.console import Console  # only for a terminal: it takes longer to import than most of what is printed
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(" " * line.indent, *line.parts), soft_wrap=True)
    return capture.get()
