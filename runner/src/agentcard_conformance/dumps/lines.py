"""Cuts a stream of bytes at the ends of lines, though a line may be longer than memory."""

from collections.abc import Iterable, Iterator


def limit_lines(pieces: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """The same lines, but of one that is longer than this only so much that it shows."""
    length = 0
    for piece in pieces:
        first, last = piece.find(b"\n"), piece.rfind(b"\n")
        more = first if first >= 0 else len(piece)
        room = max(longest - length, 0)
        yield piece if more <= room else piece[:room] + piece[more:]
        length = len(piece) - last - 1 if first >= 0 else length + len(piece)


def whole_line_blocks(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Whole lines, at least so many bytes of them; the same blocks however the pieces came."""
    held, seen = bytearray(), size - 1
    for piece in pieces:
        held += piece
        while end := held.find(b"\n", seen) + 1:
            yield bytes(held[:end])
            del held[:end]
            seen = size - 1
        seen = max(size - 1, len(held))
    if held:
        yield bytes(held)
