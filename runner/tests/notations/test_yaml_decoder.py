"""The reader of YAML takes version 1.2 and its core schema, refuses what has no value in JSON, and says where."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.model import LiteralFloat, Position, Step
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.yaml_text import REPORTS, decode
from agentcard_conformance.notations.yaml_text.events import content_events, start_of
from odd_pieces import YAML_PIECES

CARD = "id: a\nskills:\n  - id: s\n    tags: [x, y]\n  - name: T\n"


def read(text: str | bytes) -> Document:
    return decode(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"), {})


def requirements_found(text: str | bytes) -> set[str]:
    """Of a text that holds a value or not."""
    try:
        document = read(text)
    except DecodeError as error:
        return {error.fault.requirement}
    json.dumps(document.value)
    return {fault.requirement for fault in document.faults}


def fault_of(text: str | bytes) -> DecodeFault:
    with pytest.raises(DecodeError) as caught:
        read(text)
    return caught.value.fault


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("NULL", None),
        ("True", True),
        ("FALSE", False),
        ("12", 12),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0o14", 12),
        ("0xFf", 255),
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("+.5e-1", 0.05),
        ("1e3", 1000.0),
        ("1e400", float("inf")),
    ],
)
def test_a_plain_scalar_of_the_core_schema_is_a_value(text: str, value: Any) -> None:
    found = read(f"[{text}]" if text else "[ ~ ]").value[0]

    assert (found, isinstance(found, bool)) == (value, isinstance(value, bool))


@pytest.mark.parametrize(
    "text",
    ["no", "yes", "on", "off", "y", "1:30", "1_000", "0b1", "2026-04-29", "nULL", "tRUE", "0o8", "0x1_0", "-0x1", "=",
     "+-5", "5-", "1.0e", "..5", "+", ".", "\u0663", "0x\u0663", "1\u00a02", "nan", "Infinity", "-.nan", ".iNF"],
)  # fmt: skip
def test_any_other_is_a_string(text: str) -> None:
    assert read(f"a: {text}").value == {"a": text}


@pytest.mark.parametrize("text", ['"12"', "'12'", "!!str 12", "! 12", "|-\n  12", ">-\n  12"])
def test_what_is_quoted_or_tagged_is_text(text: str) -> None:
    assert read(f"a: {text}\n").value == {"a": "12"}


@pytest.mark.parametrize(("text", "value"), [('!!int "12"', 12), ("!!float 12", 12), ("!!bool true", True)])
def test_a_tag_of_the_core_schema_stands_before_a_value_of_its_kind(text: str, value: Any) -> None:
    assert read(f"a: {text}").value == {"a": value}


def test_a_long_integer_keeps_its_digits_and_is_a_number() -> None:
    found = read(f"a: {'9' * 4301}").value["a"]

    assert isinstance(found, LiteralFloat)
    assert found.text == "9" * 4301


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        (b"a: \xff", "yaml-encoding"),
        ("a: [b", "yaml-syntax"),
        ("\ta: b", "yaml-syntax"),
        ('a: "\\q"', "yaml-syntax"),
        ('a: "\\UFFFFFFFF"', "yaml-syntax"),
        ("a: \x07", "yaml-syntax"),
        ("a: 1\n---\nb: 2", "one-document"),
        ("a: !!python/object:x.y {}", "yaml-tags"),
        ("a: !!int x", "yaml-tags"),
        ("!!seq {}", "yaml-tags"),
        ("a: &x 1", "yaml-aliases"),
        ("a: *x", "yaml-aliases"),
        ("&x a: 1", "yaml-aliases"),
        ("<<: {a: 1}", "yaml-aliases"),
        ("? [a]\n: b", "string-names"),
        ("a: .nan", "json-values"),
        ("a: -.INF", "json-values"),
        ("[" * 101 + "a", "nesting-depth"),
        ("- " * 101, "nesting-depth"),
        (f"a: 0x{'f' * 1000}", "reader-limits"),
        ("a: b # " + "c" * 2**16, "reader-limits"),
        ("- a\n" * 6000, "reader-limits"),
    ],
)
def test_what_is_no_card_is_refused_for_one_requirement(text: str | bytes, requirement: str) -> None:
    assert fault_of(text).requirement == requirement


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('a: {"b"\n  :c}', {"a": {"b": "c"}}),
        ("a: {b\n  : c}", {"a": {"b": "c"}}),
        ("a: {b:}", {"a": {"b": None}}),
        ("a: [b:, c]", {"a": [{"b": None}, "c"]}),
        ('["a":b]', [{"a": "b"}]),
        ("{?a: b, ? c : d}", {"?a": "b", "c": "d"}),
        ("[-1, --, -a, :b]", [-1, "--", "-a", ":b"]),
        ("a: [b,\n# c\n  d]", {"a": ["b", "d"]}),
        ("a: [\n  b\n]\nc: {d: [\n  e\n]}", {"a": ["b"], "c": {"d": ["e"]}}),
        ("'a\nb'", "a b"),
        ("a: |\n \n  \n  b\n", {"a": "\n\nb\n"}),
        ("a: |\n      \nb: c\n", {"a": "", "b": "c"}),
        ("a: '\x7f\x80\ufeff\uffff'", {"a": "\x7f\x80\ufeff\uffff"}),
        ("...\n# c\n...\na: b\n...\n...\n", {"a": "b"}),
        ("...\n%YAML 1.2\n---\na: b\n... # c", {"a": "b"}),
        ("a\x85: b\n'a\U0010fffd': c", {"a\x85": "b", "a\U0010fffd": "c"}),
    ],
)
def test_a_text_by_the_grammar_of_1_2_is_read(text: str, value: Any) -> None:
    assert read(text).value == value


@pytest.mark.parametrize(
    "text",
    [
        "a: [b]#c",
        "a: [b,#c\n  d]",
        "a: 'b'#c",
        "[-]",
        "{a: ?}",
        "a: [\nb]",
        "a: [b\n, c]",
        "a: {b: c,\nd: e}",
        "a: [[b]\n],\n c]",
        "a: 'b\nc'",
        "a: [\n\tb]",
        "a: |\n   \n  b",
        "...#a\nb: c",
        "... a",
        "...\n... a",
        "a: b\n...\n... c",
        "%YAML 1.2\n...\na: b",
        "{:::::",
        "{a:::",
        "a: b\x7f",
        "a: |\n  b\x80",
        "a: b # \ufeff",
        "a: b\ufeff",
    ],
)
def test_a_text_against_the_grammar_of_1_2_is_refused(text: str) -> None:
    assert fault_of(text).requirement == "yaml-syntax"


@pytest.mark.parametrize(
    ("text", "requirement", "at"),
    [
        ("a: 1\na: 2", "unique-names", ("a",)),
        ("a: {b: 1, b: 2}", "unique-names", ("a", "b")),
        ('{"a": 1, "a": 2}', "unique-names", ("a",)),
        ("1: a", "string-names", ()),
        ('a: "\\ud800"', "unicode-scalars", ("a",)),
    ],
)
def test_some_faults_leave_a_value(text: str, requirement: str, at: tuple[Step, ...]) -> None:
    (fault,) = read(text).faults

    assert (fault.requirement, fault.at) == (requirement, at)


def test_two_escapes_make_a_pair() -> None:
    assert read('a: "\\ud83d\\ude00"').value == {"a": "\U0001f600"}


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("form", ["a: b{}c: d", "a: 'b{}c: d'", 'a: "b{}c: d"'])
def test_what_breaks_lines_in_1_1_alone_breaks_none(mark: str, form: str) -> None:
    text = form.format(mark) if form[3] in "'\"" else form.format(mark).replace(": d", "")

    assert mark in read(text).value["a"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b\nc: [d\n", 3, 1),
        ("a: b\n\tc: d\n", 2, 1),
        ('a: "b\\q"\n', 1, 7),
        ("a: b\nc: \x07\n", 2, 4),
        ("a: 1\n---\nb", 2, 1),
        ("a:\n  - !x 1", 2, 5),
        ("a:\n  b: [c,\r\n\r\n d,\n    e]\n", 4, 2),
        ("a:\n  b: 'c\n    d\n  e\n    f'\n", 4, 3),
        ("\u00e9: *a", 1, 4),
    ],
)
def test_it_says_where(text: str, line: int, column: int) -> None:
    assert fault_of(text).position == Position(line, column)


def test_a_byte_that_is_no_utf_8_has_a_place() -> None:
    assert fault_of("é: é\nb: ".encode() + b"\xff").position == Position(2, 4)


@pytest.mark.parametrize(
    ("steps", "line", "column"),
    [
        ((), 1, 1),
        (("id",), 1, 5),
        (("skills",), 3, 3),
        (("skills", 0, "tags", 1), 4, 15),
        (("skills", 1, "name"), 5, 11),
        (("skills", 1, "missing"), 5, 5),
    ],
)
def test_each_part_has_a_place(steps: tuple[Step, ...], line: int, column: int) -> None:
    assert read(CARD).locate(steps) == Position(line, column)


def test_a_byte_order_mark_counts_for_nothing() -> None:
    assert read("\ufeffa: b").locate(("a",)) == Position(1, 4)


def test_events_have_places() -> None:
    assert [start_of(event) for event in content_events("a:\n  b")][1:3] == [Position(1, 1), Position(2, 3)]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(YAML_PIECES), max_size=14).map("".join))
def test_any_text_is_a_document_or_one_known_fault(text: str) -> None:
    assert requirements_found(text) <= REPORTS


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=30))
def test_so_are_any_bytes(card: bytes) -> None:
    assert requirements_found(card) <= REPORTS


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@settings(max_examples=100, deadline=None)
@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_json_text_is_read_as_json(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    assert read(json.dumps(value, indent=indent, ensure_ascii=ascii_only)).value == value
