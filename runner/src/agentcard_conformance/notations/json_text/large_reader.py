"""Reads the large cards that the fast reader refuses, and finds in them what the decoder finds.

The decoder remembers where each part of a card stands: of ten hostile megabytes a gigabyte, in 20 s. Here no part has a
position, and of each kind of fault the first thousand are told.
"""

import json
import re
import sys
from array import array
from collections.abc import Iterator
from itertools import accumulate, islice
from json import JSONDecodeError
from typing import NoReturn

import orjson

from agentcard_conformance.model import Json, Position, Step, Steps
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import (
    MAX_DEPTH,
    SURROGATE,
    decode_utf_8,
    depth_fault,
    position_in,
    repeated_name_fault,
    surrogate_fault,
)
from agentcard_conformance.notations.json_text.fast_reader import is_too_deep

_BYTE_ORDER_MARK = "\ufeff"
_MOST_FAULTS = 1000

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_UP_TO_CONSTANT = re.compile(r'(?:[^"NI]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_WORD = re.compile(r"[\w.+-]+|.", re.DOTALL)
_LONGEST_SHOWN = 20
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONG_INTEGER = re.compile("[0-9]{19}")
_MAYBE_INFINITE = re.compile("[eE][+]?[0-9]{3}|[0-9]{100}")
_LARGEST_EXACT = 2**63
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_LEVELS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""What a bracket adds to the depth, as signed bytes."""


def read_large(card: bytes) -> Document:
    """Read a card; raises DecodeError when it holds no value.

    As the fast engine takes it: numbers in binary64, and U+FFFD in place of each half of a surrogate pair.
    """
    text = decode_utf_8(card)
    has_mark = text.startswith(_BYTE_ORDER_MARK)
    parser = _Parser()
    value = parser.parse(text.removeprefix(_BYTE_ORDER_MARK))
    faults = [DecodeFault("byte-order-mark", "the card begins with a byte order mark")] * has_mark
    faults += islice(parser.repeated_names(value), _MOST_FAULTS)
    if _ESCAPED_SURROGATE.search(text):
        faults += islice(_surrogate_faults(value), _MOST_FAULTS)
        text = json.dumps(value, ensure_ascii=False)
        del value  # of 10 MB as much as 300; a second one is made of the text
        value = _read_without_surrogates(text)
    if is_too_deep(value):
        raise DecodeError(depth_fault())
    return Document(value, tuple(faults), lambda _: None)


class _Parser:
    """The reader of the standard library, which is written in C, and what it would accept in silence."""

    def __init__(self) -> None:
        self._with_repeated_names: list[tuple[dict[str, Json], list[str]]] = []

    def parse(self, text: str) -> Json:
        try:
            return json.loads(
                text,
                object_pairs_hook=self._members,
                parse_constant=_refuse,
                parse_int=_to_integer if _LONG_INTEGER.search(text) else None,
                parse_float=_to_finite if _MAYBE_INFINITE.search(text) else None,
            )
        except RecursionError:
            raise DecodeError(depth_fault()) from None
        except JSONDecodeError as error:
            _raise_syntax_error(text, error.pos)
        except _ConstantFound:
            _raise_syntax_error(text, _UP_TO_CONSTANT.match(text).end())  # type: ignore[union-attr]  # it may be empty

    def repeated_names(self, value: Json) -> Iterator[DecodeFault]:
        """A fault for each name that stands twice; an object whose own name comes again is no part of the value."""
        left = {id(members): names for members, names in self._with_repeated_names}
        for at, part in _containers(value) if left else ():
            yield from (repeated_name_fault(name, at) for name in left.pop(id(part), ()))
            if not left:
                return

    def _members(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        members = dict(pairs)
        if len(members) != len(pairs) and len(self._with_repeated_names) < _MOST_FAULTS:
            self._with_repeated_names.append((members, _repeated(pairs)))
        return members


class _ConstantFound(Exception):
    """NaN or Infinity, which the standard library reads."""


def _refuse(constant: str) -> NoReturn:
    raise _ConstantFound(constant)


def _to_integer(digits: str) -> float:
    """What the fast reader makes of an integer: beyond 64 bits, a float."""
    number = _to_finite(digits)
    return number if abs(number) >= _LARGEST_EXACT else int(digits)


def _to_finite(text: str) -> float:
    """The fast engine takes no infinity; what a rule or a sentence says of the number is said of it as written."""
    return max(-sys.float_info.max, min(float(text), sys.float_info.max))


def _repeated(pairs: list[tuple[str, Json]]) -> list[str]:
    seen: set[str] = set()
    again: dict[str, None] = {}
    for name, _ in pairs:
        if name in seen:
            again[name] = None
        seen.add(name)
    return list(again)[:_MOST_FAULTS]


def _raise_syntax_error(text: str, offset: int) -> NoReturn:
    if _is_text_too_deep(text[:offset]):
        raise DecodeError(depth_fault())
    found = _WORD.match(text, offset)
    shown = ascii(found[0][:_LONGEST_SHOWN]) if found else "the end of the card"
    position: Position = position_in(text, offset)
    raise DecodeError(DecodeFault("json-syntax", f"the JSON goes wrong at {shown}", position=position))


def _is_text_too_deep(text: str) -> bool:
    brackets = _STRING.sub(b"", text.encode("utf-8")).translate(_LEVELS, _NO_BRACKETS)
    return len(brackets) > MAX_DEPTH and max(accumulate(array("b", brackets))) > MAX_DEPTH


def _containers(value: Json) -> Iterator[tuple[Steps, Json]]:
    """Each object and array that holds something, with its path, in the order of the text."""
    yield (), value
    open_ones: list[tuple[Steps, Iterator[tuple[Step, Json]]]] = [((), _members_of(value))]
    while open_ones:
        at, members = open_ones[-1]
        for step, below in members:
            if below and isinstance(below, (dict, list)):
                yield (*at, step), below
                open_ones.append(((*at, step), _members_of(below)))
                break
        else:
            open_ones.pop()


def _members_of(part: Json) -> Iterator[tuple[Step, Json]]:
    return iter(part.items()) if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else iter(())


def _surrogate_faults(value: Json) -> Iterator[DecodeFault]:
    """A fault for each string that holds half of a surrogate pair; a name counts for its object."""
    for at, part in _containers([value]):
        for step, below in _members_of(part):
            if _has_surrogate(step):
                yield surrogate_fault(at[1:])
            if _has_surrogate(below):
                yield surrogate_fault((*at, step)[1:])


def _has_surrogate(text: Json) -> bool:
    return isinstance(text, str) and not text.isascii() and SURROGATE.search(text) is not None


def _read_without_surrogates(text: str) -> Json:
    return orjson.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
