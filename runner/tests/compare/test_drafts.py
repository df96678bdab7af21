"""Schemas of older drafts are compared by the meaning of their own metaschema."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import compare_revisions
from agentcard_conformance.compare.drafts import DRAFTS, to_current
from agentcard_conformance.compare.results import Comparison, Direction, FlipAnswer, VersionStep
from agentcard_conformance.compare.revisions import read_revision
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Json

FOUR, SIX, SEVEN, NINETEEN = DRAFTS
BY_DRAFT = {
    FOUR: jsonschema_rs.Draft4Validator,
    SIX: jsonschema_rs.Draft6Validator,
    SEVEN: jsonschema_rs.Draft7Validator,
    NINETEEN: jsonschema_rs.Draft201909Validator,
}
VALUES: list[Json] = [None, 0, 3, 4, 5, "", "x", "xx", [], [1], ["a", 1], ["a", "b"]]
VALUES += [{}, {"a": 1}, {"a": 1, "b": 2}, {"b": "x"}]
SCHEMAS: list[Json] = [
    {"minimum": 3, "maximum": 5, "exclusiveMaximum": 4},
    {"items": [{"type": "string"}], "additionalItems": {"type": "integer"}},
    {"items": {"type": "string"}, "additionalItems": False},
    {"dependencies": {"a": ["b"], "b": {"required": ["a"]}}},
    {"$ref": "#/definitions/a", "maxLength": 1, "definitions": {"a": {"type": "string"}}},
    {"allOf": [{"not": {"$ref": "#/items/0"}}], "items": [{"type": "array"}]},
    {"allOf": [{"$ref": "#/own/a"}], "own": {"a": {"items": [{"type": "string"}], "additionalItems": False}}},
    {"const": 3},
    {"contains": {"type": "string"}, "minContains": 2},
    {"propertyNames": {"maxLength": 0}},
    {"if": {"type": "string"}, "then": {"minLength": 2}},
    {"dependentRequired": {"a": ["b"]}},
    {"prefixItems": [False]},
    {"properties": {"a": True}, "unevaluatedProperties": False},
    {"format": "duration"},
    {"properties": {"a": {"$recursiveRef": "#"}}, "type": "object"},
]


def usable(schema: Json, metaschema: str) -> bool:
    try:
        BY_DRAFT[metaschema](schema)
    except jsonschema_rs.ValidationError:
        return False
    return True


@pytest.mark.parametrize("metaschema", DRAFTS)
def test_a_rewritten_schema_means_what_it_meant_in_its_draft(metaschema: str) -> None:
    four = {"minimum": 3, "exclusiveMinimum": True, "id": "https://example.com/a"}
    schemas = [each for each in (*SCHEMAS, four) if usable(each, metaschema)]
    for schema in schemas:
        own = BY_DRAFT[metaschema](schema, validate_formats=True)
        current = jsonschema_rs.Draft202012Validator(to_current(schema, DRAFTS[metaschema]), validate_formats=True)
        assert [own.is_valid(value) for value in VALUES] == [current.is_valid(value) for value in VALUES], schema
    assert len(schemas) >= 14


def test_a_recursive_reference_with_an_anchor_is_a_dynamic_one() -> None:
    tree = {"$recursiveAnchor": True, "properties": {"a": {"$recursiveRef": "#"}}}

    assert to_current(tree, DRAFTS[NINETEEN]) == {
        "$dynamicAnchor": "recursive",
        "properties": {"a": {"$dynamicRef": "#recursive"}},
    }


def compared(folder: Path, suite: Suite, old: Json, new: Json) -> Comparison:
    for name, schema in (("old", old), ("new", new)):
        (folder / f"{name}.json").write_text(json.dumps(schema), "utf-8")
    before, after = (read_revision(str(folder / f"{name}.json"), suite) for name in ("old", "new"))
    return compare_revisions(before, after, ComparisonRequest(effort=0.1))


@pytest.mark.parametrize("metaschema", DRAFTS)
def test_a_break_in_an_older_draft_has_a_card(tmp_path: Path, suite: Suite, metaschema: str) -> None:
    old, new = ({"$schema": metaschema, "items": [{"maxLength": most}]} for most in (5, 4))

    comparison = compared(tmp_path, suite, old, new)

    (card,) = [json.loads(flips.witness.card) for flips in comparison.flips]
    assert [BY_DRAFT[metaschema](each).is_valid(card) for each in (old, new)] == [True, False]
    assert comparison.is_proven_empty(Direction.ACCEPTED)


def test_a_keyword_that_the_draft_does_not_have_changes_nothing(tmp_path: Path, suite: Suite) -> None:
    old, new = ({"$schema": f"{FOUR}#", "const": value} for value in (1, 2))

    assert compared(tmp_path, suite, old, new).is_proven_empty(*Direction)


def test_a_draft_is_told_and_one_that_is_assumed_too(tmp_path: Path, suite: Suite) -> None:
    told = compared(tmp_path, suite, {"$schema": f"{SEVEN}#", "minimum": 1}, {"minimum": 1}).drafts

    assert [sentence.partition(".json: ")[2] for sentence in told] == [
        "draft-07",
        "draft 2020-12 is assumed, since it names no $schema",
    ]


def test_a_schema_may_refer_to_a_metaschema_of_several_parts(tmp_path: Path, suite: Suite) -> None:
    metaschema = "https://json-schema.org/draft/2019-09/schema"
    old, new = ({"$schema": metaschema, "properties": {"a": {"$ref": metaschema}}, "maxProperties": n} for n in (2, 1))

    assert compared(tmp_path, suite, old, new).answers[Direction.REFUSED].answer is FlipAnswer.CARD


def test_a_reference_may_have_what_no_address_has(tmp_path: Path, suite: Suite) -> None:
    old, new = (
        {
            "$schema": f"{SEVEN}#",
            "$ref": "#/definitions/List<of text>",
            "definitions": {"List<of text>": {"maxItems": n}},
        }
        for n in (1, 2)
    )

    assert compared(tmp_path, suite, old, new).is_proven_empty(Direction.REFUSED)


@pytest.mark.parametrize("metaschema", [FOUR, SIX, SEVEN])
def test_a_schema_may_refer_to_its_metaschema(tmp_path: Path, suite: Suite, metaschema: str) -> None:
    old = {"$schema": f"{metaschema}#", "allOf": [{"$ref": f"{metaschema}#"}], "maxProperties": 2}

    assert compared(tmp_path, suite, old, {**old, "maxProperties": 3}).is_proven_empty(Direction.REFUSED)


def test_another_draft_is_a_change(tmp_path: Path, suite: Suite) -> None:
    old, new = ({"$schema": f"{metaschema}#", "minimum": 1} for metaschema in (SIX, SEVEN))

    assert compared(tmp_path, suite, old, new).step is VersionStep.PATCH


def test_drafts_may_differ_between_the_sides(tmp_path: Path, suite: Suite) -> None:
    old, new = {"$schema": f"{SEVEN}#", "items": [{"type": "null"}]}, {"prefixItems": [{"type": "null"}]}

    assert compared(tmp_path, suite, old, new).is_proven_empty(*Direction)


def test_in_draft_04_the_spelling_of_a_number_keeps_the_answer_open(tmp_path: Path, suite: Suite) -> None:
    old, new = {"$schema": f"{FOUR}#", "enum": [1, 2]}, {"type": "integer"}

    answer = compared(tmp_path, suite, old, new).answers[Direction.REFUSED]
    assert (answer.answer, "1.0 is no integer" in answer.why_open) == (FlipAnswer.OPEN, True)


def test_two_schemas_in_draft_04_are_proven_with_the_spelling_of_numbers(tmp_path: Path, suite: Suite) -> None:
    whole, number = ({"$schema": f"{FOUR}#", "type": name} for name in ("integer", "number"))

    assert compared(tmp_path, suite, whole, number).answers[Direction.REFUSED].answer is FlipAnswer.NONE
    assert compared(tmp_path, suite, number, whole).answers[Direction.REFUSED].answer is FlipAnswer.CARD
