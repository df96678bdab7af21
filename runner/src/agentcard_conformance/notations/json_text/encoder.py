"""Writes cards in the house form of JSON, so that a reviewer sees everything in them.

Two blanks for each level, one member a line, a line feed at the end; an array or object within the card may
stand on one line. A character with a glyph of its own stands as it is; one that is invisible, or looks like
another, is escaped.
"""

import json
import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from agentcard_conformance.model import Json, LiteralFloat

HOUSE_FORM = "two blanks for each level, one member a line"

_INDENT = "  "
_TOKEN = re.compile(r'([ \t\n\r]*)("[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^ \t\n\r{}\[\],:"]+)')
_OPENING, _CLOSING = frozenset("{["), frozenset("}]")

_INVISIBLE_CATEGORIES = ("C", "M", "Z")
"""Controls, formats and surrogates; marks that combine; blanks."""
_CONFUSABLE_CATEGORIES = ("Nd", "No", "Sk", "Lm")
"""Digits of other scripts, raised and circled ones, accents and tones that stand alone."""
_CONFUSABLE_RANGES = (
    (0x0370, 0x052F),  # Greek and Cyrillic
    (0xFF00, 0xFFEF),  # full-width and half-width forms
    (0x1F1E6, 0x1F1FF),  # the halves of flags
)
_WITHOUT_GLYPH = "\u115f\u1160\u2800\u3164"
_LIKE_ASCII = "\u0131\u3002"  # an i without its dot, and the full stop that some take for one in a host's name


def encode(value: Json) -> bytes:
    """Write a value; a number keeps the spelling it was read with."""
    return _write_tokens([token for _, token in _TOKEN.findall(_to_json(value))])


def lay_out(card: bytes) -> bytes:
    """Lay out a card that can be decoded; order, repeated names, escapes and numbers stay."""
    tokens = _TOKEN.findall(card.decode("utf-8"))
    return _write_tokens([token for _, token in tokens], frozenset(_brackets_on_one_line(tokens)))


def is_unmistakable(character: str) -> bool:
    """Whether a reader sees a character, and takes it for no other."""
    if character.isascii():
        return character.isprintable()
    category, code = unicodedata.category(character), ord(character)
    is_unclear = category.startswith(_INVISIBLE_CATEGORIES) or category in _CONFUSABLE_CATEGORIES
    is_listed = character in _WITHOUT_GLYPH + _LIKE_ASCII
    is_in_range = any(first <= code <= last for first, last in _CONFUSABLE_RANGES)
    return not (is_unclear or is_listed or is_in_range or unicodedata.normalize("NFKC", character).isascii())


def _to_json(value: Json) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{_to_json(name)}:{_to_json(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_to_json, value)) + "]"
    return value.text if isinstance(value, LiteralFloat) else json.dumps(value, ensure_ascii=False)


def _write_tokens(tokens: Sequence[str], on_one_line: Container[int] = ()) -> bytes:
    return ("".join(_with_line_breaks(tokens, on_one_line)) + "\n").encode("utf-8")


def _with_line_breaks(tokens: Sequence[str], on_one_line: Container[int] = ()) -> Iterator[str]:
    """A break after a comma, and inside brackets that hold something, unless these stand on one line."""
    inline = [False]
    for number, (before, token) in enumerate(pairwise(["", *tokens])):
        flat = inline.pop() if token in _CLOSING else inline[-1]
        if before == "," or (before in _OPENING) != (token in _CLOSING):
            yield (" " * (before == ",")) if flat else "\n" + _INDENT * (len(inline) - 1)
        yield ": " if token == ":" else _escape_unclear(token)
        if token in _OPENING:
            inline.append(number in on_one_line)


def _brackets_on_one_line(tokens: Sequence[tuple[str, str]]) -> Iterator[int]:
    """The opening brackets that are closed on their own line; those around the whole card do not count."""
    opened: list[int] = []
    last_break = 0
    for number, (whitespace, token) in enumerate(tokens):
        last_break = number if "\n" in whitespace else last_break
        if token in _OPENING:
            opened.append(number)
        elif token in _CLOSING:
            start = opened.pop()
            yield from [start] if start >= last_break and opened else []


def _escape_unclear(token: str) -> str:
    if token.isascii() and token.isprintable():
        return token
    return "".join(character if is_unmistakable(character) else _escape(character) for character in token)


def _escape(character: str) -> str:
    """RFC 8259 section 7: beyond the basic plane, as the two halves of a surrogate pair."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))
