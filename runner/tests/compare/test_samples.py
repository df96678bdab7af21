"""Samples match what they are samples of, and a card is shrunk to what is needed."""

import jsonschema_rs
import pytest
from regress import Regex

from agentcard_conformance.compare.revision_pair import RevisionValidator
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.witnesses.keyword_samples import FORMAT_SAMPLES, NEAR_FORMATS
from agentcard_conformance.compare.witnesses.pattern_samples import distinguishing_texts, pattern_samples
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.compare.witnesses.shrink import shrink
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Json

SEMVER = r"^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$"


@pytest.mark.parametrize(
    "pattern",
    ["^[0-9A-HJKMNP-TV-Z]{26}$", "^(?:a|b(?:c|d))+e?$", r"^\p{Lu}\u{1F600}?$", "^(?=a)[^b]{2,}?$", "", SEMVER],
)
def test_samples_match_their_pattern(pattern: str) -> None:
    found = pattern_samples(pattern)

    assert found and all(Regex(pattern, "u").find(text) for text in found)


def test_every_part_of_a_pattern_is_among_its_samples() -> None:
    found = pattern_samples("^a?(?:b|c|d)$")

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
def test_distinguishing_texts_match_one_of_two_patterns(one: str, other: str) -> None:
    found = distinguishing_texts(one, other)

    assert found and all(
        (Regex(one, "u").find(text) is None) is not (Regex(other, "u").find(text) is None) for text in found
    )


@pytest.mark.parametrize("name", FORMAT_SAMPLES)
def test_the_samples_of_a_format_are_of_it_and_not_all_near_ones_are(name: str) -> None:
    engine = jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True)

    assert all(map(engine.is_valid, FORMAT_SAMPLES[name]))
    assert not all(map(engine.is_valid, NEAR_FORMATS))


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
def test_a_sample_matches_its_schema(schema: Json) -> None:
    side = RevisionValidator(Revision("", schema, {}, frozenset()))

    assert side.fast.is_valid(SchemaSampler(side).samples(side.schemas.root)[0])


def test_a_sample_of_the_schema_of_a_dialect_is_a_whole_card(suite: Suite) -> None:
    side = RevisionValidator(Revision("", suite.default.schema, {}, frozenset()))

    sample = SchemaSampler(side).samples(side.schemas.root)[0]

    assert side.fast.is_valid(sample)
    assert {"pricing", "metadata", "goal_subscriptions"} <= sample.keys()


def test_a_member_that_may_be_any_schema_leaves_room_for_the_others(suite: Suite) -> None:
    side = RevisionValidator(Revision("", suite.default.schema, {}, frozenset()))

    sample = SchemaSampler(side).samples(side.schemas.root)[0]

    assert "tags" in sample["capabilities"][0]


def test_what_is_not_needed_is_left_out() -> None:
    value = {"a": [{"b": "a long text", "c": 1.23456}, 7], "d": {"e": None}}

    def shows(value: Json) -> bool:
        return isinstance(value, dict) and any("g" in str(each.get("b")) for each in value.get("a", ()) if each != 7)

    assert shrink(value, shows, 1000) == {"a": [{"b": "g"}]}


def test_no_more_is_tried_than_was_said() -> None:
    tried: list[Json] = []

    def shows(value: Json) -> bool:
        tried.append(value)
        return False

    shrink([*range(100)], shows, 10)

    assert len(tried) == 10
