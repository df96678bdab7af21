"""Schemas are compared by what they mean, and every difference is found where it stands."""

import pytest

from agentcard_conformance.compare.results import Change
from agentcard_conformance.compare.schemas import Revision, RevisionSchemas
from agentcard_conformance.compare.schemas.changes import find_changes
from agentcard_conformance.model import Json
from schema_pairs import REWRITTEN_OURS, SUITE, about, ours, text


def changes_between(old: Json, new: Json) -> tuple[Change, ...]:
    known = frozenset(SUITE.default.requirements)
    return find_changes(
        RevisionSchemas(Revision("OLD", old, {}, known)), RevisionSchemas(Revision("NEW", new, {}, known))
    )


def test_a_change_knows_its_places_and_its_requirement() -> None:
    change = changes_between(ours(), ours(tag_type=about("tag-type", {"type": "number"})))[0]

    assert (change.keyword, change.old, change.new) == ("type", '"string"', '"number"')
    assert (change.requirement, change.new_at) == ("tag-type", ("$defs", "tag-type"))
    assert change.places == (("capabilities", "*", "tags", "*"),)


@pytest.mark.parametrize("rewritten", [each for each in REWRITTEN_OURS if " in another order" in each.name][::2])
def test_what_is_only_moved_is_no_change(rewritten: Json) -> None:
    assert changes_between(rewritten.old, rewritten.new) == ()


@pytest.mark.parametrize(
    ("old", "new", "keywords"),
    [
        ({"required": ["a", "b"]}, {"required": ["b", "c"]}, ["required"]),
        ({"minimum": 1}, {"exclusiveMinimum": 1}, ["exclusiveMinimum", "minimum"]),
        ({"enum": ["a"]}, {"const": "b"}, ["const"]),
        ({"enum": [1]}, {"enum": [True]}, ["enum"]),
        ({"const": 1}, {"const": 1.0}, []),
        ({"type": "number"}, {"type": ["integer", "number"]}, []),
        ({"anyOf": [{"minimum": 1}, {"type": "null"}]}, {"anyOf": [{"type": "null"}, {"minimum": 2}]}, ["minimum"]),
        ({"not": {"not": {"minimum": 1}}}, {"not": {"not": {"minimum": 2}}}, ["minimum"]),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"minimum": 1}}}, {"allOf": [{"minimum": 1}]}, []),
        ({"$defs": {"unused": {"minimum": 1}}}, {"$defs": {"unused": {"minimum": 2}}}, []),
        ({"prefixItems": [True], "items": False}, {"prefixItems": [True, True], "items": False}, ["prefixItems"]),
        ({"title": "a"}, {"title": "b", "default": 3}, []),
        (False, True, ["false"]),
        ({}, {"additionalProperties": True, "items": {}, "propertyNames": True}, []),
        ({}, {"not": False, "minContains": 2}, []),
        ({"unevaluatedItems": False}, {"unevaluatedItems": False, "items": True}, ["items"]),
        ({}, {"additionalProperties": False}, ["additionalProperties"]),
    ],
)
def test_the_keywords_that_differ_are_found(old: Json, new: Json, keywords: list[str]) -> None:
    assert sorted(change.keyword for change in changes_between(old, new)) == keywords


def test_a_schema_that_comes_back_to_itself_is_walked_once() -> None:
    tree = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}}

    found = changes_between({**tree, "minProperties": 1}, {**tree, "minProperties": 2})

    assert [(change.keyword, change.places) for change in found] == [("minProperties", ((),))]


def test_depth_does_not_matter() -> None:
    old, new = (text(maxLength=size) for size in (1, 2))
    for _ in range(48):
        old, new = {"properties": {"a": old}}, {"properties": {"a": new}}

    assert [len(change.places[0]) for change in changes_between(old, new)] == [48]


@pytest.mark.parametrize(
    ("old", "new", "values"),
    [
        ({"minLength": 1}, {"minLength": 0}, ("1", "0")),
        ({"minLength": 1}, {"maxLength": 3, "minLength": 0}, ("1", "0")),
        ({"uniqueItems": True}, {}, ("true", "")),
        ({"if": {"type": "null"}, "then": False}, {}, ('{"if": {"type": "null"}, "then": false}', "")),
    ],
)
def test_a_change_says_what_stood_there_and_what_does(old: Json, new: Json, values: tuple[str, str]) -> None:
    assert values in [(change.old, change.new) for change in changes_between(old, new)]


def test_what_the_sides_group_otherwise_is_walked_all_the_same() -> None:
    """Of two `additionalProperties`, each is about other members than the other one, on one side alone."""
    old = {"allOf": [{"properties": {"a": True}, "additionalProperties": {"minimum": 1}}, {"additionalProperties": {}}]}
    new = {"allOf": [{"additionalProperties": {"minimum": 1}}, {"additionalProperties": {"items": {"maximum": 2}}}]}

    assert changes_between(old, new) != ()
