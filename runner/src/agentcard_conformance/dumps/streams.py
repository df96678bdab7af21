"""Reads a dump from its beginning to its end: a pipe, or a packed file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from agentcard_conformance.dumps.lines import is_blank
from agentcard_conformance.dumps.opening import open_dump
from agentcard_conformance.dumps.packings import Unpacker, load_packing
from agentcard_conformance.dumps.slices import Dump
from agentcard_conformance.errors import CallError

_PIECE = 2**16
_MOST_BLANKS, _LONGEST_LINE = 2**28, 2**30
"""Bytes in which no line with a card ends. No dump of cards has so many, and of .zst a GiB of them takes 32 KB."""


class DumpStream:
    """The unpacked bytes of a dump, and how many of its own bytes were read for them."""

    def __init__(self, dump: Dump, file: BinaryIO) -> None:
        self.bytes_read = 0
        self.error = ""
        """Why there is no more, once the pieces have ended too early: what came before is good."""
        self._dump = dump
        self._file = file
        self._good_bytes = 0

    def pieces(self) -> Iterator[bytes]:
        """All of them, a little at a time."""
        try:
            pieces = self._unpack(self._dump.packing) if self._dump.packing else self._read(_PIECE)
            yield from self._refuse_endless(pieces)
        except CallError as error:
            self.error = str(error)

    def raise_error(self) -> None:
        """Raise CallError when the pieces ended too early."""
        if self.error:
            raise CallError(self.error)

    def _refuse_endless(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The same pieces, until too many in a row hold no end of a card."""
        length = 0
        for piece in pieces:
            yield piece
            blank = is_blank(piece)
            length = length + len(piece) if blank or b"\n" not in piece else 0
            if length > (_MOST_BLANKS if blank else _LONGEST_LINE):
                what = f"has {length // 2**20:,} MiB {'of blanks' if blank else 'on one line'}, and is not read further"
                raise CallError(f"{self._dump.name} {what}: check that it has a card on each line")

    def _read(self, size: int) -> Iterator[bytes]:
        while piece := self._file.read(size):
            self.bytes_read += len(piece)
            yield piece

    def _unpack(self, name: str) -> Iterator[bytes]:
        """One packed stream behind the other, as `cat a.gz b.gz` makes them."""
        packing = load_packing(name)
        unpacker = packing.unpacker()
        for piece in self._read(packing.piece):
            rest = piece
            while rest:
                if unpacker.eof:
                    unpacker, self._good_bytes = packing.unpacker(), self.bytes_read - len(rest)
                yield self._unpack_piece(unpacker, rest, packing.error)
                rest = unpacker.unused_data
        if not unpacker.eof:
            raise CallError(f"{self._dump.name} is cut short: its .{name} data has no end")

    def _unpack_piece(self, unpacker: Unpacker, piece: bytes, error_type: Callable[[], type[Exception]]) -> bytes:
        try:
            return unpacker.decompress(piece)
        except error_type() as error:
            what = f"{self._dump.name} cannot be unpacked as .{self._dump.packing}: {error}"
            behind = f", in what follows {self._good_bytes:,} good bytes" if self._good_bytes else ""
            raise CallError(what + behind) from None


@contextmanager
def open_stream(dump: Dump) -> Iterator[DumpStream]:
    """A dump to read from its beginning to its end."""
    with open_dump(dump) as file:
        yield DumpStream(dump, file)
