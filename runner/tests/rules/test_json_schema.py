"""What the metaschema of JSON Schema only notes is asked for by a rule."""

from typing import Any

import pytest

from agentcard_conformance.model import Fault
from agentcard_conformance.rules.json_schema import addresses_are_uris


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": ""},
        {"$ref": "#/$defs/a:b"},
        {"$ref": "./1:b"},
        {"$id": "https://a.example/b#"},
        {"$schema": "https://json-schema.org/draft/2020-12/schema"},
        {"$ref": 7},
        {"const": {"$ref": "a b"}},
        {"properties": {"$ref": {"type": "string"}}},
        {"allOf": {"0": {"$ref": "a b"}}, "properties": [{"$ref": "a b"}], "not": "a b"},
    ],
)
def test_an_address_is_one_or_none_is_given(schema: Any) -> None:
    assert list(addresses_are_uris(schema)) == []


@pytest.mark.parametrize("keyword", ["$id", "$ref", "$dynamicRef"])
def test_what_is_no_uri_reference_is_told_where_it_stands(keyword: str) -> None:
    schema = {"properties": {"a": {"anyOf": [{}, {"not": {keyword: "a b"}}]}}}

    assert list(addresses_are_uris(schema)) == [
        Fault("'a b' is no URI reference", ("properties", "a", "anyOf", 1, "not", keyword))
    ]


@pytest.mark.parametrize("text", ["our-dialect", "#", "x: y"])
def test_a_metaschema_is_named_by_a_whole_uri(text: str) -> None:
    assert list(addresses_are_uris({"$schema": text})) == [Fault(f"{text!a} is no URI", ("$schema",))]
