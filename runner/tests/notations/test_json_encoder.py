"""A card is written so that its reader sees what is in it, and only its layout changes when it is laid out."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.notations import json_text, load_house_form, load_notation, notation_names
from agentcard_conformance.notations.json_text.decoder import decode
from agentcard_conformance.notations.json_text.encoder import encode, is_unmistakable, lay_out

TEXT = st.text(st.characters(codec=None, categories=None), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)


def test_there_is_a_decoder_for_every_house_form() -> None:
    assert all(callable(load_notation(name).decode) for name in notation_names() if load_house_form(name))


def test_a_notation_may_have_no_house_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(json_text, "encode")

    assert load_house_form("json_text") is None


def test_a_part_of_a_house_form_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(json_text, "lay_out")

    with pytest.raises(SuiteError, match="notations/json_text: has no lay_out"):
        load_house_form("json_text")


@pytest.mark.parametrize(
    ("card", "laid"),
    [
        ("{}", "{}\n"),
        ("{ }", "{}\n"),
        ("7", "7\n"),
        ('{"a":1,"b":[]}', '{\n  "a": 1,\n  "b": []\n}\n'),
        ('{"a":{"b":[1,2]}}', '{\n  "a": {"b": [1, 2]}\n}\n'),
        ('{"a":{"b":[1,\n2]}}', '{\n  "a": {\n    "b": [\n      1,\n      2\n    ]\n  }\n}\n'),
        ('{"a":[[1],[\n2]]}', '{\n  "a": [\n    [1],\n    [\n      2\n    ]\n  ]\n}\n'),
        ('[{"a":1},{"b":2}]', '[\n  {"a": 1},\n  {"b": 2}\n]\n'),
        ('{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}\n'),
        ('{"\\u0061":-0.0e+00}', '{\n  "\\u0061": -0.0e+00\n}\n'),
        ('{"a":"x : , [ ] {\\" }"}', '{\n  "a": "x : , [ ] {\\" }"\n}\n'),
    ],
)
def test_a_card_is_laid_out(card: str, laid: str) -> None:
    assert lay_out(card.encode()).decode() == laid


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("é漢😀", "é漢😀"),
        ("a\u0301", "a\\u0301"),
        ("\u200b", "\\u200b"),
        ("\u00a0", "\\u00a0"),
        ("\x7f", "\\u007f"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\udb40\\udc41"),
        ("\uff21", "\\uff21"),
        ("\u0430\u03bf", "\\u0430\\u03bf"),
        ("\u0663", "\\u0663"),
        ("\U0001f1e9", "\\ud83c\\udde9"),
        ("\u3164\u2800", "\\u3164\\u2800"),
        ("\n\t", "\\n\\t"),
        ('"\\/', '\\"\\\\/'),
    ],
)
def test_what_a_reader_does_not_see_is_escaped(text: str, written: str) -> None:
    assert encode(text) == f'"{written}"\n'.encode()


def test_no_blank_control_or_mark_stands_for_itself() -> None:
    clear = [chr(code) for code in range(0x110000) if is_unmistakable(chr(code))]

    assert {unicodedata.category(letter)[0] for letter in clear if letter != " "} == {"L", "N", "P", "S"}


@pytest.mark.parametrize("number", ["2.8540e-21", "-0.0", "1e400", "1.0", "7", "-12", "0e0", "1" * 5000])
def test_a_number_keeps_its_spelling(number: str) -> None:
    assert encode(decode(number.encode(), {}).value) == f"{number}\n".encode()


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert decode(encode(value), {}).value == value


@settings(max_examples=150, deadline=None)
@given(VALUES, st.sampled_from([None, 0, 1, 4]), st.booleans())
def test_laying_out_changes_no_value_and_is_done_once(value: Any, indent: int | None, ascii_only: bool) -> None:
    card = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    laid = lay_out(card)

    assert decode(laid, {}).value == decode(card, {}).value
    assert lay_out(laid) == laid


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_what_is_written_is_in_the_house_form(value: Any) -> None:
    assert lay_out(encode(value)) == encode(value)
