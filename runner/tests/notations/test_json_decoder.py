"""The reader of JSON takes what RFC 8259 allows, refuses the rest, and says where."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from agentcard_conformance.model import LiteralFloat, Position, Step, to_pointer
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import LONGEST_INTEGER, MAX_DEPTH, REPORTS, decode

MODERATE = settings(max_examples=100, deadline=None)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)
FRAGMENTS = st.sampled_from(
    [
        *'{}[],:"\\/-+.eEu019 \n\t\r\f\v\0a',
        "true",
        "null",
        "NaN",
        "-Infinity",
        "\u00e9",
        "\u00a0",
        "\u2028",
        "\U0001f600",
        "\\ud83d",
        "\\ude00",
        '"a":',
        "[[",
        "]]",
    ]
)
JSONISH = st.lists(FRAGMENTS, max_size=12).map("".join)


def read(text: str) -> Document:
    return decode(text.encode(), {})


def refusal(card: bytes) -> DecodeFault:
    with pytest.raises(DecodeError) as caught:
        decode(card, {})
    return caught.value.fault


@pytest.mark.parametrize(
    ("card", "what", "line", "column"),
    [
        (b"", "expected a value, found the end of the card", 1, 1),
        (b" \n ", "expected a value, found the end of the card", 2, 2),
        (b"NaN", "expected a value, found 'NaN'", 1, 1),
        (b"[Infinity]", "expected a value, found 'Infinity'", 1, 2),
        (b"[-Infinity]", "expected a value, found '-Infinity'", 1, 2),
        (b"True", "expected a value, found 'True'", 1, 1),
        (b"nulll", "expected a value, found 'nulll'", 1, 1),
        (b"[1,]", "expected a value, found ']'", 1, 4),
        (b"[,1]", "expected a value, found ','", 1, 2),
        (b"[1 2]", "expected a comma or ], found '2'", 1, 4),
        (b"[1", "expected a comma or ], found the end of the card", 1, 3),
        (b'{"a" 1}', "expected :, found '1'", 1, 6),
        (b'{"a":}', "expected a value, found '}'", 1, 6),
        (b'{"a":1 "b":2}', "expected a comma or }, found '\"'", 1, 8),
        (b'{"a":1,}', "expected a member name in double quotes, found '}'", 1, 8),
        (b"{a:1}", "expected a member name in double quotes or }, found 'a'", 1, 2),
        (b"{'a':1}", 'expected a member name in double quotes or }, found "\'"', 1, 2),
        (b"{} {}", "expected the end of the card, found '{'", 1, 4),
        (b"{}\n// done", "expected the end of the card, found '/'", 2, 1),
        (b"[01]", "expected a value, found '01'", 1, 2),
        (b"[+1]", "expected a value, found '+1'", 1, 2),
        (b"[.5]", "expected a value, found '.5'", 1, 2),
        (b"[5.]", "expected a value, found '5.'", 1, 2),
        (b"[1e]", "expected a value, found '1e'", 1, 2),
        (b"[0x1F]", "expected a value, found '0x1F'", 1, 2),
        (b"[-]", "expected a value, found '-'", 1, 2),
        (b"[1_000]", "expected a value, found '1_000'", 1, 2),
        (b"\x0c1", "expected a value, found '\\x0c'", 1, 1),
        ("\u00a01".encode(), "expected a value, found '\\xa0'", 1, 1),
        (b"1\x00", "expected the end of the card, found '\\x00'", 1, 2),
    ],
)
def test_text_that_is_not_json_is_refused_where_it_goes_wrong(card: bytes, what: str, line: int, column: int) -> None:
    fault = refusal(card)

    assert fault == DecodeFault("json-syntax", what, position=Position(line, column))


@pytest.mark.parametrize(
    ("card", "found", "column"),
    [
        (b'["a', "the end of the card", 4),
        (b'["a\\', "the end of the card", 5),
        (b'["\\x41"]', "'\\\\'", 3),
        (b'["\\u12"]', "'u12'", 4),
        (b'["\\u+123"]', "'u+123'", 4),
        (b'["a\tb"]', "'\\t'", 4),
        (b'["a\nb"]', "'\\n'", 4),
        (b'["\x00"]', "'\\x00'", 3),
    ],
)
def test_a_string_that_is_not_json_is_refused_where_it_goes_wrong(card: bytes, found: str, column: int) -> None:
    fault = refusal(card)

    assert fault.what.endswith(f"closing quote, found {found}")
    assert (fault.requirement, fault.position) == ("json-syntax", Position(1, column))


@pytest.mark.parametrize(
    ("card", "what", "line", "column"),
    [
        ('{"a":1}'.encode("utf-16-le"), "the bytes look like UTF-16", 1, 1),
        ('{"a":1}'.encode("utf-16-be"), "the bytes look like UTF-16", 1, 1),
        ('{"a":1}'.encode("utf-32-le"), "the bytes look like UTF-32", 1, 1),
        ('{"a":1}'.encode("utf-32-be"), "the bytes look like UTF-32", 1, 1),
        (b"\xff\xfe{\x00", "byte 0xFF at offset 0 is not well-formed UTF-8", 1, 1),
        (b'["\xc3\xa9\xe9"]', "byte 0xE9 at offset 4 is not well-formed UTF-8", 1, 4),
        (b'[\n"\xc3("]', "byte 0xC3 at offset 3 is not well-formed UTF-8", 2, 2),
        (b'"\xc0\xaf"', "byte 0xC0 at offset 1 is not well-formed UTF-8", 1, 2),
        (b'"\xed\xa0\x80"', "byte 0xED at offset 1 is not well-formed UTF-8", 1, 2),
        (b'"\xf4\x90\x80\x80"', "byte 0xF4 at offset 1 is not well-formed UTF-8", 1, 2),
        (b'"\x80"', "byte 0x80 at offset 1 is not well-formed UTF-8", 1, 2),
        (b'"\xe2\x82', "byte 0xE2 at offset 1 is not well-formed UTF-8", 1, 2),
    ],
)
def test_bytes_that_are_not_utf_8_are_refused_at_the_first(card: bytes, what: str, line: int, column: int) -> None:
    fault = refusal(card)

    assert fault == DecodeFault("json-encoding", what, position=Position(line, column))


@pytest.mark.parametrize(
    ("text", "requirement", "at", "line", "column"),
    [
        ("\ufeff{}", "byte-order-mark", (), 1, 1),
        ('{"a":1,\n "a":2}', "unique-names", ("a",), 2, 2),
        ('{"a":1,"\\u0061":2}', "unique-names", ("a",), 1, 8),
        ('{"a":[{"b":1,"b":2}]}', "unique-names", ("a", 0, "b"), 1, 14),
        ('["\\ud800"]', "unicode-scalars", (0,), 1, 2),
        ('["\\ude00\\ud83d"]', "unicode-scalars", (0,), 1, 2),
        ('{"\\udfff":1}', "unicode-scalars", (), 1, 2),
    ],
)
def test_what_is_odd_is_noted_and_read_on(
    text: str, requirement: str, at: tuple[Step, ...], line: int, column: int
) -> None:
    (fault,) = read(text).faults

    assert (fault.requirement, fault.at, fault.position) == (requirement, at, Position(line, column))


def test_of_a_name_that_stands_twice_the_last_value_counts() -> None:
    assert read('{"a":1,"a":2}').value == {"a": 2}


def test_a_byte_order_mark_is_no_part_of_the_value() -> None:
    assert read("\ufeff[1]").value == [1]


def test_a_byte_order_mark_in_the_middle_is_no_blank() -> None:
    assert refusal("[\ufeff1]".encode()).requirement == "json-syntax"


def test_a_surrogate_pair_in_escapes_is_one_character() -> None:
    document = read('"\\ud83d\\ude00"')

    assert (document.value, document.faults) == ("\U0001f600", ())


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_the_deepest_level_that_is_read(opening: str, closing: str) -> None:
    inner = "[]" if opening == "[" else "{}"
    deepest = opening * (MAX_DEPTH - 1) + inner + closing * (MAX_DEPTH - 1)

    assert read(deepest).faults == ()
    assert refusal(f"{opening}{deepest}{closing}".encode()).requirement == "nesting-depth"


def test_a_card_as_deep_as_it_is_long_is_refused_at_the_first_level_too_deep() -> None:
    fault = refusal(b"[" * 1_000_000)

    assert (fault.requirement, fault.position) == ("nesting-depth", Position(1, MAX_DEPTH + 1))


def test_every_fault_has_a_requirement_that_dialects_are_held_to() -> None:
    cards = [b"", b"\xff", b"[" * 200, b'\xef\xbb\xbf{"a":1,"a":"\\ud800"}']
    found = {fault.requirement for card in cards for fault in faults_of(card)}

    assert found == REPORTS


def faults_of(card: bytes) -> tuple[DecodeFault, ...]:
    try:
        return decode(card, {}).faults
    except DecodeError as refused:
        return (refused.fault,)


@pytest.mark.parametrize(
    "spelling",
    ["2.854e-21", "2.8540e-21", "2854E-24", "-0.0", "0e0", "1E+2", "1e400", "1e-400", "100.00", "1e" + "9" * 30],
)
def test_a_number_that_is_no_integer_keeps_its_spelling(spelling: str) -> None:
    number = read(spelling).value

    assert isinstance(number, LiteralFloat)
    assert number.text == spelling


@pytest.mark.parametrize("spelling", ["0", "-0", "7", "-12", "9" * LONGEST_INTEGER])
def test_a_number_written_as_an_integer_is_one(spelling: str) -> None:
    number = read(spelling).value

    assert type(number) is int
    assert number == int(spelling)


def test_an_integer_beyond_what_python_converts_is_read_all_the_same() -> None:
    number = read("9" * (LONGEST_INTEGER + 1)).value

    assert math.isinf(number)
    assert number.text == "9" * (LONGEST_INTEGER + 1)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_are_counted_by_their_line_feeds(ending: str) -> None:
    document = read(ending.join(["[", "1,", '  "\u00e9", 2', "]"]))

    assert [document.locate((index,)) for index in range(3)] == [Position(2, 1), Position(3, 3), Position(3, 8)]


def test_the_place_of_what_is_not_there_is_that_of_what_is_around_it() -> None:
    assert read('{\n "a": {}}').locate(("a", "b", 3)) == Position(2, 7)


def test_many_odd_places_cost_one_look_each() -> None:
    document = read("{" + ",".join(['"a":1'] * 30_000) + "}")

    assert len(document.faults) == 29_999
    assert document.faults[-1].position == Position(1, 179_996)


@MODERATE
@given(VALUES, st.sampled_from([None, 0, 3, "\t"]), st.booleans())
def test_what_is_written_is_read_back(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

    assert read(text).value == value


@MODERATE
@given(VALUES)
def test_each_value_stands_where_it_is_located(value: Any) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    document = read(text)

    assert [standing(text, document.locate(at)) for at, _ in parts(value)] == [part for _, part in parts(value)]


def parts(value: Any, at: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Any]]:
    yield at, value
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in steps:
        yield from parts(part, (*at, step))


def standing(text: str, place: Position | None) -> Any:
    assert place is not None
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
    return json.JSONDecoder().raw_decode(text, offset)[0]


@settings(max_examples=300, deadline=None)
@given(JSONISH)
@example("NaN")
@example('{"a":1,"a":2}')
@example('"\\ud83d"')
@example("[1.0,1,-0,-0.0,1e400,true]")
def test_the_standard_library_and_we_take_the_same_texts(text: str) -> None:
    assume(not is_read_differently_on_purpose(text))

    assert ours(text) == theirs(text)


def is_read_differently_on_purpose(text: str) -> bool:
    """We read past a byte order mark, and no deeper than a hundred levels; both have tests of their own."""
    return text.startswith("\ufeff") or text.count("[") + text.count("{") > MAX_DEPTH


def ours(text: str) -> str:
    try:
        return repr(read(text).value)
    except DecodeError:
        return "refused"


def theirs(text: str) -> str:
    try:
        return repr(json.loads(text, parse_constant=int))  # int refuses NaN and Infinity, as RFC 8259 does
    except ValueError:
        return "refused"


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=40) | JSONISH.map(lambda text: text.encode()[:-1]))
def test_no_bytes_at_all_raise_anything_but_a_refusal(card: bytes) -> None:
    for fault in faults_of(card):
        assert fault.requirement in REPORTS
        assert fault.what.isascii()


@pytest.mark.parametrize(
    ("steps", "written"),
    [((), ""), (("a", 0), "/a/0"), (("",), "/"), (("a/b", "~1"), "/a~1b/~01"), (("\u00e9",), "/\u00e9")],
)
def test_steps_are_written_as_a_json_pointer(steps: tuple[Step, ...], written: str) -> None:
    assert to_pointer(steps) == written
