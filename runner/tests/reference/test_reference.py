"""The reference finds all that is wrong with a card, says it once, and survives every card."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Answer, Assessment, Position, Question, ReportedError, Stage, Step
from agentcard_conformance.notations.json_text import LARGEST_CARD
from agentcard_conformance.reference import Reference, matches_schema
from agentcard_conformance.reference.dialect_judge import _LONGEST_SENTENCE

Assess: TypeAlias = Callable[[bytes], Assessment]
Rewrite: TypeAlias = Callable[[str, Callable[[Any], object]], None]

FULL_CARD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [
        {"id": "tool.a", "description": "a", "tags": ["x"], "input_schema": {"type": "object"}, "output_schema": {}},
        {"id": "tool.b", "description": "b"},
    ],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com", "auth": {"scheme": "none"}},
    "pricing": {"base_cost_joules": 0, "per_token_joules": 1},
    "metadata": {"pacr:trust_tier": "basic", "pacr:substrate_scope": "x"},
    "goal_subscriptions": [{"goal_id": "g", "description": "d", "priority": 0.5}],
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "url", "$ref", "type", "input_schema", "a"]), inner, max_size=3)
    ),
    max_leaves=8,
)
ONE_OF_EACH_TYPE = [None, True, 7, 0.5, "text", [], ["text"], {}, {"id": 7, "url": 7, "a": {"id": 7}}]


@pytest.fixture
def limit() -> Iterator[int]:
    """Python's own recursion limit, whatever ran before."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield 1000
    sys.setrecursionlimit(before)


def ids(assessment: Assessment) -> list[str]:
    return [finding.requirement.id for finding in assessment.violations]


def written(card: Any) -> bytes:
    return json.dumps(card).encode()


def places(value: Any, at: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    yield at
    for step, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*at, step))


def replaced(value: Any, at: tuple[Step, ...], new: object) -> Any:
    if not at:
        return new
    copy = value.copy()
    copy[at[0]] = replaced(copy[at[0]], at[1:], new)
    return copy


def nested(levels: int, innermost: dict[str, Any]) -> dict[str, Any]:
    for _ in range(levels):
        innermost = {"not": innermost}
    return innermost


PLACES = list(places(FULL_CARD))


def test_a_good_card_is_valid_and_gets_no_advice(assess: Assess, card: Any) -> None:
    assessment = assess(written(card))

    assert assessment.verdict.answer is Answer.VALID
    assert (assessment.violations, assessment.advice, assessment.contested) == ((), (), ())
    assert assessment.value == card


def test_a_card_with_every_member_is_valid(assess: Assess) -> None:
    assert ids(assess(written(FULL_CARD))) == []


def test_all_that_is_wrong_is_found_at_once_by_where_it_stands(assess: Assess, card: Any) -> None:
    wrong = {**card, "name": "", "version": "1.0", "capabilities": [{"id": "A", "description": 1}], "agent_id": 1}

    found = [(finding.requirement.id, finding.pointer) for finding in assess(written(wrong)).violations]

    assert found == [
        ("agent-id-type", "/agent_id"),
        ("name-length", "/name"),
        ("version-semver", "/version"),
        ("capability-id-form", "/capabilities/0/id"),
        ("capability-description-type", "/capabilities/0/description"),
    ]


def test_findings_are_sorted_by_line_then_column(assess: Assess, card: Any) -> None:
    wrong = {"name": 1, "version": 1, **card, "endpoint": 1, "capabilities": [1, 1]}
    found = assess(json.dumps({**wrong, "name": 1, "version": 1}, indent=1).encode()).violations

    assert found == tuple(
        sorted(found, key=lambda each: (each.position.line, each.position.column) if each.position else ())
    )
    assert len({finding.position for finding in found}) == len(found) == 5


def test_a_finding_says_where_and_at_what_stage(assess: Assess, card: Any) -> None:
    (finding,) = assess(json.dumps({**card, "version": "1.0"}, indent=2).encode()).violations

    assert finding.position == Position(4, 14)
    assert (finding.pointer, finding.stage) == ("/version", Stage.RULE)


def test_what_schema_and_rule_both_find_is_said_once_and_by_the_rule(assess: Assess, card: Any) -> None:
    (finding,) = assess(written({**card, "pricing": {"base_cost_joules": 1e-22}})).violations

    assert finding.stage is Stage.RULE
    assert "Landauer" in finding.what


def test_what_the_schema_alone_finds_is_said_by_the_schema(assess: Assess, card: Any) -> None:
    (finding,) = assess(written({**card, "name": "a" * 129})).violations

    assert (finding.stage, finding.what) == (Stage.SCHEMA, "it has 129 characters, more than 128")


def test_what_is_wrong_with_a_schema_of_the_card_belongs_to_the_requirement_about_it(assess: Assess, card: Any) -> None:
    card["capabilities"][0]["input_schema"] = {"type": "text", "minLength": -1}
    found = [(each.requirement.id, each.pointer) for each in assess(written(card)).violations]

    assert found == [("input-schema-valid", f"/capabilities/0/input_schema/{name}") for name in ("type", "minLength")]


def test_a_requirement_is_counted_once_for_each_place(assess: Assess, card: Any) -> None:
    assessment = assess(written({**card, "capabilities": [1, {"id": "a"}, 2]}))

    assert [finding.pointer for finding in assessment.violations] == ["/capabilities/0", "/capabilities/2"]


def test_the_verdict_tells_what_was_found(assess: Assess, card: Any) -> None:
    assessment = assess(written({**card, "name": ""}))

    assert assessment.verdict.errors == (ReportedError("/name", "it has 0 characters, fewer than 1", "name-length"),)


@pytest.mark.parametrize(
    ("spoilt", "requirement"),
    [
        (b"", "json-syntax"),
        (b'{"name":"\xff"}', "json-encoding"),
        (b"[" * 101 + b"]" * 101, "nesting-depth"),
    ],
)
def test_a_card_that_cannot_be_read_is_refused_for_that_alone(assess: Assess, spoilt: bytes, requirement: str) -> None:
    assessment = assess(spoilt)

    assert assessment.verdict.answer is Answer.INVALID
    assert [(each.requirement.id, each.stage) for each in assessment.violations] == [(requirement, Stage.DECODE)]
    assert assessment.contested == ()


@pytest.mark.parametrize(
    ("member", "value", "requirement"),
    [
        ("agent_id", "81HZQK3P8EMXR9V7T5N2W4J6C0", "agent-id-range"),
        ("name", "\ud800", "unicode-scalars"),
        ("goal_subscriptions", [{"goal_id": "g", "description": 1}], "goal-description-type"),
    ],
)
def test_what_is_contested_refuses_no_card(
    assess: Assess, card: Any, member: str, value: Any, requirement: str
) -> None:
    assessment = assess(written({**card, member: value}))

    assert assessment.verdict.answer is Answer.VALID
    assert requirement in [finding.requirement.id for finding in assessment.contested]


@pytest.mark.parametrize(
    ("member", "value", "requirement"),
    [
        ("name", " ", "name-visible"),
        ("capabilities", [{"id": "tool.a"}], "capability-description-given"),
        ("capabilities", [{"id": "a", "description": "a"}], "capability-id-namespace"),
        ("capabilities", [{"id": "fn.a", "description": "a"}] * 2, "capability-ids-distinct"),
        ("capabilities", [{"id": "fn.a", "description": "a", "input_schema": {}}], "input-schema-parameters"),
        ("metadata", {"pacr:mine": 1}, "metadata-reserved-prefix"),
    ],
)
def test_advice_refuses_no_card(assess: Assess, card: Any, member: str, value: Any, requirement: str) -> None:
    assessment = assess(written({**card, member: value}))

    assert assessment.verdict.answer is Answer.VALID
    assert [finding.requirement.id for finding in assessment.advice] == [requirement]


@pytest.mark.parametrize("value", ONE_OF_EACH_TYPE, ids=repr)
@pytest.mark.parametrize("at", PLACES, ids=lambda at: "/".join(map(str, at)))
def test_no_rule_is_shown_what_has_the_wrong_type(assess: Assess, at: tuple[Step, ...], value: Any) -> None:
    assessment = assess(written(replaced(FULL_CARD, at, value)))

    assert assessment.verdict.answer in (Answer.VALID, Answer.INVALID)


def test_no_rule_looks_into_what_has_the_wrong_type(assess: Assess, card: Any) -> None:
    inside = {"id": 7, "description": 7, "input_schema": 7}

    assert ids(assess(written({**card, "capabilities": {"a": inside}}))) == ["capabilities-type"]


def test_a_value_of_the_wrong_type_breaks_nothing_but_its_type(assess: Assess, card: Any) -> None:
    assert ids(assess(written({**card, "pricing": {"base_cost_joules": "-1"}}))) == ["base-cost-type"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PLACES), ANYTHING, st.sampled_from(PLACES), ANYTHING)
def test_no_value_anywhere_raises(
    assess: Assess, at: tuple[Step, ...], value: Any, near: tuple[Step, ...], more: Any
) -> None:
    card = replaced(FULL_CARD, at, value)
    if near in set(places(card)):
        card = replaced(card, near, more)

    found = assess(written(card)).violations

    assert len({(each.requirement.id, each.pointer) for each in found}) == len(found)
    assert all(each.position for each in found)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60), st.integers(0, len(written(FULL_CARD))), st.integers(0, 20))
def test_no_bytes_anywhere_raise(assess: Assess, more: bytes, place: int, removed: int) -> None:
    card = written(FULL_CARD)

    assert assess(more).verdict.answer is Answer.INVALID
    assert assess(card[:place] + more + card[place + removed :]).verdict.answer in (Answer.VALID, Answer.INVALID)


def test_the_largest_card_is_read(assess: Assess) -> None:
    assert assess(b" " * LARGEST_CARD).verdict.answer is Answer.INVALID


def test_a_larger_card_is_skipped_with_the_reason(assess: Assess) -> None:
    verdict = assess(b" " * (LARGEST_CARD + 1)).verdict

    assert (verdict.answer, verdict.why) == (
        Answer.SKIP,
        "the card is larger than 10 MiB, which the reference does not read",
    )


def test_a_schema_within_a_card_is_held_to_the_metaschema_at_the_deepest_level(assess: Assess, card: Any) -> None:
    deepest = nested(
        96, {"minLength": -1}
    )  # the card, its capabilities, one of them and the schema itself are levels too

    (finding,) = assess(written({**card, "capabilities": [{"id": "fn.a", "input_schema": deepest}]})).violations

    assert finding.requirement.id == "input-schema-valid"
    assert finding.pointer == "/capabilities/0/input_schema" + "/not" * 96 + "/minLength"


def test_a_schema_is_held_to_the_metaschema_in_a_thread_too(assess: Assess, card: Any) -> None:
    spoilt = written({**card, "capabilities": [{"id": "fn.a", "input_schema": nested(96, {"minLength": -1})}]})
    answers: list[Answer] = []

    thread = threading.Thread(target=lambda: answers.append(assess(spoilt).verdict.answer))
    thread.start()
    thread.join()

    assert answers == [Answer.INVALID]


def test_a_caller_deep_in_its_own_stack_has_room_too(assess: Assess, card: Any, limit: int) -> None:
    spoilt = written({**card, "capabilities": [{"id": "fn.a", "input_schema": nested(96, {"minLength": -1})}]})

    def call_from(depth: int) -> Assessment:
        return call_from(depth - 1) if depth else assess(spoilt)

    assert ids(call_from(limit // 2)) == ["input-schema-valid"]


def test_room_to_recurse_is_given_back(assess: Assess, card: Any, limit: int) -> None:
    assess(written(card))

    assert sys.getrecursionlimit() == limit


def test_a_long_sentence_is_cut(assess: Assess, card: Any) -> None:
    (finding,) = assess(written({**card, "version": "x" * 10_000})).violations

    assert len(finding.what) == _LONGEST_SENTENCE


def test_verdicts_come_in_the_order_of_the_questions(suite: Suite, card: Any) -> None:
    cards = [written(card), b"", written(card), b"[]"]
    verdicts = Reference(suite.dialects).judge([Question(each, suite.default.id) for each in cards])

    assert [verdict.answer.value for verdict in verdicts] == ["valid", "invalid", "valid", "invalid"]


def test_it_says_who_it_is_and_what_it_reads(suite: Suite) -> None:
    with Reference(suite.dialects) as reference:
        assert reference.dialects == tuple(suite.dialects)
        assert reference.identity.name == "agentcard-conformance reference"


@pytest.mark.parametrize(("value", "alike"), [({"agent_id": 1}, True), ({}, False), ([], True)])
def test_a_document_looks_like_what_a_schema_says(value: object, alike: bool) -> None:
    assert matches_schema({"required": ["agent_id"]}, value) is alike


@pytest.mark.parametrize(
    ("file", "spoil", "said"),
    [
        (
            "dialect",
            lambda it: it["rules"][0].update(rule="text.is_nice"),
            "names a rule 'text.is_nice', which no module",
        ),
        (
            "dialect",
            lambda it: it["rules"][0].update(rule="nothing.is_there"),
            "names a rule 'nothing.is_there', which no",
        ),
        (
            "dialect",
            lambda it: it["rules"][0].update(requirement="nice"),
            "lacks nice, which a decoder or a rule reports",
        ),
        (
            "dialect",
            lambda it: it.update(notation="telepathy"),
            "names a notation 'telepathy'; there are ",
        ),
        ("card.schema", lambda it: it.update(minProperties=2), "refuses a card for no requirement: it has 1 mem"),
    ],
)
def test_a_dialect_that_contradicts_itself_is_the_suites_fault(
    tiny: Path, rewrite: Rewrite, file: str, spoil: Callable[[Any], object], said: str
) -> None:
    rewrite(f"schema/note-1/{file}.json", spoil)
    reference = Reference(read_suite(tiny).dialects)

    with pytest.raises(SuiteError, match=said):
        reference.assess(Question(b'{"title": " "}', "note-1"))
