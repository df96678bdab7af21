"""A value is held against a JSON Schema as draft 2020-12 means it, and against nothing beyond it."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agentcard_conformance.model import LiteralFloat, Step
from agentcard_conformance.rules.json_schema import is_schema, takes_an_object
from agentcard_conformance.schema_engine.engine import schema_errors

Within: TypeAlias = Callable[[object], dict[str, Any]]


def directly(keyword: str) -> Within:
    return lambda schema: {keyword: schema}


def in_an_array(keyword: str) -> Within:
    return lambda schema: {keyword: [True, schema]}


def in_an_object(keyword: str) -> Within:
    return lambda schema: {keyword: {"a": schema}}


SUBSCHEMAS: list[Within] = [
    *map(directly, ["items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not"]),
    *map(directly, ["contentSchema", "unevaluatedItems", "unevaluatedProperties"]),
    *map(in_an_array, ["allOf", "anyOf", "oneOf", "prefixItems"]),
    *map(in_an_object, ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]),
]
KEYWORDS: dict[str, tuple[list[Any], list[Any]]] = {
    "$id": (["https://example.com/a", "a", "a#", ""], ["a#b", 1]),
    "$schema": (["https://json-schema.org/draft/2020-12/schema", "urn:unknown"], [1, None]),
    "$ref": (["#", "https://example.com/never-fetched", "#/not/there"], [1, {}]),
    "$anchor": (["a", "_a.b-c"], ["1a", "a b", "a\n", "", 1]),
    "$dynamicRef": (["#a"], [1]),
    "$dynamicAnchor": (["a"], ["a\n", "#a", 1]),
    "$vocabulary": ([{}, {"urn:a": True}], [{"urn:a": 1}, []]),
    "$comment": (["", "text"], [1, None]),
    "$defs": ([{}, {"a": True}], [[], {"a": 1}]),
    "prefixItems": ([[True], [{}, {}]], [[], {}, [1]]),
    "items": ([True, {}], [[], [{}], 1]),
    "properties": ([{}, {"": False}], [[], {"a": None}]),
    "patternProperties": ([{}, {"^a": {}}, {"[": {}}], [[], {"a": "b"}]),
    "dependentSchemas": ([{"a": {}}], [{"a": []}]),
    "allOf": ([[{}]], [[], {}]),
    "anyOf": ([[True, False]], [[], [1]]),
    "oneOf": ([[{}]], [[]]),
    "not": ([{}, False], [[], "a"]),
    "type": (["null", "integer", ["string", "null"]], ["any", "String", [], ["string", "string"], ["a"], 1, None]),
    "const": ([None, 0, [], {}], []),
    "enum": ([[], [1, 1.0], [None]], ["a", {}]),
    "multipleOf": ([1, 0.5], [0, -1, "1"]),
    "maximum": ([0, -1.5], ["1", None]),
    "exclusiveMaximum": ([1], [True]),
    "minimum": ([1e300], ["0"]),
    "exclusiveMinimum": ([1], [False]),
    "maxLength": ([0, 2.0], [-1, 1.5, "1"]),
    "minLength": ([0], [-1, None]),
    "pattern": (["^a$", "[", "a{99999999999999999999}", "(?<n>a)"], [1, None]),
    "maxItems": ([0], [-1]),
    "minItems": ([1], [0.5]),
    "uniqueItems": ([True], ["true", 1]),
    "maxContains": ([1], [-1]),
    "minContains": ([0], [-1]),
    "maxProperties": ([1], [-1]),
    "minProperties": ([1], [True]),
    "required": ([[], ["a", "b"]], ["a", ["a", "a"], [1]]),
    "dependentRequired": ([{"a": ["b"]}], [{"a": "b"}, {"a": ["b", "b"]}]),
    "title": (["a"], [1]),
    "description": (["a"], [["a"]]),
    "default": ([None, {}], []),
    "deprecated": ([True], ["true"]),
    "readOnly": ([False], [0]),
    "writeOnly": ([True], [1]),
    "examples": ([[], [1]], [{}, "a"]),
    "format": (["uri", "of-my-own"], [1]),
    "contentEncoding": (["base64"], [64]),
    "contentMediaType": (["text/plain"], [None]),
    "contentSchema": ([{}], [[]]),
}
RIGHT_VALUES = [(keyword, value) for keyword, (right, _) in KEYWORDS.items() for value in right]
WRONG_VALUES = [(keyword, value) for keyword, (_, wrong) in KEYWORDS.items() for value in wrong]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, -0.0, 1.0, 0.5, "", "a", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=6,
)


def holds(schema: object, value: object) -> bool:
    return not list(schema_errors(schema, value))


def places(schema: Any) -> set[tuple[Step, ...]]:
    return {fault.at for fault in is_schema(schema)}


@pytest.mark.parametrize(("keyword", "value"), RIGHT_VALUES)
def test_a_keyword_takes_what_the_metaschema_lets_it(keyword: str, value: object) -> None:
    assert list(is_schema({keyword: value})) == []


@pytest.mark.parametrize(("keyword", "value"), WRONG_VALUES)
def test_a_keyword_takes_nothing_else(keyword: str, value: object) -> None:
    faults = list(is_schema({keyword: value}))

    assert faults != []
    assert {fault.at[:1] for fault in faults} == {(keyword,)}


@pytest.mark.parametrize(
    "schema", [True, False, {}, {"requred": ["a"]}, {"x-of-mine": {"minLength": -1}}, {"discriminator": 1}]
)
def test_a_boolean_and_unknown_keywords_are_fine(schema: object) -> None:
    assert list(is_schema(schema)) == []


@pytest.mark.parametrize("schema", [None, 1, "object", []])
def test_what_is_neither_object_nor_boolean_is_no_schema(schema: object) -> None:
    assert places(schema) == {()}


@pytest.mark.parametrize("wrong", [{"minLength": -1}, {"$anchor": "a\n"}, {"required": ["a", "a"]}], ids=repr)
@pytest.mark.parametrize("schema", SUBSCHEMAS, ids=lambda schema: next(iter(schema("x"))))
def test_a_fault_in_a_schema_within_is_found(schema: Within, wrong: dict[str, Any]) -> None:
    (keyword,) = wrong

    found = {at[-1] for at in places(schema(wrong)) if keyword in at}

    assert found >= {keyword}


@pytest.mark.parametrize("schema", SUBSCHEMAS, ids=lambda schema: next(iter(schema("x"))))
def test_a_fault_three_schemas_deep_is_found(schema: Within) -> None:
    deep = {"properties": {"a": {"allOf": [schema({"minLength": -1})]}}}

    (at,) = places(deep)

    assert at[:4] == ("properties", "a", "allOf", 0)
    assert at[-1] == "minLength"


@pytest.mark.parametrize("name", ["title", "pattern", "$anchor"])
def test_a_name_that_is_also_a_keyword_is_only_a_name(name: str) -> None:
    assert list(is_schema({"properties": {name: {"type": "string"}}, "const": {name: 1}, "default": {name: 1}})) == []


@pytest.mark.parametrize(
    ("schema", "advised"), [({"type": "object"}, 0), ({}, 1), ({"type": "array"}, 1), ({"type": ["object"]}, 1)]
)
def test_parameters_are_passed_as_one_object(schema: Any, advised: int) -> None:
    assert len(list(takes_an_object(schema))) == advised


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        ("^[a-z0-9][a-z0-9._-]*$", "a\n", False),
        (r"^\d$", "7", True),
        (r"^\d$", "\u0663", False),
        (r"^\w$", "\u00e9", False),
        (r"^\s$", "\ufeff", True),
        ("^.$", "\U0001f600", True),
        ("^.$", "\u2028", False),
        (r"^\p{L}$", "\u00e9", True),
        ("^\ufeffa$", "\ufeffa", True),
        ("^.$", "\ud800", True),
        ("^a", "b\ud800", False),
    ],
)
def test_a_pattern_of_ours_means_what_ecma_262_says(pattern: str, text: str, found: bool) -> None:
    assert holds({"pattern": pattern}, text) is found


@pytest.mark.parametrize("value", [1, None, ["a"]])
def test_a_pattern_says_nothing_of_what_is_no_string(value: object) -> None:
    assert holds({"pattern": "^never$"}, value)


@pytest.mark.parametrize(
    ("items", "unique"),
    [
        ([1, 1.0], False),
        ([1, True], True),
        ([0, False], True),
        ([0, -0.0], False),
        ([[1], [True]], True),
        ([{"a": 1}, {"a": True}], True),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], False),
        ([[1, 2], [2, 1]], True),
        ([None, None], False),
        (["1", 1], True),
        ([[], {}], True),
        ([{}, {}], False),
        ([[[]], []], True),
        ([LiteralFloat("1.0"), 1], False),
        ("aa", True),
        ({"a": 1, "b": 1}, True),
    ],
)
def test_items_are_the_same_as_json_schema_says(items: object, unique: bool) -> None:
    assert holds({"uniqueItems": True}, items) is unique


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES, max_size=4))
def test_the_engine_finds_the_same_items_twice(items: list[Any]) -> None:
    assert holds({"uniqueItems": True}, items) is Draft202012Validator({"uniqueItems": True}).is_valid(items)


def test_items_may_repeat_where_nobody_minds() -> None:
    assert holds({"uniqueItems": False}, [1, 1])


def test_many_items_that_cannot_be_sorted_are_told_apart_in_one_pass() -> None:
    assert holds({"uniqueItems": True}, [*map(str, range(50_000)), 1])


WATCH = """
import json, sys, urllib.request
touched = []
WATCHED = ("socket.connect", "socket.getaddrinfo", "urllib.Request", "open")
sys.addaudithook(lambda event, args: touched.append([event, str(args[0])]) if event in WATCHED else None)
from agentcard_conformance.rules import json_schema

card = json.loads(sys.argv[1])
found = len(list(json_schema.is_schema(card)))
before = [what for event, what in touched if event != "open" or "canary" in what]
for address in ("http://127.0.0.1:9/canary", "file:///canary"):
    try:
        urllib.request.urlopen(address)
    except OSError:
        pass
after = [what for event, what in touched if event != "open" or "canary" in what]
print(json.dumps({"found": found, "before": before, "after": len(after)}))
"""
ADDRESSES = (
    "http://127.0.0.1:9/canary",
    "file:///canary",
    "https://json-schema.org/draft/2020-12/schema",
    "canary.json",
)


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef", "$schema", "$id"])
def test_no_address_in_a_card_is_ever_opened(keyword: str) -> None:
    schema = {"allOf": [{keyword: address} for address in ADDRESSES], "properties": {"a": {keyword: ADDRESSES[0]}}}

    watched = subprocess.run(  # our own program, watched from within
        [sys.executable, "-c", WATCH, json.dumps(schema)], capture_output=True, check=True, timeout=60
    )

    seen = json.loads(watched.stdout)
    wrong = 1 if keyword == "$schema" else 0  # which names a whole URI, and the last address is none
    assert (seen["found"], seen["before"]) == (wrong, [])
    assert seen["after"] > 0, "the watch itself sees nothing"


@pytest.mark.parametrize("text", ["1e400", "1" * 400, "1" * 5000, "-1e400"])
def test_a_number_beyond_binary64_is_an_integer(text: str) -> None:
    assert not list(schema_errors({"type": "integer"}, LiteralFloat(text)))
