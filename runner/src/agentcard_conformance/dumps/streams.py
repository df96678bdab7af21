"""How is a file read that can only be read from its beginning: packed, or a pipe?"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from agentcard_conformance.dumps import packings
from agentcard_conformance.dumps.opening import opened
from agentcard_conformance.dumps.slices import Dump
from agentcard_conformance.errors import CallError

PIECE = 2**16


class Stream:
    """The unpacked bytes of a dump, and how many of its own bytes that took."""

    def __init__(self, dump: Dump, file: BinaryIO) -> None:
        self.taken = 0
        self.trouble = ""
        """Why there is no more, once the pieces have ended too early: what came before is good."""
        self._dump = dump
        self._file = file
        self._ended = 0

    def pieces(self) -> Iterator[bytes]:
        """All of them, a little at a time."""
        try:
            yield from self._unpacked(self._dump.packing) if self._dump.packing else self._read(PIECE)
        except CallError as error:
            self.trouble = str(error)

    def settle(self) -> None:
        """Raises CallError when there was trouble."""
        if self.trouble:
            raise CallError(self.trouble)

    def _read(self, size: int) -> Iterator[bytes]:
        while piece := self._file.read(size):
            self.taken += len(piece)
            yield piece

    def _unpacked(self, name: str) -> Iterator[bytes]:
        """One packed stream behind the other, as `cat a.gz b.gz` makes them."""
        packing = packings.load(name)
        unpacker = packing.unpacker()
        for piece in self._read(packing.PIECE):
            rest = piece
            while rest:
                if unpacker.eof:
                    unpacker, self._ended = packing.unpacker(), self.taken - len(rest)
                yield self._step(unpacker, rest, packing.broken())
                rest = unpacker.unused_data
        if not unpacker.eof:
            raise CallError(f"{self._dump.name} is cut short: its .{name} data has no end")

    def _step(self, unpacker: packings.Unpacker, piece: bytes, broken: type[Exception]) -> bytes:
        try:
            return unpacker.decompress(piece)
        except broken as error:
            told = f"{self._dump.name} cannot be unpacked as .{self._dump.packing}: {error}"
            behind = f", in what follows the {self._ended:,} bytes that are" if self._ended else ""
            raise CallError(told + behind) from None


@contextmanager
def streamed(dump: Dump) -> Iterator[Stream]:
    """A dump to read from its beginning to its end."""
    with opened(dump) as file:
        yield Stream(dump, file)
