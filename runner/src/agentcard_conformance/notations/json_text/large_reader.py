"""Reads the large cards that the fast reader refuses, and finds in them what the decoder finds.

The decoder remembers where each part of a card stands: of ten hostile megabytes a gigabyte, in 20 s. Here no part has a
position, and of each kind of fault the first thousand are told, and one more where there are more.
"""

import json
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, islice
from json import JSONDecodeError
from typing import NoReturn

import orjson

from agentcard_conformance.model import Json, Step, Steps
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import (
    MAX_DEPTH,
    byte_order_mark_fault,
    decode_utf_8,
    depth_fault,
    position_in,
    repeated_name_fault,
    show_word,
    surrogate_fault,
)
from agentcard_conformance.notations.json_text.fast_reader import has_repeated_names, is_too_deep

_BYTE_ORDER_MARK = "\ufeff"
_MOST_FAULTS = 1000

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_UP_TO_CONSTANT = re.compile(r'(?:[^"NI]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u([dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)
"""A whole pair, or half of one as the group, or any other escape."""

_STAND_INS = {half: chr(0xF4800 + half - 0xD800) for half in range(0xD800, 0xE000)}
"""A character for private use in place of each half of a surrogate pair: such as nobody uses."""

_HALVES = {ord(stand_in): chr(half) for half, stand_in in _STAND_INS.items()}
_STAND_IN = re.compile("[\U000f4800-\U000f4fff]")
_LARGE_EXPONENT = re.compile("[eE][+]?[0-9]{3}")
_LARGEST_EXACT = 2**63
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_LEVELS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""What a bracket adds to the depth, as signed bytes."""


def read_large(card: bytes) -> Document:
    """Read a card; raises DecodeError when it holds no value.

    As the fast engine takes it: numbers in binary64, and a stand-in for each half of a surrogate pair.
    """
    text = decode_utf_8(card)
    has_mark = text.startswith(_BYTE_ORDER_MARK)
    text = _replace_surrogates(text.removeprefix(_BYTE_ORDER_MARK))
    value = _parse(text)
    if is_too_deep(value):
        raise DecodeError(depth_fault())
    faults = [byte_order_mark_fault()] * has_mark
    if has_repeated_names(text.encode("utf-8"), value):
        del value  # of 10 MB as much as 300
        faults += _faults_of_members(text)
        value = _parse(text)
    elif _STAND_IN.search(text):
        faults += islice(_surrogate_faults(value), _MOST_FAULTS + 1)
    return Document(value, tuple(faults), lambda _: None)


def _faults_of_members(text: str) -> list[DecodeFault]:
    """What is found where an object keeps all its members, those too of which the name comes again."""
    if _is_text_too_deep(text):
        raise DecodeError(depth_fault())
    pairs = _parse_pairs(text)
    found = list(islice(_repeated_name_faults(pairs), _MOST_FAULTS + 1))
    return found + list(islice(_surrogate_faults(pairs), _MOST_FAULTS + 1)) if _STAND_IN.search(text) else found


def restore_surrogates(text: str) -> str:
    """A string of the value as the card has it."""
    return text if text.isascii() else text.translate(_HALVES)


def _replace_surrogates(text: str) -> str:
    if "\\u" not in text or not _ESCAPED_SURROGATE.search(text):
        return text
    return _ESCAPE.sub(lambda found: _STAND_INS[int(found[1], 16)] if found[1] else found[0], text)


def _parse(text: str) -> Json:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return _parse_slowly(text)


def _parse_slowly(text: str) -> Json:
    """By the standard library, which reads numbers beyond binary64, and says where a text goes wrong."""
    try:
        return json.loads(
            text,
            parse_constant=_refuse,
            parse_int=_to_integer if _has_digits(text, 19) else None,
            parse_float=_to_finite if _LARGE_EXPONENT.search(text) or _has_digits(text, 300) else None,
        )
    except RecursionError:
        raise DecodeError(depth_fault()) from None
    except JSONDecodeError as error:
        _raise_syntax_error(text, error.pos)
    except _ConstantFound:
        _raise_syntax_error(text, _UP_TO_CONSTANT.match(text).end())  # type: ignore[union-attr]  # it may be empty


def _parse_pairs(text: str) -> Json:
    """The value with a tuple of its members for each object: to call a function of ours for each takes a second."""
    return json.loads(text, object_pairs_hook=tuple, parse_int=float)


def _repeated_name_faults(pairs: Json) -> Iterator[DecodeFault]:
    """A fault for each name that stands twice in an object."""
    for at, part in _containers(pairs):
        if isinstance(part, tuple):
            counts = Counter(name for name, _ in part)
            yield from (repeated_name_fault(name, at) for name, count in counts.items() if count > 1)


class _ConstantFound(Exception):
    """NaN or Infinity, which the standard library reads."""


def _refuse(constant: str) -> NoReturn:
    raise _ConstantFound(constant)


def _has_digits(text: str, count: int) -> bool:
    """Whether so many stand in a row; where none do, to look at a few is enough."""
    few = text[:: count // 2]
    return re.search("[0-9]{2}", few) is not None and re.search(f"[0-9]{{{count}}}", text) is not None


def _to_integer(digits: str) -> float:
    """What the fast reader makes of an integer: beyond 64 bits, a float."""
    number = _to_finite(digits)
    return number if abs(number) >= _LARGEST_EXACT else int(digits)


def _to_finite(text: str) -> float:
    """The fast engine takes no infinity; what a rule or a sentence says of the number is said of it as written."""
    return max(-sys.float_info.max, min(float(text), sys.float_info.max))


def _raise_syntax_error(text: str, offset: int) -> NoReturn:
    if _is_text_too_deep(text[:offset]):
        raise DecodeError(depth_fault())
    what = f"the JSON goes wrong at {show_word(text, offset)}"
    raise DecodeError(DecodeFault("json-syntax", what, position=position_in(text, offset)))


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
            if below and isinstance(below, (dict, list, tuple)):
                yield (*at, step), below
                open_ones.append(((*at, step), _members_of(below)))
                break
        else:
            open_ones.pop()


def _members_of(part: Json) -> Iterator[tuple[Step, Json]]:
    if isinstance(part, list):
        return enumerate(part)
    return iter(part if isinstance(part, tuple) else part.items() if isinstance(part, dict) else ())


def _surrogate_faults(value: Json) -> Iterator[DecodeFault]:
    """A fault for each string that holds half of a surrogate pair; a name counts for its object."""
    for at, part in _containers([value]):
        for step, below in _members_of(part):
            if _has_stand_in(step):
                yield surrogate_fault(at[1:])
            if _has_stand_in(below):
                yield surrogate_fault((*at, step)[1:])


def _has_stand_in(text: Json) -> bool:
    return isinstance(text, str) and not text.isascii() and _STAND_IN.search(text) is not None
