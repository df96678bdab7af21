"""A witness is found wherever in a schema a change stands, and however it is written."""

from typing import NamedTuple

import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import compare_revisions
from agentcard_conformance.compare.results import Direction
from agentcard_conformance.compare.schemas import Revision, RevisionSchemas
from agentcard_conformance.compare.schemas.changes import find_changes
from agentcard_conformance.model import Json

pytestmark = pytest.mark.slow

EFFORT = 0.3
TEXT, NUMBER = {"type": "string"}, {"type": "number"}


class DifficultChange(NamedTuple):
    """Two schemas, and which keyword makes cards flip: refused by the second one, accepted by it, or both."""

    old: Json
    new: Json
    keyword: str
    flips: str


def around(*names: str, at: Json) -> Json:
    """A schema so many members down."""
    for name in reversed(names):
        at = {"properties": {name: at}}
    return at


def others(but: str, part: Json) -> Json:
    """A schema of all members but one."""
    return {"properties": {but: True}, "additionalProperties": part}


DIFFICULT = {
    "a member without a name": DifficultChange(
        {"additionalProperties": {"maxLength": 5}}, {"additionalProperties": {"maxLength": 4}}, "maxLength", "refused"
    ),
    "in a map within": DifficultChange(
        around("labels", at={"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}}),
        around("labels", at={"type": "object", "additionalProperties": {"type": "string", "maxLength": 60}}),
        *("maxLength", "refused"),
    ),
    "of a member without a name": DifficultChange(
        {"unevaluatedProperties": around("k", at={"maximum": 4})},
        {"unevaluatedProperties": around("k", at={"maximum": 5})},
        *("maximum", "accepted"),
    ),
    "lacking in what has no name": DifficultChange(
        {"additionalProperties": {"required": ["x"]}},
        {"additionalProperties": {"required": ["x", "y"]}},
        *("required", "refused"),
    ),
    "the length of a name": DifficultChange(
        {"propertyNames": {"maxLength": 5}}, {"propertyNames": {"maxLength": 4}}, "maxLength", "refused"
    ),
    "a name on a condition": DifficultChange(
        {"propertyNames": {"if": {"minLength": 3}, "then": {"pattern": "^a"}}},
        {"propertyNames": {"if": {"minLength": 4}, "then": {"pattern": "^a"}}},
        *("minLength", "accepted"),
    ),
    "denied twice": DifficultChange(
        {"not": {"not": {"minLength": 3}}}, {"not": {"not": {"minLength": 4}}}, "minLength", "refused"
    ),
    "a text that is not to follow": DifficultChange(
        {"pattern": "^[a-z]+$"}, {"pattern": "^(?!xyzzy)[a-z]+$"}, "pattern", "refused"
    ),
    "a text that is not to come first": DifficultChange(
        {"pattern": "(?<=x)y$"}, {"pattern": "(?<!x)y$"}, "pattern", "both"
    ),
    "a long repetition": DifficultChange(
        {"pattern": "^[a-z]{1,1000}$"}, {"pattern": "^[a-z]{1,1024}$"}, "pattern", "accepted"
    ),
    "a long text": DifficultChange({"maxLength": 65_535}, {"maxLength": 65_536}, "maxLength", "accepted"),
    "a text too long to be made": DifficultChange(
        {"type": "string"}, {"type": "string", "minLength": 10_000_000}, "minLength", "refused"
    ),
    "steps too large to be taken": DifficultChange(
        {"type": "integer", "multipleOf": 1e308}, {"type": "integer"}, "multipleOf", "accepted"
    ),
    "seven members down": DifficultChange(
        around(*"abcdefg", at={"maxLength": 3}), around(*"abcdefg", at={"maxLength": 2}), "maxLength", "refused"
    ),
    "a name of digits": DifficultChange(around("0", at=TEXT), around("0", at=NUMBER), "type", "both"),
    "an empty name": DifficultChange(around("", at=TEXT), around("", at=NUMBER), "type", "both"),
    "an empty name in one of digits": DifficultChange(
        around("01", "", at={"maxLength": 3}), around("01", "", at={"maxLength": 2}), "maxLength", "refused"
    ),
    "exchanged between what leaves them different members": DifficultChange(
        {"allOf": [others("a", TEXT), others("b", NUMBER)]},
        {"allOf": [others("a", NUMBER), others("b", TEXT)]},
        *("type", "both"),
    ),
    "a count of another kind": DifficultChange(
        {"allOf": [{"contains": TEXT, "minContains": 2}, {"contains": NUMBER}]},
        {"allOf": [{"contains": TEXT}, {"contains": NUMBER, "minContains": 2}]},
        *("contains", "both"),
    ),
    "members that nobody sees any more": DifficultChange(
        {**around("a", at=True), "unevaluatedProperties": False},
        {**around("a", at=True), "allOf": [{"unevaluatedProperties": False}]},
        *("unevaluatedProperties", "refused"),
    ),
    "items that nobody sees any more": DifficultChange(
        {"prefixItems": [True], "unevaluatedItems": False},
        {"prefixItems": [True], "allOf": [{"unevaluatedItems": False}]},
        *("unevaluatedItems", "refused"),
    ),
}
DIRECTIONS = {"refused": {Direction.REFUSED}, "accepted": {Direction.ACCEPTED}, "both": {*Direction}}


@pytest.mark.parametrize("name", DIFFICULT)
def test_a_card_is_found(name: str) -> None:
    old, new, keyword, flips = DIFFICULT[name]
    comparison = compare_revisions(
        Revision("", old, {}, frozenset()), Revision("", new, {}, frozenset()), ComparisonRequest(effort=EFFORT)
    )

    assert {(each.direction, each.change and each.change.keyword) for each in comparison.flips} == {
        (direction, keyword) for direction in DIRECTIONS[flips]
    }
    assert comparison.unwitnessed == ()


def mutually_referring(size: int, most: int) -> RevisionSchemas:
    """Definitions that all name all, the last of which changes."""
    names = [chr(ord("a") + number) for number in range(size)]
    members = {"properties": {name: {"$ref": f"#/$defs/{name}"} for name in names}}
    definitions: dict[str, Json] = {name: {"type": "object", **members} for name in names}
    definitions[names[-1]]["maxProperties"] = most
    return RevisionSchemas(Revision("", {**members, "$defs": definitions}, {}, frozenset()))


def test_definitions_that_all_name_all_are_walked_in_time() -> None:
    found = find_changes(mutually_referring(20, 1), mutually_referring(20, 2))

    assert [change.keyword for change in found] == ["maxProperties"]


def test_what_is_reached_by_two_ways_is_found_at_both() -> None:
    def two_ways(most: int) -> Json:
        one = {"properties": {"b": {"$ref": "#/$defs/two"}, "x": {"maxLength": most}}}
        two = {"type": "object", "properties": {"a": {"$ref": "#/$defs/one"}}}
        ways = {"p": {"$ref": "#/$defs/one"}, "q": {"$ref": "#/$defs/two"}}
        return {"type": "object", "properties": ways, "$defs": {"one": one, "two": two}}

    (change,) = find_changes(*(RevisionSchemas(Revision("", two_ways(most), {}, frozenset())) for most in (5, 4)))

    assert change.places == (("p", "x"), ("q", "a", "x"))


def test_a_schema_that_was_unrolled_is_the_same() -> None:
    leaf = {"properties": {"next": {"$ref": "#/$defs/list"}}, "required": ["value"]}
    rolled = {"$ref": "#/$defs/list", "$defs": {"list": leaf}}
    unrolled = {**leaf, "properties": {"next": leaf}, "$defs": {"list": leaf}}

    assert (
        find_changes(*(RevisionSchemas(Revision("", schema, {}, frozenset())) for schema in (rolled, unrolled))) == ()
    )
