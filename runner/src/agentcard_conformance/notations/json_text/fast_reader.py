"""Reads a card in JSON at the speed of orjson, where that is certain to give what the decoder gives.

orjson is as strict as RFC 8259 but for three things: of members with one name it keeps the last, it reads up to
1,024 levels, and every number becomes what binary64 makes of it.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from orjson import JSONDecodeError, JSONEncodeError, dumps, loads

from agentcard_conformance.model import Json
from agentcard_conformance.notations.json_text.decoder import LARGEST_CARD, MAX_DEPTH

NOTATION = "json_text"
"""The notation that this reader is for."""

UNREADABLE: Final = object()
"""Returned for a card that only the decoder can read: no JSON, or JSON on which readers differ."""

_NEGATIVE_EXPONENT, _NEGATIVE_EXPONENT_UPPER = re.compile(rb"e-[0-9]{3}"), re.compile(rb"E-[0-9]{3}")
_MANY_ZEROS = b"0" * 200
"""A number below 2.5e-324 becomes zero: it has an exponent of three digits, or at least 225 zeros in a row."""

_DEEPEST_TRIED = 1024


def fast_read(card: bytes) -> Json:
    """The value of a card, with integers beyond 64 bits as floats, or UNREADABLE."""
    if len(card) > LARGEST_CARD:
        return UNREADABLE
    try:
        value = loads(card)
        written = dumps(value)
    except (JSONDecodeError, JSONEncodeError):  # orjson writes 254 levels
        return UNREADABLE
    if written == card:
        return UNREADABLE if card.count(b"[") + card.count(b"{") > MAX_DEPTH and is_too_deep(value) else value
    colons = card.count(b":")
    # Every level takes a colon or a bracket, but for the last one, which may be {}.
    if colons + card.count(b"[") >= MAX_DEPTH and is_too_deep(value):
        return UNREADABLE
    # A member that was dropped took its colon with it, and only an escape could make up for that.
    return value if written.count(b":") == colons and not _has_escaped_colon(card) else UNREADABLE


def loads_are_certain(values: Sequence[Json], cards: Sequence[bytes]) -> bool:
    """Whether all values that orjson has loaded from cards are what `fast_read` gives; one by one it takes longer."""
    written, text = _dump_if_shallow(values), b",".join(cards)
    # A value ends where it ends, so that no card can make up for what another one has lost.
    if written[1:-1] == text:
        return True
    return written != b"" and written.count(b":") == text.count(b":") and not _has_escaped_colon(text)


def has_repeated_names(card: bytes, value: Json) -> bool:
    """Whether an object of a card may have a name twice, as far as colons tell: one that was dropped took its own."""
    return dumps(value).count(b":") != card.count(b":") or _has_escaped_colon(card)


def is_too_deep(value: Json) -> bool:
    """Whether a value is nested deeper than the decoder reads."""
    return not _dump_if_shallow(value)


def may_underflow(card: bytes) -> bool:
    """Whether a card could hold a number that is not zero, but is zero in binary64."""
    if _MANY_ZEROS in card or _NEGATIVE_EXPONENT.search(card) is not None:
        return True
    return b"E" in card and _NEGATIVE_EXPONENT_UPPER.search(card) is not None


def _dump_if_shallow(value: Json) -> bytes:
    """The value as JSON, or nothing where it is too deep: orjson tells 50 times faster than a look at each level."""
    room = _levels_that_orjson_writes() - MAX_DEPTH
    if _levels_that_orjson_writes() == _DEEPEST_TRIED:
        return b""
    return _dump(_wrapped_in_lists(value, room))[room:-room]


@cache
def _levels_that_orjson_writes() -> int:
    """The levels of lists that orjson writes before it refuses: 254."""
    levels = range(1, _DEEPEST_TRIED)
    return next((number for number in levels if not _dump(_wrapped_in_lists([], number))), _DEEPEST_TRIED)


def _dump(value: Json) -> bytes:
    try:
        return dumps(value)
    except JSONEncodeError:
        return b""


def _wrapped_in_lists(value: Json, levels: int) -> Json:
    for _ in range(levels):
        value = [value]
    return value


def _has_escaped_colon(card: bytes) -> bool:
    return b"\\" in card and (b"\\u003a" in card or b"\\u003A" in card)
