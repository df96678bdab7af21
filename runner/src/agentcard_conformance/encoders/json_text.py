"""How is a card in JSON written, so that a reviewer sees all that is in it?

Two blanks for each level, one member a line, a line feed at the end; an array or object within the card may
stand on one line. What has a glyph stands as it is; what nobody sees, or would take for another character, is escaped.
"""

import json
import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from agentcard_conformance.model import Json, Real

INDENT = "  "
_PIECE = re.compile(r'([ \t\n\r]*)("[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^ \t\n\r{}\[\],:"]+)')
_OPEN, _CLOSE = frozenset("{["), frozenset("}]")

_UNSEEN = ("C", "M", "Z")
"""Controls, formats and surrogates; marks that combine; blanks."""
_MISTAKEN = ("Nd", "No", "Sk", "Lm")
"""Digits of other scripts, raised and circled ones, accents and tones that stand alone."""
_LOOK_ALIKES = (
    (0x0370, 0x052F),  # Greek and Cyrillic
    (0xFF00, 0xFFEF),  # full-width and half-width forms
    (0x1F1E6, 0x1F1FF),  # the halves of flags
)
_NO_GLYPH = "\u115f\u1160\u2800\u3164"
_LETTERS_LIKE_ASCII = "\u0131\u3002"  # an i without its dot, and the full stop that some take for one in a host's name


def encode(value: Json) -> bytes:
    """Write a value; a number keeps the spelling it was read with."""
    return _written([piece for _, piece in _PIECE.findall(_spelled(value))])


def lay_out(card: bytes) -> bytes:
    """Lay out a card that can be decoded; order, repeated names, escapes and numbers stay."""
    pieces = _PIECE.findall(card.decode("utf-8"))
    return _written([piece for _, piece in pieces], frozenset(_on_one_line(pieces)))


def stands_for_itself(character: str) -> bool:
    """Does a reader see it, and take it for what it is?"""
    if character.isascii():
        return character.isprintable()
    category, code = unicodedata.category(character), ord(character)
    unclear = category.startswith(_UNSEEN) or category in _MISTAKEN or character in _NO_GLYPH + _LETTERS_LIKE_ASCII
    alike = any(first <= code <= last for first, last in _LOOK_ALIKES)
    return not (unclear or alike or unicodedata.normalize("NFKC", character).isascii())


def _spelled(value: Json) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{_spelled(name)}:{_spelled(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_spelled, value)) + "]"
    return value.text if isinstance(value, Real) else json.dumps(value, ensure_ascii=False)


def _written(pieces: Sequence[str], on_one_line: Container[int] = ()) -> bytes:
    return ("".join(_arranged(pieces, on_one_line)) + "\n").encode("utf-8")


def _arranged(pieces: Sequence[str], on_one_line: Container[int]) -> Iterator[str]:
    """A break after a comma, and inside brackets that hold something, unless these stand on one line."""
    inline = [False]
    for number, (before, piece) in enumerate(pairwise(["", *pieces])):
        flat = inline.pop() if piece in _CLOSE else inline[-1]
        if before == "," or (before in _OPEN) != (piece in _CLOSE):
            yield (" " * (before == ",")) if flat else "\n" + INDENT * (len(inline) - 1)
        yield ": " if piece == ":" else _shown(piece)
        if piece in _OPEN:
            inline.append(number in on_one_line)


def _on_one_line(pieces: Sequence[tuple[str, str]]) -> Iterator[int]:
    """Which brackets are closed on the line that they are opened on? Those around the whole card do not count."""
    opened: list[int] = []
    last_break = 0
    for number, (blanks, piece) in enumerate(pieces):
        last_break = number if "\n" in blanks else last_break
        if piece in _OPEN:
            opened.append(number)
        elif piece in _CLOSE:
            start = opened.pop()
            yield from [start] if start >= last_break and opened else []


def _shown(piece: str) -> str:
    if piece.isascii() and piece.isprintable():
        return piece
    return "".join(letter if stands_for_itself(letter) else _escaped(letter) for letter in piece)


def _escaped(character: str) -> str:
    """RFC 8259 section 7: beyond the basic plane, as the two halves of a surrogate pair."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))
