"""A value is written in YAML so that nobody doubts it, and a card that is laid out is the same card."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agentcard_conformance.model import LiteralFloat
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.yaml_text import decode, encode, lay_out
from odd_pieces import YAML_PIECES

ODD = ["no", "y", "~", "null", "0o14", "1e3", "1:30", "<<", "a: b", "a #b", "- a", "\ud800", "\x85", "\ufeff", "'", '"']
TEXT = st.text(st.characters(codec=None, categories=None), max_size=8) | st.sampled_from([*ODD, "n" * 1100])
FLOATS = st.floats(allow_nan=False, allow_infinity=False).map(lambda number: LiteralFloat(repr(number)))
NUMBERS = st.integers() | FLOATS | st.sampled_from(["1e400", "1E-7", "0.50", "9" * 4301]).map(LiteralFloat)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)
THOROUGH = settings(max_examples=100, deadline=None)


def read(card: bytes) -> Any:
    return decode(card, {}).value


def is_text(value: Any) -> bool:
    """Halves of a surrogate pair side by side are read as the pair."""
    return str(value).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") == str(value)


@THOROUGH
@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assume(is_text(value))

    assert read(encode(value)) == value


@THOROUGH
@given(VALUES)
def test_what_is_written_is_in_the_house_form(value: Any) -> None:
    assert lay_out(encode(value)) == encode(value)


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}, lambda inner: [{"a": inner}]])
def test_so_is_a_deep_value(wrap: Any) -> None:
    value: Any = "a"
    for _ in range(50):
        value = wrap(value)

    assert read(encode(value)) == value


@pytest.mark.parametrize(
    "text", ["Echo", "Tea Timer", "https://a.example/b", "agent-card@0.2.1", "MUST NOT spill, ever"]
)
def test_plain_text_is_written_plainly(text: str) -> None:
    assert encode({"a": text}).decode() == f"a: {text}\n"


@pytest.mark.parametrize(
    "text",
    ["", "7", "1.0", "no", "Yes", "NULL", "y", "~", "2026-04-29", ".5", "a: b", "a:", "a #b", "-", "?", "@a", "a ",
     " a", "!a", "&a", "*a", "=", "<<", "[a]", "{a}", "%a", "\u0131", "\u2028", "caf\u00e9", "a\nb", "a\tb"],
)  # fmt: skip
def test_text_that_a_reader_could_doubt_is_quoted(text: str) -> None:
    written = encode({"a": text}).decode()

    assert written.startswith('a: "')
    assert written.endswith('"\n')


@pytest.mark.parametrize(
    ("text", "written"), [("1e3", "1.0e+3"), ("1.5E-7", "1.5e-7"), ("0.50", "0.50"), ("12", "12"), ("1.0e5", "1.0e+5")]
)
def test_a_number_is_one_in_yaml_1_1_as_well(text: str, written: str) -> None:
    assert encode(LiteralFloat(text)).decode() == f"{written}\n"


@pytest.mark.parametrize(
    ("card", "laid"),
    [
        ("a:   b\n", "a: b\n"),
        ("a:\n    b: 'c'\n    d: \"\\u0065\"", "a:\n  b: 'c'\n  d: \"\\u0065\"\n"),
        ("a:\n- b\n- {c: d}\n", "a:\n  - b\n  - {c: d}\n"),
        ("-   a\n-\n  b: 1\n  c: 0x1F", "- a\n- b: 1\n  c: 0x1F\n"),
        ("a :\n   b\n\n\nc:\n", "a: b\nc:\n"),
        ("a: !!str 1\n\nb: []  \n", "a: !!str 1\nb: []\n"),
    ],
)
def test_a_card_is_laid_out_with_each_text_spelled_as_it_was(card: str, laid: str) -> None:
    assert lay_out(card.encode()).decode() == laid


@pytest.mark.parametrize(
    "card",
    [
        "# A card.\na:   b\n",
        "---\na:   b\n",
        "a:   |\n  b\n",
        "a:   b\n  c\n",
        "? a\n:   b\n",
        "a:   [b,\n  c]\n",
        '{"a":   1,\n"b": 2}\n',
        '{"a"\n:   1}\n',
        "a: &x   b\n",
        "\ufeffa:   b\n",
    ],
)
def test_a_card_with_more_to_it_stays_as_it_is(card: str) -> None:
    assert lay_out(card.encode()) == card.encode()


@THOROUGH
@given(st.lists(st.sampled_from(YAML_PIECES), max_size=14).map("".join))
def test_laying_out_changes_no_value_and_is_done_once(text: str) -> None:
    card = text.encode()
    try:
        value = read(card)
    except DecodeError:
        return
    laid = lay_out(card)

    assert repr(read(laid)) == repr(value)
    assert lay_out(laid) == laid
