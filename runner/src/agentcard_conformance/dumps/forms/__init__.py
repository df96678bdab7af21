"""Which kinds of dump are there? One module for each, found by its name."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from agentcard_conformance.dumps.slices import Dump, Slice


class Form(Protocol):
    """What the module of a kind of dump holds."""

    OPTION: str
    """Of `check`, that says of any file that it is one; none where its name has to."""
    HOLDS: str
    """In a few words."""
    ENDINGS: tuple[str, ...]
    HAS_COLUMNS: bool

    def slices(self, dump: Dump, column: str, size: int) -> Iterator[Slice]:
        """What the dump is cut into."""
        ...

    def cards(self, part: Slice) -> Iterator[bytes]:
        """What each of its lines or rows holds."""
        ...

    def mistaken(self, lines: Sequence[bytes]) -> str:
        """What a dump that begins with these lines or rows seems to be instead, if it does."""
        ...


def known() -> list[str]:
    """Which kinds are there?"""
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> Form:
    """The module of one kind."""
    return cast("Form", import_module(f"{__name__}.{name}"))
