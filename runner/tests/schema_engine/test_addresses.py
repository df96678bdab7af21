"""What the metaschema of JSON Schema only notes, an address where one belongs, is asked for."""

import json
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.rules.uri import is_uri
from agentcard_conformance.schema_engine.addresses import ADDRESS_PATTERNS
from agentcard_conformance.schema_engine.engine import metaschema_errors
from agentcard_conformance.schema_engine.messages import describe_error
from agentcard_conformance.schema_engine.patterns import pattern_matches


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": ""},
        {"$ref": "#/$defs/a:b"},
        {"$ref": "./1:b"},
        {"$id": "https://a.example/b#"},
        {"$schema": "https://json-schema.org/draft/2020-12/schema"},
        {"const": {"$ref": "a b"}},
        {"properties": {"$ref": {"type": "string"}}},
    ],
)
def test_an_address_is_one_or_none_is_given(schema: Any) -> None:
    assert list(metaschema_errors(schema)) == []


@pytest.mark.parametrize("keyword", ["$id", "$ref", "$dynamicRef"])
def test_what_is_no_uri_reference_is_told_where_it_stands(keyword: str) -> None:
    [error] = metaschema_errors({"properties": {"a": {"anyOf": [{}, {"not": {keyword: "a b"}}]}}})

    assert list(error.absolute_path) == ["properties", "a", "anyOf", 1, "not", keyword]
    assert describe_error(error) == '"a b" is no URI reference'


@pytest.mark.parametrize("text", ["our-dialect", "#", "x: y"])
def test_a_metaschema_is_named_by_a_whole_uri(text: str) -> None:
    [error] = metaschema_errors({"$schema": text})

    assert describe_error(error) == f'"{text}" is no URI'


def test_the_pattern_says_what_the_rule_about_uris_says(suite: Suite) -> None:
    urls = {url for each in suite.fixtures() if (url := _url(each.question.card)) is not None}
    differing = [url for url in urls if pattern_matches(ADDRESS_PATTERNS["uri"], url) is any(is_uri(url))]

    assert len(urls) > 400
    assert differing == []


def _url(card: bytes) -> str | None:
    """The address in a card, where it is a text that is easily read."""
    try:
        url = json.loads(card)["endpoint"]["url"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return url if isinstance(url, str) and url.isprintable() else None
