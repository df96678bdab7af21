"""Reads a card in JSON as strictly as RFC 8259 lets a reader be, and remembers where each part stands.

The standard library's reader accepts NaN, UTF-16, repeated names and lone surrogates in silence, and knows no
positions. This one decides what a card holds; the fast reader beside it only answers where both agree.
"""

import re
from bisect import bisect_right
from functools import cached_property
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]  # there, and not in the stubs
from typing import NoReturn

from agentcard_conformance.model import Context, Json, LiteralFloat, Position, Steps
from agentcard_conformance.notations import LARGEST_READ, DecodeError, DecodeFault, Document

REPORTS = frozenset(
    {"json-encoding", "json-syntax", "byte-order-mark", "unique-names", "unicode-scalars", "nesting-depth"}
)
LARGEST_CARD = LARGEST_READ
MAX_DEPTH = 100

_LONGEST_SHOWN = 20  # characters of what was found instead
LONGEST_INTEGER = 4300  # digits: beyond, int() refuses, and so does str() of the number in anybody's message
_LINE_FEED = re.compile("\n")
_WHITESPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_WORD = re.compile(r"[\w.+-]+|.", re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")
_LITERALS: dict[str, Json] = {"true": True, "false": False, "null": None}
_NUL_BYTES = {(False, True, False, True): "UTF-16", (True, False, True, False): "UTF-16"} | {
    (False, True, True, True): "UTF-32",
    (True, True, True, False): "UTF-32",
}
"""Which of the first four bytes are zero in text that begins with ASCII, by encoding."""


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # JSON needs no keys and no clock
    """Read a card; raises DecodeError when it holds no value."""
    text = decode_utf_8(card)
    reader = _Reader(text)
    value = reader.read_card()
    return Document(value, tuple(reader.faults), reader.locate)


def decode_utf_8(card: bytes) -> str:
    """RFC 8259 section 8.1: UTF-8 and nothing else."""
    encoding = _NUL_BYTES.get(tuple(byte == 0 for byte in card[:4]))  # type: ignore[arg-type]  # a card may be shorter
    if encoding:
        raise DecodeError(DecodeFault("json-encoding", f"the bytes look like {encoding}", position=Position(1, 1)))
    try:
        return card.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DecodeError(
            DecodeFault(
                "json-encoding",
                f"byte 0x{card[error.start]:02X} at offset {error.start} is not well-formed UTF-8",
                position=_position_of_byte(card, error.start),
            )
        ) from None


def _position_of_byte(card: bytes, offset: int) -> Position:
    before = card[:offset].decode("utf-8")
    return position_in(before, len(before))


def position_in(text: str, offset: int) -> Position:
    """Where a character stands; for one place, an index of ten million lines would take 300 MB."""
    line_start = text.rfind("\n", 0, offset) + 1
    return Position(text.count("\n", 0, offset) + 1, offset - line_start + 1)


def show_word(text: str, offset: int) -> str:
    """What stands there instead of what should, cut where it grows long."""
    found = _WORD.match(text, offset)
    return ascii(found[0][:_LONGEST_SHOWN]) if found else "the end of the card"


def byte_order_mark_fault(position: Position | None = None) -> DecodeFault:
    """A mark that RFC 8259 forbids to add."""
    return DecodeFault("byte-order-mark", "it begins with a byte order mark", (), position)


def repeated_name_fault(name: str, at: Steps, position: Position | None = None) -> DecodeFault:
    """A name that an object has twice."""
    return DecodeFault("unique-names", f"the name {name!a} occurs twice in this object", (*at, name), position)


def surrogate_fault(at: Steps, position: Position | None = None) -> DecodeFault:
    """A string that is no Unicode text."""
    return DecodeFault("unicode-scalars", "the string holds half of a surrogate pair", at, position)


def depth_fault(position: Position | None = None) -> DecodeFault:
    """An array or object further down than this reader goes."""
    what = f"nested deeper than {MAX_DEPTH} levels, the limit of this reader (RFC 8259 section 9 allows one)"
    return DecodeFault("nesting-depth", what, position=position)


class _LineIndex:
    """Where the lines of a text begin, found once: a card of 10 MiB may have a million faults."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(feed.end() for feed in _LINE_FEED.finditer(text))]

    def position(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)


class _Reader:
    """One pass over the text; depth is bounded, so recursion is safe."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.faults: list[DecodeFault] = []
        self.offsets: dict[Steps, int] = {}

    def read_card(self) -> Json:
        """The one value, with nothing but whitespace around it."""
        if self.text.startswith("\ufeff"):
            self.at = 1
            self._add_fault(byte_order_mark_fault(self._position(0)))
        value = self._read_value((), 1)
        if self._skip_whitespace() < len(self.text):
            self._raise_syntax_error("the end of the card", self.at)
        return value

    def locate(self, steps: Steps) -> Position:
        """Where a value stands, or the nearest value around it that exists."""
        while steps not in self.offsets:
            steps = steps[:-1]
        return self._position(self.offsets[steps])

    def _position(self, offset: int) -> Position:
        return self._lines.position(offset)

    @cached_property
    def _lines(self) -> _LineIndex:
        return _LineIndex(self.text)

    def _skip_whitespace(self) -> int:
        self.at = _WHITESPACE.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing, too
        return self.at

    def _read_value(self, steps: Steps, depth: int) -> Json:
        start = self.offsets[steps] = self._skip_whitespace()
        first = self.text[start : start + 1]
        if first == '"':
            return self._read_string(steps)
        if first in ("{", "["):
            if depth > MAX_DEPTH:
                raise DecodeError(depth_fault(position_in(self.text, start)))
            self.at = start + 1
            return self._read_object(steps, depth) if first == "{" else self._read_array(steps, depth)
        return self._read_literal()

    def _read_object(self, steps: Steps, depth: int) -> dict[str, Json]:
        members: dict[str, Json] = {}
        more = not self._skip("}")
        while more:
            start = self._skip_whitespace()
            if not self.text.startswith('"', start):
                self._raise_syntax_error("a member name in double quotes" + " or }" * (not members), start)
            name = self._read_string(steps)
            if name in members:
                self._add_fault(repeated_name_fault(name, steps, self._position(start)))
            self._expect(":")
            members[name] = self._read_value((*steps, name), depth + 1)
            more = self._skip_comma_or("}")
        return members

    def _read_array(self, steps: Steps, depth: int) -> list[Json]:
        items: list[Json] = []
        more = not self._skip("]")
        while more:
            items.append(self._read_value((*steps, len(items)), depth + 1))
            more = self._skip_comma_or("]")
        return items

    def _skip(self, mark: str) -> bool:
        """Whether the mark comes next; it is skipped then."""
        found = self.text.startswith(mark, self._skip_whitespace())
        self.at += found
        return found

    def _expect(self, mark: str) -> None:
        if not self._skip(mark):
            self._raise_syntax_error(mark, self.at)

    def _skip_comma_or(self, closing: str) -> bool:
        """Whether a comma came, so that another member or item follows, and not the closing bracket."""
        comma = self._skip(",")
        if not comma and not self._skip(closing):
            self._raise_syntax_error(f"a comma or {closing}", self.at)
        return comma

    def _read_string(self, steps: Steps) -> str:
        start = self.at
        string: str
        try:
            string, self.at = scanstring(self.text, start + 1, True)  # noqa: FBT003  # the C function takes no names
        except JSONDecodeError as error:
            self._raise_syntax_error(
                "a known escape, an escaped control character or a closing quote", self._end_of(error)
            )
        if SURROGATE.search(string):
            self._add_fault(surrogate_fault(steps, self._position(start)))
        return string

    def _read_literal(self) -> Json:
        """A number, true, false or null."""
        found = _WORD.match(self.text, self.at)
        word = found[0] if found else ""
        number = _NUMBER.fullmatch(word)
        if not number and word not in _LITERALS:
            self._raise_syntax_error("a value", self.at)
        self.at += len(word)
        if not number:
            return _LITERALS[word]
        is_integer = not number[1] and len(word) <= LONGEST_INTEGER
        return int(word) if is_integer else LiteralFloat(word)

    def _raise_syntax_error(self, wanted: str, offset: int) -> NoReturn:
        raise DecodeError(
            DecodeFault(
                "json-syntax",
                f"expected {wanted}, found {show_word(self.text, offset)}",
                position=position_in(self.text, offset),
            )
        )

    def _add_fault(self, fault: DecodeFault) -> None:
        self.faults.append(fault)

    def _end_of(self, error: JSONDecodeError) -> int:
        """Where a string goes wrong; one without a closing quote does so at the end of the card."""
        return len(self.text) if error.msg.startswith("Unterminated") else error.pos
