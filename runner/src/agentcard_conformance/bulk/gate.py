"""Is a card one that the fast reader understands as the reference does, and what does it hold?

orjson is as strict as RFC 8259, and easier on three things: of members with one name it keeps the last, it goes down
to 1,024 levels, and numbers become what binary64 makes of them.
"""

import re
from functools import cache
from typing import Final

from orjson import JSONDecodeError, JSONEncodeError, dumps, loads

from agentcard_conformance.decoders.json_text import MAX_DEPTH
from agentcard_conformance.model import Json
from agentcard_conformance.reference.judge import LARGEST_CARD

NOTATION = "json_text"
"""The decoder whose place it takes."""

EXOTIC: Final = object()
"""Said of a card that the reference has to read: no JSON, or JSON on which readers differ."""

LOWER, UPPER = re.compile(rb"e-[0-9]{3}"), re.compile(rb"E-[0-9]{3}")
ZEROS = b"0" * 200
"""A number below 2.5e-324 becomes zero: it has an exponent of three digits, or is one of 99 behind 225 zeros."""

MOST_TRIED = 1024


def read(card: bytes) -> Json:
    """The value, with integers beyond 64 bits as floats."""
    if len(card) > LARGEST_CARD:
        return EXOTIC
    try:
        value = loads(card)
    except JSONDecodeError:
        return EXOTIC
    colons = card.count(b":")
    # Every level takes a colon or a bracket, but for the last one, which may be {}.
    written = dumps(value) if colons + card.count(b"[") < MAX_DEPTH else _bounded(value)
    if not written:
        return EXOTIC
    if written == card:
        return value
    # A member that was dropped took its colon with it, and only an escape could make up for that.
    return value if written.count(b":") == colons and not _escapes_colons(card) else EXOTIC


def is_too_deep(value: Json) -> bool:
    """Is it nested deeper than the reference reads?"""
    return not _bounded(value)


def may_vanish(card: bytes) -> bool:
    """Could it hold a number that is not zero, and is in binary64?"""
    return ZEROS in card or (b"E" in card and UPPER.search(card) is not None) or LOWER.search(card) is not None


def _bounded(value: Json) -> bytes:
    """As JSON, or nothing where it is too deep: orjson tells, 50 times faster than a look at each level."""
    room = _deepest_written() - MAX_DEPTH
    return b"" if _deepest_written() == MOST_TRIED else _written(_within(value, room))[room:-room]


@cache
def _deepest_written() -> int:
    """The levels of lists that orjson writes before it refuses: 254."""
    return next((levels for levels in range(1, MOST_TRIED) if not _written(_within([], levels))), MOST_TRIED)


def _written(value: Json) -> bytes:
    try:
        return dumps(value)
    except JSONEncodeError:
        return b""


def _within(value: Json, levels: int) -> Json:
    for _ in range(levels):
        value = [value]
    return value


def _escapes_colons(card: bytes) -> bool:
    return b"\\" in card and (b"\\u003a" in card or b"\\u003A" in card)
