"""An explanation, before it has a format."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Fact: TypeAlias = str | tuple[str, ...]
Cell: TypeAlias = str | int


class Table(NamedTuple):
    """Some columns, and under them the cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    has_sentences: bool = False
    """Whether the last column is of sentences, which a terminal shows in place of cells that say nothing."""


class Explanation(NamedTuple):
    """A title, and under it facts by their names, or a table; and parts with titles of their own."""

    title: str
    facts: Mapping[str, Fact]
    table: Table | None = None
    parts: tuple["Explanation", ...] = ()
