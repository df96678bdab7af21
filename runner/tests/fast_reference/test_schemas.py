"""The bulk engine finds by a schema what the reference finds by it, whatever the schema."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agreement import agree, with_schema, written

SOME = st.sampled_from(["a", "b", "c"])
VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, 0.5, -1, 2**64, 2**64 + 1, "", "a", "ab", "abc", "\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SOME, inner, max_size=3),
    max_leaves=8,
)
COUNTS = st.integers(0, 2)
ASSERTIONS = st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["array", "boolean", "integer", "null", "number", "object", "string"])}
    ),
    st.fixed_dictionaries({"type": st.just(["integer", "object", "array"])}),
    st.fixed_dictionaries({}, optional={"minLength": COUNTS, "maxItems": COUNTS, "minProperties": COUNTS}),
    st.fixed_dictionaries({}, optional={"minimum": st.sampled_from([0, 0.5, 1]), "exclusiveMaximum": st.just(1.5)}),
    st.fixed_dictionaries({"pattern": st.sampled_from(["^a", "b$", "^(?:a|b)*$"])}),
    st.fixed_dictionaries({"uniqueItems": st.booleans()}),
    st.fixed_dictionaries({"required": st.lists(SOME, max_size=2, unique=True)}),
    st.fixed_dictionaries({"dependentRequired": st.dictionaries(SOME, st.lists(SOME, max_size=2), max_size=1)}),
    st.fixed_dictionaries({"enum": st.just([1, "a", None])}),
    st.fixed_dictionaries({"const": st.just(1)}),
)


def applied(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    """Schemas that hold others."""
    several = st.lists(inner, min_size=1, max_size=4)
    return st.one_of(
        st.fixed_dictionaries({"properties": st.dictionaries(SOME, inner, max_size=2)}, optional={"items": inner}),
        st.fixed_dictionaries(
            {"additionalProperties": inner | st.sampled_from([False])}, optional={"properties": st.just({"a": {}})}
        ),
        st.fixed_dictionaries({"items": inner | st.sampled_from([False])}, optional={"prefixItems": several}),
        st.fixed_dictionaries({"contains": inner}, optional={"minContains": COUNTS, "maxContains": COUNTS}),
        st.fixed_dictionaries({"if": inner, "then": inner}, optional={"else": inner}),
        st.fixed_dictionaries(
            {"allOf": several}, optional={"$comment": st.just("card-object"), "type": st.just("object")}
        ),
        st.fixed_dictionaries({"anyOf": several}, optional={"oneOf": several, "not": inner}),
        st.fixed_dictionaries({"propertyNames": inner}, optional={"dependentSchemas": st.dictionaries(SOME, inner)}),
        st.just({"$ref": "#/$defs/again"}),
    )


SCHEMAS = st.recursive(ASSERTIONS, applied, max_leaves=8)
UNKNOWN = st.sampled_from([{"multipleOf": 2}, {"patternProperties": {"^a$": False}}, {"pattern": "^.$"}, {"x-ours": 1}])
ODD_SCHEMAS = st.recursive(ASSERTIONS | UNKNOWN | st.booleans(), applied, max_leaves=8)


@pytest.mark.parametrize("value", [[2**64, 2**64 + 1], [2**64, 2**64], {"a": [2**64, 2**64 + 1]}])
def test_integers_beyond_64_bits_are_told_apart(value: Any) -> None:
    dialect = with_schema({"uniqueItems": True, "properties": {"a": {"uniqueItems": True}}})

    assert is_supported(dialect.schema) and agree(dialect, written(value))


@pytest.mark.parametrize(
    "schema",
    [
        {"contains": {"type": "string"}, "minContains": 2, "maxContains": 3},
        {"contains": {"type": "string"}, "minContains": 0},
        {"allOf": [{"contains": {"const": 1}}, {"contains": {"const": 1}, "minContains": 0, "maxContains": 1}]},
        {"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
        {"allOf": [{"properties": {"b": {}}}, {"properties": {"a": {}}, "additionalProperties": False}]},
        {"allOf": [{"items": {"type": "string"}}, {"prefixItems": [{"type": "string"}], "items": {"const": 1}}]},
        {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        {"allOf": [{"const": 0}, {"const": False}]},
        {"allOf": [{"type": "object"}, {"type": ["array", "string"]}, {"not": {"required": ["a"]}}]},
        {"type": ["object", "array"], "if": {"type": "object"}, "then": {"required": ["c"]}},
        {"type": "object", "if": {"type": "object"}, "then": False, "else": {}},
        {"type": "integer", "if": {"type": "number"}, "then": {"minimum": 1.5}},
        {"dependentRequired": {"a": ["b", "c", "d"]}, "dependentSchemas": {"a": {"required": ["d"]}}},
        {"propertyNames": {"maxLength": 1, "pattern": "^[ab]"}},
        {"properties": {"a": {"minimum": 0.5, "type": "number", "not": {"exclusiveMinimum": 1.5}}}, "type": "object"},
        {"type": "array", "additionalProperties": {"type": "array"}},
        {"allOf": [{"type": "object"}, {"type": "array"}], "items": False, "properties": {"b": {"type": "string"}}},
    ],
    ids=json.dumps,
)
def test_each_keyword_is_held_as_the_reference_holds_it(schema: Json) -> None:
    items: tuple[Json, ...] = ([], ["x"], [1], ["x", "y"], [1, 1], ["x", 2, 3], ["a", "b", "c", "d"], ["x", 1, "y"])
    objects: tuple[Json, ...] = (
        {},
        {"a": 1},
        {"a": "x", "b": 2, "c": "y"},
        {"b": 0, "long": 1},
        {"a": 0.5},
        {"a": 1.6},
        {"a": 2**53},
    )
    differing = [
        value for value in (*items, *objects, 0, False, 1, 2, "x") if not agree(with_schema(schema), written(value))
    ]

    assert differing == []


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, SCHEMAS, st.lists(VALUES, min_size=1, max_size=4))
def test_any_schema_is_walked_as_the_reference_walks_it(schema: Json, again: Json, values: list[Json]) -> None:
    assume("$ref" not in json.dumps(again))
    dialect = with_schema(schema, again=again)

    assert all(agree(dialect, written(value)) for value in values)


@settings(max_examples=300, deadline=None)
@given(ODD_SCHEMAS, ODD_SCHEMAS, st.lists(VALUES, min_size=1, max_size=4))
def test_a_schema_is_interpreted_as_the_reference_reads_it_or_not_at_all(
    schema: Json, again: Json, values: list[Json]
) -> None:
    assume("$ref" not in json.dumps(again))
    dialect = with_schema(schema, again=again)

    assert all(agree(dialect, written(value)) for value in values)


@pytest.mark.parametrize("member", ["a", "b"])
@pytest.mark.parametrize("number", ["0.1", "0.5"])
def test_a_fraction_that_two_places_share_is_asked_at_both(member: str, number: str) -> None:
    costs = {"type": "object", "properties": {"n": {"type": "number", "minimum": 0.5}}}
    twice = {"type": "object", "properties": {name: {"$ref": "#/$defs/costs"} for name in "ab"}}

    assert agree(with_schema(twice, costs=costs), f'{{"{member}": {{"n": {number}}}}}'.encode())


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"multipleOf": 0.1}}},
        {"type": "object", "properties": {"a": {"pattern": r"^\d$"}}},
        {"type": "object", "properties": {"a": {"pattern": "^.$"}}},
        {"type": "object", "properties": {"a": {"maximum": 2**60}}},
        {"type": "object", "unevaluatedProperties": {"type": "string"}},
        {"type": "object", "patternProperties": {"^a$": {"type": "string"}}},
        {"properties": {"a": {"not": {"uniqueItems": True}}}},
        {"properties": {"a": {"$ref": "#/$defs/b", "maxLength": 1}}},
        {"properties": {"a": {"$id": "https://example.com/", "type": "string"}}},
        {"properties": {"a": False}},
        {"x-ours": 1},
    ],
    ids=json.dumps,
)
@pytest.mark.parametrize(
    "value", [{"a": "\u0661"}, {"a": "\n"}, {"a": 2**60 + 1}, {"a": [2**64, 2**64 + 1]}, {"a\n": 1}]
)
def test_a_schema_on_which_engines_differ_is_left_to_the_reference(schema: Json, value: Json) -> None:
    dialect = with_schema(schema, b={"minLength": 1})

    assert not is_supported(dialect.schema) and agree(dialect, written(value))


@pytest.mark.parametrize("value", [{"a": 1}, {"a": 3}, {"a": "x"}])
def test_a_part_that_is_referred_to_is_looked_at_as_well(value: Json) -> None:
    dialect = with_schema({"properties": {"a": {"$ref": "#/$defs/b"}}}, b={"multipleOf": 3})

    assert not is_supported(dialect.schema) and agree(dialect, written(value))


@pytest.mark.parametrize(
    "value",
    [{"a": {"type": "string"}}, {"a": {"type": "text", "minLength": -1, "$id": "a b"}}, {"a": {"not": []}}, {"a": 1}],
)
def test_a_schema_may_refer_to_the_metaschema(value: Json) -> None:
    dialect = with_schema({"properties": {"a": {"if": {"type": "object"}, "then": {"$ref": METASCHEMA}}}})

    assert is_supported(dialect.schema) and agree(dialect, written(value))


def test_no_other_document_is_referred_to() -> None:
    assert not is_supported({"$ref": "https://example.com/schema"})


def test_a_schema_that_means_itself_is_not_trusted() -> None:
    assert not is_supported({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}})
    assert is_supported({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}})


@pytest.mark.parametrize("schema", [{"pattern": "^(?:(?:a{999}){999}){999}$"}, {"required": ["a", "a"]}])
@pytest.mark.parametrize("around", [{}, {"type": "boolean"}])
def test_a_schema_that_the_fast_engine_refuses_is_left_to_the_reference(schema: Json, around: Json) -> None:
    dialect = with_schema(schema | around)

    assert is_supported(dialect.schema) and agree(dialect, b'"a"') and agree(dialect, b"{}")
