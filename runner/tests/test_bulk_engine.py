"""Is what the bulk engine says of a card what the reference says, whatever the schema, the rule and the card?"""

import gc
import json
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agentcard_conformance import rules
from agentcard_conformance.bulk.documents import Documents, Node
from agentcard_conformance.bulk.engine import CLEAN, LARGE, Engine
from agentcard_conformance.bulk.flat import flat, holder
from agentcard_conformance.bulk.trust import is_trusted
from agentcard_conformance.model import Answer, Dialect, Json, Question, Real
from agentcard_conformance.reference import Reference
from agentcard_conformance.reference.judge import LARGEST_CARD, MOST_FAULTS
from conftest import REFERENCE, SUITE
from mutants import said

ENGINE = Engine(SUITE.default)
DEEP = 99
T = TypeVar("T")

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


def written(card: Any) -> bytes:
    return json.dumps(card).encode()


def with_schema(schema: Json, **definitions: Json) -> Dialect:
    """The dialect without its rules, and with another schema, all of which stands for one requirement."""
    whole = {"$comment": "name-type", "allOf": [schema], "$defs": definitions}
    return SUITE.default._replace(schema=whole, rules=())


def deeper(frames: int, what: Callable[[], T]) -> T:
    """The outcome of a call made so many frames further down."""
    return deeper(frames - 1, what) if frames else what()


def agree(dialect: Dialect, card: bytes) -> bool:
    expected = Reference({dialect.id: dialect}).assess(Question(card, dialect.id))
    return said(Engine(dialect).assess(card)) == said(expected)


def test_a_card_of_which_there_is_nothing_to_say_gives_the_same_thing_each_time(card: Any) -> None:
    assert ENGINE.assess(written(card)) is CLEAN


@pytest.mark.parametrize("cost", ["0", "0.0", "-0.0", "0e9", "2.855e-21", "1e-6", "3"])
def test_so_does_a_price_that_is_right(card: Any, cost: str) -> None:
    card["pricing"] = {"base_cost_joules": "?", "per_token_joules": "?", "note": "2e-125"}

    assert ENGINE.assess(written(card).replace(b'"?"', cost.encode())) is CLEAN


def test_so_does_a_card_that_only_the_reference_can_read(card: Any) -> None:
    card["metadata"] = {"x": ":"}

    assert ENGINE.assess(written(card).replace(b'":"', b'"\\u003a"')) is CLEAN


def test_cards_keep_their_order(card: Any) -> None:
    cards = [written(card), b"{", written(card), written(card | {"name": 7}), b'{"a":1,"a":1}']

    assert [len(each.violations) for each in ENGINE.assess_all(iter(cards))] == [0, 1, 0, 1, 5]


def test_a_card_too_large_to_read_is_skipped(card: Any) -> None:
    large = written(card | {"metadata": {"x": "y" * LARGEST_CARD}})

    assert ENGINE.assess(large).verdict.answer is Answer.SKIP


def test_sentences_are_those_of_the_reference() -> None:
    for fixture in SUITE.fixtures([SUITE.default.id])[::7]:
        expected, actual = REFERENCE.assess(fixture.question), ENGINE.assess(fixture.question.card)

        assert {each.what for each in actual.violations} == {each.what for each in expected.violations}, fixture.path


@pytest.mark.parametrize(
    "number", ["2.8539999999999999e-21", "2.8540000000000001e-21", "1e-400", "-1e-400", "2.854e-21"]
)
def test_a_number_is_judged_as_it_was_written(card: Any, number: str) -> None:
    card["pricing"] = {"base_cost_joules": "?", "per_token_joules": "?"}
    text = written(card).replace(b'"?"', number.encode())

    assert agree(SUITE.default, text)


@pytest.mark.parametrize("value", [[2**64, 2**64 + 1], [2**64, 2**64], {"a": [2**64, 2**64 + 1]}])
def test_integers_beyond_64_bits_are_told_apart(value: Any) -> None:
    dialect = with_schema({"uniqueItems": True, "properties": {"a": {"uniqueItems": True}}})

    assert is_trusted(dialect.schema) and agree(dialect, written(value))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"capabilities": [{"id": 7}] * (MOST_FAULTS + 5)},
        {"capabilities": [{"id": "no"}] * (MOST_FAULTS + 5), "version": 1},
        {
            "capabilities": [
                {"id": "a.b.c", "input_schema": {"properties": {f"p{n}": {"type": 7} for n in range(1200)}}}
            ]
        },
        {"capabilities": [{"id": "a.b.c", "input_schema": {"required": [2**64, 2**64 + 1]}}]},
        {"metadata": {f"pacr:{number}": 1 for number in range(MOST_FAULTS + 5)}},
    ],
    ids=["schema", "rules", "a schema in a card", "integers beyond 64 bits", "one rule"],
)
def test_of_very_many_findings_the_same_are_kept(card: Any, spoilt: Any) -> None:
    assert agree(SUITE.default, written(card | spoilt))


@pytest.mark.parametrize("innermost", [{"type": "object"}, {"type": 7}, {"required": [1]}])
def test_a_schema_as_deep_as_a_card_may_be_is_walked(card: Any, innermost: Any) -> None:
    for _ in range(DEEP - 4):
        innermost = {"not": innermost}
    card["capabilities"][0]["input_schema"] = innermost
    limit = sys.getrecursionlimit()

    assert agree(SUITE.default, written(card)) and sys.getrecursionlimit() == limit


def test_a_deep_card_is_walked_on_top_of_a_deep_stack(card: Any) -> None:
    innermost: Any = {"required": [1]}
    for _ in range((DEEP - 4) // 2):
        innermost = {"properties": {"x": innermost}}
    text = written(card | {"capabilities": [{"id": "a.b.c", "description": "d", "input_schema": innermost}]})

    assert len(deeper(600, lambda: ENGINE.assess(text)).violations) == 1


@pytest.mark.parametrize("on", [True, False])
def test_a_large_card_leaves_the_collector_as_it_was(card: Any, on: bool) -> None:
    was = gc.isenabled()
    (gc.enable if on else gc.disable)()
    ENGINE.assess(written(card | {"metadata": {"x": "y" * LARGE}}))
    is_on = gc.isenabled()
    (gc.enable if was else gc.disable)()

    assert is_on == on


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

    assert not is_trusted(dialect.schema) and agree(dialect, written(value))


def test_a_schema_that_means_itself_is_not_trusted() -> None:
    assert not is_trusted({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}})
    assert is_trusted({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}})


@pytest.mark.parametrize("schema", [{"pattern": "^(?:(?:a{999}){999}){999}$"}, {"required": ["a", "a"]}])
@pytest.mark.parametrize("around", [{}, {"type": "boolean"}])
def test_a_schema_that_the_fast_engine_refuses_is_left_to_the_reference(schema: Json, around: Json) -> None:
    dialect = with_schema(schema | around)

    assert is_trusted(dialect.schema) and agree(dialect, b'"a"') and agree(dialect, b"{}")


def test_another_notation_is_left_to_the_reference() -> None:
    dialect = SUITE.default._replace(decoders={"txt": "no_such_decoder"})

    with pytest.raises(Exception, match="no_such_decoder"):
        Engine(dialect).assess(b"{}")


NUMBERS = st.one_of(
    st.integers(),
    st.sampled_from(["2.854e-21", "2.8540000000000001e-21", "2.8539999999999999e-21", "1e-400", "-1e-400", "0.0"]).map(
        Real
    ),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda number: Real(repr(number))),
)
WORDS = st.text("hHtTpPsS:/?#[]@.%aF0\u00e9 \n", max_size=12)
WEB = st.tuples(st.sampled_from(["http:", "https:", "HTTP:", "https://", "http://"]), WORDS).map("".join)
PARTS_OF_SCHEMAS = st.sampled_from(["type", "required", "items", "properties", "minLength", "$id", "not", "enum", "x"])
ASKED: Mapping[str, st.SearchStrategy[Json]] = {
    "uri.is_uri": WORDS | WEB,
    "uri.names_a_host": WORDS | WEB,
    "uri.scheme_fits_protocol": st.fixed_dictionaries(
        {}, optional={"protocol": st.sampled_from(["http", "https", "grpc"]), "url": WORDS}
    ),
    "semantic_version.is_semver": st.text("019-+.a\u0661\n", max_size=12),
    "ulid.in_range": st.text("0789AZ", max_size=3),
    "energy.not_negative": NUMBERS,
    "energy.landauer_floor": NUMBERS,
    "json_schema.is_schema": st.recursive(
        st.sampled_from(["string", "object", 0, -1, 1.0, True, None, "a b", [], ["a", "a"], "#a"]),
        lambda inner: st.dictionaries(PARTS_OF_SCHEMAS, inner, max_size=3) | st.lists(inner, max_size=2),
        max_leaves=6,
    ),
    "json_schema.takes_an_object": st.fixed_dictionaries(
        {}, optional={"type": st.sampled_from(["object", "array", ["object"]])}
    ),
    "capability.is_described": st.dictionaries(st.sampled_from(["id", "description"]), st.none()),
    "capability.uses_a_namespace": st.text("text.fn-_\u00e9\n", max_size=8),
    "capability.ids_are_distinct": st.lists(st.dictionaries(st.just("id"), SOME | st.none() | st.just([]))),
    "text.is_visible": st.text(max_size=4),
    "metadata.keeps_reserved_prefixes": st.dictionaries(
        st.sampled_from(["pacr:trust_tier", "pacr:x", "pacr:", "pacr", "PACR:", "p", "a"]), st.none()
    ),
}


def matching(rule: str) -> st.SearchStrategy[Json]:
    """Values that are likely to be sure, too."""
    sure = rules.sure(rule)
    is_pattern = isinstance(sure, dict) and list(sure) == ["pattern"]
    return st.from_regex(sure["pattern"]) if is_pattern else st.nothing()


def certain(rule: str) -> Callable[[Json], bool]:
    sure = rules.sure(rule)
    holds: Callable[[Json], bool] = sure if callable(sure) else holder(flat(Documents({}), [Node(sure)]))
    return lambda value: holds(float(value) if isinstance(value, Real) else value)


def test_every_rule_is_asked_here() -> None:
    assert {use.rule for use in SUITE.default.rules} == ASKED.keys()


@pytest.mark.parametrize("rule", ASKED)
def test_where_a_rule_is_said_to_be_content_it_finds_nothing(rule: str) -> None:
    holds, find = certain(rule), rules.load(rule)

    @settings(max_examples=300, deadline=None)
    @given(ASKED[rule] | matching(rule))
    def sure_is_sure(value: Json) -> None:
        vanished = isinstance(value, Real) and not value and value.exact != Decimal(0)
        assert vanished or not holds(value) or [*find(value)] == []

    sure_is_sure()


@settings(max_examples=300, deadline=None)
@given(ASKED["json_schema.is_schema"])
def test_a_rule_that_is_the_same_as_a_schema_finds_what_the_schema_does(value: Json) -> None:
    holds = certain("json_schema.is_schema")

    assert holds(value) == (next(rules.load("json_schema.is_schema")(value), None) is None)
