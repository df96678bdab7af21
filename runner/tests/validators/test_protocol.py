"""Every line of the stream protocol is read as its schema says, and no bytes can do harm."""

import gc
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from agentcard_conformance.escaping import TEXT_LIMIT, to_short_ascii
from agentcard_conformance.model import Answer, Identity, ReportedError, Verdict
from agentcard_conformance.validators.protocol.answers import answer_line, parse_answer, parse_sole_answer
from agentcard_conformance.validators.protocol.handshake import Welcome, parse_greeting, parse_welcome, welcome_line
from agentcard_conformance.validators.protocol.lines import LineBuffer, ProtocolError
from agentcard_conformance.validators.protocol.questions import parse_question, question_line

SCHEMAS = Path(__file__).parents[3] / "schema" / "suite"

MEMBERS = [
    "id",
    "valid",
    "skip",
    "errors",
    "projection",
    "pointer",
    "message",
    "dialect",
    "card",
    "context",
    "suite",
    "validator",
    "dialects",
    "name",
    "agentcard-conformance",
]
TEXTS = st.sampled_from(["", "why", "e30=", "\ud800", "\x1b[2J", "a" * 600, "%%%"])
LEAVES = st.one_of(st.none(), st.booleans(), st.sampled_from([0, 1, 1.0, 2, 1.5, -1, 2**53, 2**53 + 1, 1e300]), TEXTS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=3),
    max_leaves=12,
)
MESSAGES = st.dictionaries(st.sampled_from(MEMBERS), VALUES, max_size=5)

ERRORS = st.none() | st.lists(
    st.dictionaries(st.sampled_from(["pointer", "message", "requirement"]), LEAVES), max_size=3
)
NEAR_ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "id": LEAVES,
        "valid": st.booleans() | LEAVES,
        "skip": TEXTS | LEAVES,
        "errors": ERRORS | VALUES,
        "projection": VALUES,
    },
)
NEAR_QUESTIONS = st.fixed_dictionaries(
    {"id": LEAVES, "dialect": LEAVES, "context": st.dictionaries(TEXTS, LEAVES, max_size=2) | LEAVES},
    optional={"card": st.just("e30=") | st.none() | st.booleans()},
)
NEAR_WELCOMES = st.fixed_dictionaries(
    {"agentcard-conformance": st.just(1) | LEAVES},
    optional={
        "validator": st.dictionaries(st.sampled_from(["name", "version", "more"]), LEAVES, max_size=3) | LEAVES,
        "dialects": st.lists(LEAVES, max_size=2) | LEAVES,
        "suite": LEAVES,
    },
)
HOSTILE_TEXT = st.text(st.characters(codec=None), max_size=700) | TEXTS


def schema(name: str) -> Draft202012Validator:
    text = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text), registry=Registry())


ANSWER, QUESTION, WELCOME, GREETING = map(schema, ("answer", "question", "welcome", "greeting"))


def line(message: Any) -> bytes:
    return json.dumps(message).encode()


def is_read(read: Any, message: Any) -> bool:
    try:
        read(line(message))
    except ProtocolError:
        return False
    return True


@pytest.mark.parametrize("name", ["answer", "greeting", "question", "validator", "welcome"])
def test_a_schema_is_a_schema_under_its_own_name(name: str) -> None:
    document = schema(name).schema
    Draft202012Validator.check_schema(document)
    assert document["$id"] == f"https://agentcard-conformance.dev/schema/suite/{name}.schema.json"


@given(NEAR_ANSWERS | MESSAGES)
def test_an_answer_is_one_exactly_where_its_schema_says_so(message: dict[str, Any]) -> None:
    heard = parse_sole_answer(line(message)).answer is not Answer.NONE
    assert heard == ANSWER.is_valid(message)


@given(NEAR_ANSWERS)
def test_an_answer_on_the_stream_is_the_same_with_a_known_id(message: dict[str, Any]) -> None:
    with_id = {**message, "id": 17}
    number, verdict = parse_answer(line(with_id))
    assert (number, verdict.answer) == (17, parse_sole_answer(line(with_id)).answer)


@given(NEAR_QUESTIONS | MESSAGES)
def test_a_question_is_one_exactly_where_its_schema_says_so(message: dict[str, Any]) -> None:
    if message.get("card") not in ("", "e30=") and isinstance(message.get("card"), str):
        # JSON Schema only notes that a string is base64.
        message["card"] = "e30="
    assert is_read(parse_question, message) == QUESTION.is_valid(message)


@given(NEAR_WELCOMES | MESSAGES)
def test_a_welcome_is_one_exactly_where_its_schema_says_so(message: dict[str, Any]) -> None:
    assert is_read(parse_welcome, message) == WELCOME.is_valid(message)


@given(NEAR_WELCOMES | MESSAGES)
def test_a_greeting_is_one_exactly_where_its_schema_says_so(message: dict[str, Any]) -> None:
    assert is_read(parse_greeting, message) == GREETING.is_valid(message)


def refusal(read: Callable[[bytes], object], data: bytes) -> str:
    """Why a line is not read, if it is not."""
    try:
        read(data)
    except ProtocolError as garbled:
        return str(garbled)
    return ""


@given(st.binary(max_size=300) | st.text().map(str.encode) | MESSAGES.map(line))
def test_no_bytes_raise_anything_but_garbled(data: bytes) -> None:
    parse_sole_answer(data)
    for read in (parse_answer, parse_question, parse_welcome, parse_greeting):
        assert refusal(read, data).isascii()


@given(HOSTILE_TEXT)
def test_a_strangers_text_comes_out_printable_and_bounded(text: str) -> None:
    shown = to_short_ascii(text)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) <= TEXT_LIMIT


@given(st.integers(0, 2**53), st.binary(max_size=300), HOSTILE_TEXT, st.dictionaries(HOSTILE_TEXT, LEAVES, max_size=2))
def test_a_question_arrives_as_it_was_sent(number: int, card: bytes, dialect: str, context: dict[str, Any]) -> None:
    sent = question_line(number, card, dialect, context)
    assert parse_question(sent.rstrip(b"\n")) == (number, card, dialect, context)


@given(st.integers(0, 2**53), st.binary(max_size=300), st.sampled_from(["one-dialect", "a.b"]))
def test_the_short_way_of_reading_a_question_agrees_with_the_long_one(number: int, card: bytes, dialect: str) -> None:
    short = question_line(number, card, dialect, {}).rstrip(b"\n")
    assert parse_question(short) == parse_question(b" " + short)


@given(st.integers(0, 2**53), st.booleans())
def test_the_short_way_of_reading_an_answer_agrees_with_the_long_one(number: int, valid: bool) -> None:
    short = answer_line(number, valid).rstrip(b"\n")
    assert parse_answer(short) == parse_answer(b" " + short)


@given(st.lists(st.binary(max_size=20).map(lambda text: text.replace(b"\n", b"")), max_size=8), st.integers(1, 9))
def test_lines_are_the_same_however_they_are_cut(whole: list[bytes], size: int) -> None:
    sent = b"".join(each + b"\n" for each in whole)
    lines = LineBuffer()
    heard = [each for start in range(0, len(sent), size) for each in lines.feed(sent[start : start + size])]
    assert (heard, lines.has_partial_line) == (whole, False)


def test_a_line_without_end_is_garbled_at_sixteen_mebibytes() -> None:
    lines = LineBuffer()
    for _ in range(15):
        lines.feed(b"x" * 1024 * 1024)
    with pytest.raises(ProtocolError, match="16 MiB"):
        lines.feed(b"x" * 1024 * 1024)


@pytest.mark.parametrize(
    "text",
    [
        b'{"id": 1, "valid": true, "valid": false}',
        b'{"id": 1, "id": 2, "valid": true}',
        b'{"id": 1, "valid": true} {}',
        b'{"id": NaN, "valid": true}',
        b'{"id": ' + b"9" * 5000 + b', "valid": true}',
        b'{"id": 01, "valid": true}',
        b'\xef\xbb\xbf{"id": 1, "valid": true}',
        '{"id": 1, "valid": true}'.encode("utf-16"),
        b'{"valid": true}',
        b'{"id": "1", "valid": true}',
        b'{"id": true, "valid": true}',
        b'{"id": null, "valid": true}',
        b'[{"id": 1, "valid": true}]',
        b'{"id": 1, "valid": ' + b"[" * 100_000,
        b"",
    ],
)
def test_a_line_without_one_clear_id_answers_nothing(text: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_answer(text)


@pytest.mark.parametrize(
    "rest",
    [
        "",
        ', "valid": null',
        ', "valid": 1',
        ', "valid": "true"',
        ', "valid": true, "skip": "x"',
        ', "skip": true',
        ', "skip": null',
        ', "valid": true, "errors": {}',
        ', "valid": true, "errors": ["x"]',
        ', "valid": false, "errors": [{"message": 1}]',
        ', "error": "ValueError"',
    ],
)
def test_a_known_id_without_a_clear_answer_is_no_answer_for_its_card(rest: str) -> None:
    number, verdict = parse_answer(f'{{"id": 17{rest}}}'.encode())
    assert (number, verdict.answer) == (17, Answer.NONE)


def test_what_is_published_is_kept_as_a_value() -> None:
    projection = {"name": "A", "skills": [{"id": "s", "tags": []}], "n": 1.5}

    (_, verdict) = parse_answer(line({"id": 1, "valid": True, "projection": projection}))

    assert verdict == Verdict(Answer.VALID, projection=projection)


def test_of_a_refused_card_nothing_is_published() -> None:
    assert parse_sole_answer(b'{"valid": false, "projection": {}}') == Verdict(Answer.INVALID)


@pytest.mark.parametrize(
    ("projection", "why"),
    [
        (b"[]", "that is not an object"),
        (b'{"a": [{"b": 1, "b": 2}]}', "in which a member stands twice"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "that is nested more than 100 levels deep"),
    ],
)
def test_what_is_published_is_one_clear_object(projection: bytes, why: str) -> None:
    verdict = parse_sole_answer(b'{"valid": true, "projection": ' + projection + b"}")

    assert (verdict.answer, verdict.why) == (Answer.NONE, f'gave an answer with a "projection" {why}')


def test_complaints_are_kept_as_they_are_said() -> None:
    message = {"valid": False, "errors": [{"pointer": "/a", "message": "b", "requirement": "c", "more": 1}, {}]}
    expected = Verdict(Answer.INVALID, errors=(ReportedError("/a", "b", "c"), ReportedError()))
    assert parse_sole_answer(line(message)) == expected


def test_a_welcome_says_who_answers_and_what_it_judges() -> None:
    sent = welcome_line({"validator": {"name": "n", "version": "1"}, "dialects": ["d"]})
    assert parse_welcome(sent) == Welcome(Identity("n", "1"), ("d",))


def seconds_of(act: Callable[[bytes], object], data: bytes) -> float:
    began = time.process_time()
    act(data)
    return time.process_time() - began


def test_a_million_errors_cost_little_more_than_reading_them() -> None:
    answer = b'{"id": 17, "valid": false, "errors": [' + b'{"message": 1},' * 1_000_000 + b"{}]}"
    answer = answer.replace(b'"message": 1', b'"message":""', 40)

    number, verdict = parse_answer(answer)

    assert (number, verdict.answer, len(verdict.errors)) == (17, Answer.INVALID, 32)
    assert seconds_of(parse_answer, answer) < 4 * seconds_of(json.loads, answer)


@pytest.mark.parametrize("part", [b"[],", b"{},", b"0,", b'{"a":[{}]},'])
def test_what_would_take_long_to_read_is_not_read(part: bytes) -> None:
    answer = b'{"id": 17, "valid": false, "errors": [' + part * (5_000_000 // len(part) * 3) + b"{}]}"
    began = time.process_time()

    with pytest.raises(ProtocolError, match="more than 2,200,000 values"):
        parse_answer(answer)

    assert time.process_time() - began < 0.5


def test_the_collector_goes_on_after_an_answer_that_is_none() -> None:
    with pytest.raises(ProtocolError):
        parse_answer(b"[")

    assert gc.isenabled()
