"""Which kinds of dump are there? One module for each, found by its name."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from agentcard_conformance.dumps.slices import Dump, Slice


class Form(Protocol):
    """What the module of a kind of dump holds."""

    ENDINGS: tuple[str, ...]
    HAS_COLUMNS: bool

    def slices(self, dump: Dump, column: str, size: int) -> Iterator[Slice]:
        """What the dump is cut into."""
        ...

    def cards(self, part: Slice) -> Iterator[bytes]:
        """What each of its lines or rows holds."""
        ...


def known() -> list[str]:
    """Which kinds are there?"""
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> Form:
    """The module of one kind."""
    return cast("Form", import_module(f"{__name__}.{name}"))
