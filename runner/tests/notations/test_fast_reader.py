"""The fast reader reads what the reference reads, and leaves the rest to it."""

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentcard_conformance.model import Json
from agentcard_conformance.notations import DecodeError, load_notation
from agentcard_conformance.notations.json_text import LARGEST_CARD
from agentcard_conformance.notations.json_text.fast_reader import (
    NOTATION,
    UNREADABLE,
    fast_read,
    is_too_deep,
    loads_are_certain,
    may_underflow,
)

NAMES = st.sampled_from(["a", "b", ":", "\\u003a", "\\u003A", "a\\u003a", "\\n", "é"])
SCALARS = st.sampled_from(["1", "1.5", '":"', '"\\u003a"', "null", '"a:b"', "[]", "{}"])
TEXTS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda parts: "[" + ", ".join(parts) + "]")
        | st.lists(st.tuples(NAMES, inner), max_size=4).map(
            lambda members: "{" + ",".join(f'"{name}":{part}' for name, part in members) + "}"
        )
    ),
    max_leaves=12,
)
VANISHING = ["1e-400", "-1E-400", "0." + "0" * 330 + "1", "0." + "0" * 230 + "1e-99", "1.5e-0350"]


def nested(levels: int, innermost: str = "[]") -> bytes:
    return ("[" * (levels - 1) + innermost + "]" * (levels - 1)).encode()


def strictly(card: bytes) -> Json:
    """What the reference's own reader makes of it, if nothing about it is odd."""
    try:
        document = load_notation(NOTATION).decode(card, {})
    except DecodeError:
        return UNREADABLE
    return UNREADABLE if document.faults else document.value


@pytest.mark.parametrize(
    "card", [b'{"a": 1, "b": [1.5, "x", null]}', b'"a"', b" {}\n", '{"é": "ü"}'.encode(), b'{"a":{}}']
)
def test_plain_json_is_read(card: bytes) -> None:
    assert fast_read(card) == json.loads(card)


@pytest.mark.parametrize(
    "card",
    [
        *(b"", b"{", b"{} {}", b"NaN", b"[01]", b'{"a":1,}', b"'a'", b'"\n"', b"\xff", b"[1e400]", b"\xef\xbb\xbf{}"),
        *('"a"'.encode("utf-16"), b'"\\ud800"', b'{"\\udc00": 1}', b'"\xed\xa0\x80"', b" " * (LARGEST_CARD + 1)),
    ],
    ids=lambda card: repr(card[:20]),
)
def test_what_is_no_json_or_odd_is_left_to_the_reference(card: bytes) -> None:
    assert fast_read(card) is UNREADABLE


@pytest.mark.parametrize(
    "card",
    [
        *(b'{"a":1,"a":1}', b'{"a":1, "\\u0061":2}', b'[{"a":{"b":1,"b":2}}]', b'{"a":":","a":":"}'),
        *(b'{"a":1,"a":"\\u003a"}', b'{"a":1,"a":"\\u003A"}', b'{"":1,"":2}'),
    ],
)
def test_a_name_that_stands_twice_is_seen(card: bytes) -> None:
    assert fast_read(card) is UNREADABLE


@given(TEXTS)
def test_the_two_readers_agree(text: str) -> None:
    value = fast_read(text.encode())

    assert value is UNREADABLE or value == strictly(text.encode())


@given(st.lists(TEXTS.map(str.encode), min_size=1, max_size=5))
def test_of_several_cards_no_value_is_certain_that_is_not_of_its_card_alone(cards: list[bytes]) -> None:
    values = [orjson.loads(card) for card in cards]

    assert not loads_are_certain(values, cards) or values == [fast_read(card) for card in cards]


@pytest.mark.parametrize(
    "cards",
    [
        [b'{"a":1,"a":2}', b'{"b":"\\u003a"}'],
        [b'{"a":1}', b'{"a":1,"a":1}', b"{}"],
        [b"[]", nested(101)],
        [b'{"a" : 1}', b'{"a":":"}', b'{"a":":", "a":1}'],
    ],
)
def test_one_card_read_in_another_way_makes_all_uncertain(cards: list[bytes]) -> None:
    assert not loads_are_certain([orjson.loads(card) for card in cards], cards)


@pytest.mark.parametrize("innermost", ["[]", "{}", '{"a":1}', "[1]"])
@pytest.mark.parametrize(("levels", "deep"), [(99, False), (100, False), (101, True), (250, True), (1000, True)])
def test_depth_is_bounded_where_the_reference_bounds_it(levels: int, deep: bool, innermost: str) -> None:
    assert (fast_read(nested(levels, innermost)) is UNREADABLE) == deep


@pytest.mark.parametrize("levels", [100, 101])
def test_depth_is_that_of_objects_too(levels: int) -> None:
    card = b'{"a":' * levels + b"1" + b"}" * levels

    assert is_too_deep(json.loads(card)) == (levels == 101)


@pytest.mark.parametrize("number", VANISHING)
def test_a_number_that_vanishes_is_suspected(number: str) -> None:
    assert float(number) == 0 and may_underflow(number.encode())


@pytest.mark.parametrize("number", ["0.0", "0e5", "1e-99", "2.5e-21", "0." + "0" * 190 + "1"])
def test_a_usual_number_is_not(number: str) -> None:
    assert not may_underflow(number.encode())
