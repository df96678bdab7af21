"""The author of a card reads what a keyword that failed means."""

from typing import Any

import pytest

from agentcard_conformance.model import LiteralFloat
from agentcard_conformance.schema_engine.engine import schema_errors
from agentcard_conformance.schema_engine.messages import _LONGEST_SHOWN, describe_error, show_value


def sentence(schema: Any, value: Any) -> str:
    (error,) = schema_errors(schema, value)
    return describe_error(error)


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"type": "string"}, 7, "it is a number, not a string"),
        ({"type": "integer"}, 0.5, "it is a number, not an integer"),
        ({"type": "object"}, [], "it is an array, not an object"),
        ({"type": "array"}, True, "it is a boolean, not an array"),
        ({"type": "number"}, None, "it is null, not a number"),
        ({"type": ["string", "null"]}, {}, "it is an object, not a string or null"),
        ({"required": ["a"]}, {}, '"a" is missing'),
        (
            {"anyOf": [{"required": ["a"]}, {"properties": {"b": True}, "required": ["b"]}]},
            {},
            'none of "a", "b" is there',
        ),
        ({"anyOf": [{"required": ["a"]}, {"minProperties": 2}]}, {}, "it matches none of the 2 allowed alternatives"),
        ({"enum": ["http", "https"]}, "ftp", '"ftp" is not one of "http", "https"'),
        ({"enum": [1, None, True]}, [], "an array is not one of 1, null, true"),
        ({"const": "a"}, "b", '"b" is not "a"'),
        ({"pattern": "^a$"}, "b\n", '"b\\n" does not match ^a$'),
        ({"minLength": 1}, "", "it has 0 characters, fewer than 1"),
        ({"maxLength": 0}, "\U0001f600", "it has 1 character, more than 0"),
        ({"minItems": 1}, [], "it has 0 items, fewer than 1"),
        ({"maxItems": 1}, [1, 2], "it has 2 items, more than 1"),
        ({"minimum": 0}, -1, "-1 is less than 0"),
        ({"maximum": 1}, LiteralFloat("1.50"), "1.50 is greater than 1"),
        ({"exclusiveMinimum": 0}, 0, "0 is not greater than 0"),
        ({"exclusiveMaximum": 1}, 1.0, "1.0 is not less than 1"),
        ({"uniqueItems": True}, [1, 1], "it has an item twice"),
        ({"multipleOf": 3}, 7, "7 is not a multiple of 3"),
        ({"minProperties": 2}, {"a": 1}, "it has 1 member, fewer than 2"),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, "it has 2 members, more than 1"),
        ({"additionalProperties": False}, {"a": 1}, 'the member "a" is not declared, and no others are allowed'),
        ({"unevaluatedProperties": False}, {"a": 1, "b": 2}, "a member is not declared, and no others are allowed"),
        ({"unevaluatedProperties": False}, {"a": 1}, 'the member "a" is not declared, and no others are allowed'),
        (
            {"unevaluatedProperties": {"type": "null"}},
            {"a": 1},
            'the member "a" is not declared, and does not match the schema for additional members',
        ),
        ({"unevaluatedItems": False}, [1], "it has an item that is not declared"),
        ({"dependentRequired": {"a": ["b"], "c": ["d"]}}, {"a": 1}, '"b" is missing, required beside "a"'),
        ({"contains": {"type": "null"}}, [1], "none of its items matches what one of them must match"),
        ({"contains": True, "minContains": 2}, [1], "fewer than 2 of its items match what these must match"),
        ({"contains": True, "maxContains": 1}, [1, 2], "more than 1 of its items match what only these may match"),
        ({"anyOf": [False, {"type": "null"}]}, 1, "it matches none of the 2 allowed alternatives"),
        ({"oneOf": [True, True]}, 1, "it must match exactly one of 2 alternatives"),
        ({"not": {}}, 1, "it matches what is not allowed"),
        ({"properties": {"a": False}}, {"a": 1}, "nothing is allowed here"),
        (False, 1, "nothing is allowed here"),
    ],
)
def test_a_keyword_speaks(schema: object, value: object, said: str) -> None:
    assert sentence(schema, value) == said


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (LiteralFloat("2.8540e-21"), "2.8540e-21"),
        ("a\u00e9\ud800", '"a\\xe9\\ud800"'),
        ([1], "an array"),
        ({}, "an object"),
    ],
)
def test_a_value_is_shown_as_it_would_stand_in_a_card(value: object, written: str) -> None:
    assert show_value(value) == written


@pytest.mark.parametrize("value", ["a" * 10_000, 10**4000, LiteralFloat("1" * 5000)])
def test_a_long_value_is_cut(value: object) -> None:
    text = show_value(value)

    assert len(text) == _LONGEST_SHOWN
    assert text.endswith("...")
