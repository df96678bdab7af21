"""The ways in which files are packed: one module each, named as the ending of the files, holding `PACKING`."""

from collections.abc import Callable
from typing import BinaryIO, NamedTuple, Protocol, TypeAlias, cast

from agentcard_conformance.plugins import load_plugin, plugin_names

Pack: TypeAlias = Callable[[BinaryIO, BinaryIO], object]
"""Packs all of one file into another one, the same bytes each time."""


class Unpacker(Protocol):
    """One packed stream; a file may hold several, one behind the other."""

    @property
    def eof(self) -> bool:
        """Whether it has come to its end."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What came behind its end."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """What some more of the file unpacks to."""
        ...


class Packing(NamedTuple):
    """How a file is packed and unpacked; the functions raise CallError where a package is not there."""

    piece: int
    """Bytes to unpack at once, of which the most hostile file makes 32 MiB."""
    unpacker: Callable[[], Unpacker]
    """A new one, for a new stream."""
    error: Callable[[], type[Exception]]
    """What an unpacker raises when the bytes are not so packed."""
    packer: Callable[[], Pack]
    """The other way."""


def packing_by_name(name: str) -> str:
    """The packing that the name of a file tells, or nothing."""
    return next((each for each in plugin_names(__name__) if name.endswith(f".{each}")), "")


def load_packing(name: str) -> Packing:
    """The packing of that name."""
    return cast("Packing", load_plugin(__name__, name).PACKING)
