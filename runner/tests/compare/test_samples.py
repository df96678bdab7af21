"""Are the values that a search begins with what they are said to be?"""

import jsonschema_rs
import pytest
from regress import Regex

from agentcard_conformance.compare.findings import Revision
from agentcard_conformance.compare.verdicts.sides import Side
from agentcard_conformance.compare.witnesses.format_samples import ALMOST, WELL_FORMED, well_formed
from agentcard_conformance.compare.witnesses.grown import Grower
from agentcard_conformance.compare.witnesses.pattern_samples import apart, samples
from agentcard_conformance.compare.witnesses.shrink import shrunk
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Json

SEMVER = r"^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$"


@pytest.mark.parametrize(
    "pattern",
    ["^[0-9A-HJKMNP-TV-Z]{26}$", "^(?:a|b(?:c|d))+e?$", r"^\p{Lu}\u{1F600}?$", "^(?=a)[^b]{2,}?$", "", SEMVER],
)
def test_samples_match_their_pattern(pattern: str) -> None:
    found = samples(pattern)

    assert found and all(Regex(pattern, "u").find(text) for text in found)


def test_every_part_of_a_pattern_is_among_its_samples() -> None:
    found = samples("^a?(?:b|c|d)$")

    assert set(found) == {"ab", "b", "ac", "ad"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SEMVER, SEMVER.replace("(?:-", "(?:[-+]")),
        (SEMVER, SEMVER.replace(")?$", ")$")),
        ("^[a-y]+$", "^[a-z]+$"),
        ("a", "^a"),
    ],
)
def test_texts_that_tell_two_patterns_apart(one: str, other: str) -> None:
    found = apart(one, other)

    assert found and all(
        (Regex(one, "u").find(text) is None) is not (Regex(other, "u").find(text) is None) for text in found
    )


@pytest.mark.parametrize("name", WELL_FORMED)
def test_formats_are_told_from_what_is_almost_one(name: str) -> None:
    engine = jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True)

    assert all(map(engine.is_valid, well_formed(name)))
    assert not all(map(engine.is_valid, ALMOST))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 3, "pattern": "^[a-c]+$"},
        {"type": "integer", "multipleOf": 7, "minimum": 10},
        {"required": ["b"], "properties": {"b": {"enum": ["x", 1]}}, "type": "object", "additionalProperties": False},
        {"type": "array", "prefixItems": [{"type": "string"}], "contains": {"const": True}, "minItems": 3},
        {"anyOf": [{"type": "object", "required": ["q"], "properties": {"q": {"const": 5}}}, False]},
        {"type": "object", "minProperties": 2, "propertyNames": {"pattern": "^[a-z]+$"}},
        {
            "$ref": "#/$defs/tree",
            "$defs": {"tree": {"type": "object", "properties": {"below": {"$ref": "#/$defs/tree"}}}},
        },
    ],
)
def test_values_grow_from_a_schema(schema: Json) -> None:
    side = Side(Revision("", schema, {}, frozenset()))

    assert side.fast.is_valid(Grower(side).values(side.schemas.root)[0])


def test_a_whole_card_grows_from_the_schema_of_a_dialect(suite: Suite) -> None:
    side = Side(Revision("", suite.default.schema, {}, frozenset()))

    grown = Grower(side).values(side.schemas.root)[0]

    assert side.fast.is_valid(grown)
    assert {"pricing", "metadata", "goal_subscriptions"} <= grown.keys()


def test_what_is_not_needed_is_left_out() -> None:
    value = {"a": [{"b": "a long text", "c": 1.23456}, 7], "d": {"e": None}}

    def shows(value: Json) -> bool:
        return isinstance(value, dict) and any("g" in str(each.get("b")) for each in value.get("a", ()) if each != 7)

    assert shrunk(value, shows, 1000) == {"a": [{"b": "g"}]}


def test_no_more_is_tried_than_was_said() -> None:
    tried: list[Json] = []

    def shows(value: Json) -> bool:
        tried.append(value)
        return False

    shrunk([*range(100)], shows, 10)

    assert len(tried) == 10
