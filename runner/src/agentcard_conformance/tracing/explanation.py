"""What is there to be told of one thing, in whatever format?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias, cast

FORMATS = ("json", "markdown", "text")

Fact: TypeAlias = str | tuple[str, ...]
Cell: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Table:
    """Some columns, and under them the cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A title, and under it facts by their names, or a table."""

    title: str
    facts: Mapping[str, Fact]
    table: Table | None = None


def known() -> list[str]:
    """Which formats are there?"""
    return sorted(FORMATS)


def load(name: str) -> Callable[[Explanation], str]:
    """The function that writes a format."""
    return cast("Callable[[Explanation], str]", import_module(f"{__package__}.{name}").render)
