"""The ways in which adequacy widens and narrows a schema."""

from math import nextafter
from typing import Any

import pytest

from agentcard_conformance.adequacy.decoded_cards import schema_alone
from agentcard_conformance.adequacy.schema_breakages import schema_breakages
from agentcard_conformance.adequacy.schema_nodes import schema_nodes
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Dialect

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}


def names(schema: Any) -> set[str]:
    return {breakage.id for breakage in schema_breakages(schema, "note-1")}


def node_of(schema: Any, name: str, dialect: Dialect) -> Any:
    breakage = next(each for each in schema_breakages(schema, "note-1") if each.id == name)
    return breakage.make(dialect)[0].after.schema  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"minLength": 0}, {"dropped", "tightened"}),
        ({"maxItems": 2}, {"dropped", "loosened", "tightened"}),
        ({"enum": ["a"]}, {"dropped", *(f"with {each!a}" for each in ("A", "a ", " a", "a\n", "", None))}),
        ({"required": ["a", "b"]}, {"dropped", "without a", "without b"}),
        ({"required": ["a"]}, {"dropped"}),
        (
            {"type": "number"},
            {"dropped", "narrowed to integer"}
            | {f"widened by {t}" for t in ["null", "boolean", "string", "array", "object"]},
        ),
        ({"format": "uri"}, {"dropped"}),
        ({"pattern": "^"}, {"dropped", "^ dropped"}),
        ({"title": "x", "$comment": "x"}, set()),
    ],
)
def test_each_keyword_is_broken_in_these_ways(schema: Any, expected: set[str]) -> None:
    keyword = next(iter(schema))
    assert names(schema) == {f"schema /{keyword} {label}" for label in expected}


def test_a_bound_moves_by_one(small: Suite) -> None:
    assert node_of({"maxLength": 128}, "schema /maxLength loosened", small.default) == {"maxLength": 129}


def test_a_real_bound_moves_by_one_step_of_binary64(small: Suite) -> None:
    found = node_of({"minimum": 2.854e-21}, "schema /minimum loosened", small.default)
    assert found == {"minimum": nextafter(2.854e-21, -1)}


def test_a_member_is_made_required_and_an_object_closed() -> None:
    assert {"schema /properties with a required", "schema /properties closed"} <= names(OBJECT)


def test_a_member_that_is_required_elsewhere_is_not_made_required_again() -> None:
    assert "schema /properties with a required" not in names({**OBJECT, "allOf": [{"required": ["a"]}]})


def test_a_guard_that_another_subschema_stands_behind_is_no_breakage() -> None:
    guarded = {
        "$defs": {"x": {"type": "string"}},
        "allOf": [{"$ref": "#/$defs/x"}],
        "if": {"type": "string"},
        "then": {"minLength": 1},
    }
    assert not {name for name in names(guarded) if name.startswith("schema /if/type")}


def test_a_guard_that_stands_alone_is_one() -> None:
    assert "schema /if/type widened by null" in names({"if": {"type": "string"}, "then": {"minLength": 1}})


def test_members_that_may_be_anything_say_nothing() -> None:
    assert names({"properties": {"a": True}, "required": ["a"]}) == {
        "schema /properties closed",
        "schema /required dropped",
    }


def test_a_definition_judges_the_values_of_those_that_refer_to_it() -> None:
    schema = {
        "$defs": {"word": {"$comment": "word", "type": "string"}},
        "properties": {"a": {"items": {"$ref": "#/$defs/word"}}, "b": {"allOf": [{"$ref": "#/$defs/word"}]}},
    }
    word = next(node for node in schema_nodes(schema) if node.at == ("$defs", "word"))
    assert (word.requirement, set(word.places)) == ("word", {("a", "*"), ("b",)})


FORMATS = {
    "date-time": "2024-02-30T00:00:00Z",
    "date": "2024-02-30",
    "time": "25:00:00Z",
    "duration": "1 day",
    "email": "a b@example.com",
    "idn-email": "no at",
    "hostname": "-a",
    "idn-hostname": "a b",
    "ipv4": "256.0.0.1",
    "ipv6": "1::2::3",
    "uri": "/path",
    "uri-reference": "a b",
    "iri": "/pfad",
    "iri-reference": "a b",
    "uuid": "1234",
    "uri-template": "{",
    "json-pointer": "a",
    "relative-json-pointer": "/a",
    "regex": "(",
}
"""Each format of draft 2020-12, with a text that is none."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_that_is_dropped_lets_a_wrong_text_through(name: str) -> None:
    accepted = [schema_alone(schema).is_valid(FORMATS[name]) for schema in ({"format": name}, {})]
    assert accepted == [False, True]


@pytest.mark.parametrize(("value", "fits"), [(7, True), ("\ud800", False), ("https://example.com", True)])
def test_a_format_is_asked_of_text_alone(value: Any, fits: bool) -> None:
    assert schema_alone({"format": "uri"}).is_valid(value) is fits
