"""What value does a card in JSON hold, read as strictly as RFC 8259 lets a reader be?

The standard library's reader takes NaN, UTF-16, repeated names and lone surrogates in silence,
and knows no positions; this one is the only reader of cards, so that there is one truth.
"""

import re
from bisect import bisect_right
from functools import cached_property
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]  # there, and not in the stubs
from typing import NoReturn

from agentcard_conformance.decoders import DecodeFault, Document, NotDecodable
from agentcard_conformance.model import Context, Json, Position, Real, Step

REPORTS = frozenset(
    {"json-encoding", "json-syntax", "byte-order-mark", "unique-names", "unicode-scalars", "nesting-depth"}
)
MAX_DEPTH = 100
LONGEST_SHOWN = 20  # characters of what was found instead
LONGEST_INTEGER = 4300  # digits: beyond, int() refuses, and so does str() of the number in anybody's message

_LINE_FEED = re.compile("\n")
_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_WORD = re.compile(r"[\w.+-]+|.", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}
_NULS = {(False, True, False, True): "UTF-16", (True, False, True, False): "UTF-16"} | {
    (False, True, True, True): "UTF-32",
    (True, True, True, False): "UTF-32",
}


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # JSON needs no keys and no clock
    """Read a card, or raise NotDecodable."""
    text = _characters(card)
    reader = _Reader(text)
    value = reader.card()
    return Document(value, tuple(reader.faults), reader.locate)


def _characters(card: bytes) -> str:
    """RFC 8259 section 8.1: UTF-8 and nothing else."""
    encoding = _NULS.get(tuple(byte == 0 for byte in card[:4]))  # type: ignore[arg-type]  # a card may be shorter
    if encoding:
        raise NotDecodable(DecodeFault("json-encoding", f"the bytes look like {encoding}", position=Position(1, 1)))
    try:
        return card.decode("utf-8")
    except UnicodeDecodeError as error:
        before = card[: error.start].decode("utf-8")
        what = f"byte 0x{card[error.start]:02X} at offset {error.start} does not belong to well-formed UTF-8"
        raise NotDecodable(DecodeFault("json-encoding", what, position=_Lines(before).position(len(before)))) from None


class _Lines:
    """Where the lines of a text begin, found once: a card of 10 MiB may have a million odd places."""

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
        self.offsets: dict[tuple[Step, ...], int] = {}

    def card(self) -> Json:
        """The one value, and nothing but blanks around it."""
        if self.text.startswith("\ufeff"):
            self.at = 1
            self._odd("byte-order-mark", "the card begins with a byte order mark", (), 0)
        value = self._value((), 1)
        if self._blank() < len(self.text):
            self._refuse("the end of the card")
        return value

    def locate(self, steps: tuple[Step, ...]) -> Position:
        """Where the value stands, or the nearest thing around it that exists."""
        while steps not in self.offsets:
            steps = steps[:-1]
        return self._position(self.offsets[steps])

    def _position(self, offset: int) -> Position:
        return self._lines.position(offset)

    @cached_property
    def _lines(self) -> _Lines:
        return _Lines(self.text)

    def _blank(self) -> int:
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing, too
        return self.at

    def _value(self, steps: tuple[Step, ...], depth: int) -> Json:
        start = self.offsets[steps] = self._blank()
        first = self.text[start : start + 1]
        if first == '"':
            return self._string(steps)
        if first in ("{", "["):
            if depth > MAX_DEPTH:
                self._too_deep(start)
            self.at = start + 1
            return self._object(steps, depth) if first == "{" else self._array(steps, depth)
        return self._word()

    def _object(self, steps: tuple[Step, ...], depth: int) -> dict[str, Json]:
        members: dict[str, Json] = {}
        more = not self._take("}")
        while more:
            start = self._blank()
            if not self.text.startswith('"', start):
                self._refuse("a member name in double quotes" + " or }" * (not members))
            name = self._string(steps)
            if name in members:
                self._odd("unique-names", f"the name {name!a} stands here a second time", (*steps, name), start)
            self._expect(":")
            members[name] = self._value((*steps, name), depth + 1)
            more = self._another("}")
        return members

    def _array(self, steps: tuple[Step, ...], depth: int) -> list[Json]:
        items: list[Json] = []
        more = not self._take("]")
        while more:
            items.append(self._value((*steps, len(items)), depth + 1))
            more = self._another("]")
        return items

    def _take(self, mark: str) -> bool:
        found = self.text.startswith(mark, self._blank())
        self.at += found
        return found

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            self._refuse(mark)

    def _another(self, close: str) -> bool:
        more = self._take(",")
        if not more and not self._take(close):
            self._refuse(f"a comma or {close}")
        return more

    def _string(self, steps: tuple[Step, ...]) -> str:
        start = self.at
        string: str
        try:
            string, self.at = scanstring(self.text, start + 1, True)  # noqa: FBT003  # the C function takes no names
        except JSONDecodeError as error:
            at = len(self.text) if error.msg.startswith("Unterminated") else error.pos
            self._refuse("an escape that JSON knows, an escaped control character or a closing quote", at)
        if _SURROGATE.search(string):
            self._odd("unicode-scalars", "the string holds half of a surrogate pair", steps, start)
        return string

    def _word(self) -> Json:
        found = _WORD.match(self.text, self.at)
        word = found[0] if found else ""
        number = _NUMBER.fullmatch(word)
        if not number and word not in _WORDS:
            self._refuse("a value")
        self.at += len(word)
        if not number:
            return _WORDS[word]
        whole = not number[1] and len(word) <= LONGEST_INTEGER
        return int(word) if whole else Real(word)

    def _odd(self, requirement: str, what: str, steps: tuple[Step, ...], offset: int) -> None:
        self.faults.append(DecodeFault(requirement, what, steps, self._position(offset)))

    def _refuse(self, wanted: str, at: int | None = None) -> NoReturn:
        at = self.at if at is None else at
        found = _WORD.match(self.text, at)
        what = f"expected {wanted}, found {ascii(found[0][:LONGEST_SHOWN]) if found else 'the end of the card'}"
        raise NotDecodable(DecodeFault("json-syntax", what, position=self._position(at)))

    def _too_deep(self, offset: int) -> NoReturn:
        what = f"nested deeper than {MAX_DEPTH} levels, where this reader stops, as RFC 8259 section 9 lets it"
        raise NotDecodable(DecodeFault("nesting-depth", what, position=self._position(offset)))
