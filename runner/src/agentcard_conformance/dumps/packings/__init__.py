"""How is a file unpacked, and packed? One module for each packing, found by the ending of the file's name."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import BinaryIO, Protocol, TypeAlias, cast

Pack: TypeAlias = Callable[[BinaryIO, BinaryIO], object]
"""Packs all of one file into another one, the same bytes each time."""


class Unpacker(Protocol):
    """One packed stream; a file may hold several, one behind the other."""

    @property
    def eof(self) -> bool:
        """Has it come to its end?"""
        ...

    @property
    def unused_data(self) -> bytes:
        """What came behind its end."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """What some more of the file unpacks to."""
        ...


class Packing(Protocol):
    """What the module of a packing holds."""

    PIECE: int
    """Bytes to unpack at once, of which the most hostile file makes some hundred MB."""

    def unpacker(self) -> Unpacker:
        """A new one, for a new stream."""
        ...

    def broken(self) -> type[Exception]:
        """What it raises when the bytes are not so packed."""
        ...

    def packer(self) -> Pack:
        """The other way; raises CallError where it needs a package that is not there."""
        ...


def known() -> list[str]:
    """Which packings are there?"""
    return sorted(module.name for module in iter_modules(__path__))


def of(name: str) -> str:
    """The packing that the name of a file tells, or nothing."""
    return next((each for each in known() if name.endswith(f".{each}")), "")


def load(name: str) -> Packing:
    """The module of one packing."""
    return cast("Packing", import_module(f"{__name__}.{name}"))
