"""A flip is claimed only where both engines see it, and no value of a card stops them."""

import json
import pickle
from math import inf

import pytest

from agentcard_conformance.compare.results import Direction
from agentcard_conformance.compare.revision_pair import RevisionPair, UnusableValue, to_engine_value
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.model import Json, LiteralFloat
from schema_pairs import SUITE, about, ours, text

SHORT = ours(name_length=about("name-length", text(minLength=1, maxLength=64)))


def revision_pair(old: Json, new: Json) -> RevisionPair:
    known = frozenset(SUITE.default.requirements)
    return RevisionPair(Revision("OLD", old, {}, known), Revision("NEW", new, {}, known))


@pytest.mark.parametrize(
    ("old", "new", "value", "direction"),
    [
        ({"minimum": 1}, {"minimum": 2}, 1, Direction.REFUSED),
        ({"minimum": 2}, {"minimum": 1}, 1, Direction.ACCEPTED),
        ({"minimum": 2}, {"minimum": 1}, 3, None),
        ({}, {"format": "ipv4"}, "192.0.2.256", Direction.REFUSED),
        ({}, {"format": "date-time"}, "2024-02-30T00:00:00Z", Direction.REFUSED),
        ({}, {"patternProperties": {r"^\p{Lu}$": False}}, {"\u00c4": 1}, Direction.REFUSED),
        (
            {},
            {"properties": {"a": True}, "additionalProperties": {"type": "null"}},
            {"a": 1, "b": 1},
            Direction.REFUSED,
        ),
        ({}, {"patternProperties": {r"^\d$": True}, "additionalProperties": False}, {"\u0663": 1}, Direction.REFUSED),
    ],
)
def test_both_engines_see_a_flip(old: Json, new: Json, value: Json, direction: Direction | None) -> None:
    both = revision_pair(old, new)

    assert both.flip(value) is direction
    assert direction is None or both.is_confirmed(direction, value)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ({"properties": {"a": True}, "additionalProperties": False}, 'the member "b" is not declared'),
        ({"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False}, 'the member "b" is not decl'),
        ({"allOf": [True], "unevaluatedProperties": False}, "a member is not declared"),
    ],
)
def test_a_member_that_is_not_declared_is_named_where_it_is_known(new: Json, said: str) -> None:
    both, value = revision_pair({}, new), {"a": 1, "b": 2}

    assert both.refusal(Direction.REFUSED, value, next(both.new.errors(value))).what.startswith(said)


def test_what_only_the_fast_engine_sees_is_not_confirmed() -> None:
    both = revision_pair({"multipleOf": 0.1}, {"multipleOf": 0.2})

    assert both.flip(0.3) is Direction.REFUSED
    assert not both.is_confirmed(Direction.REFUSED, 0.3)


def test_an_error_knows_its_keyword_its_place_and_its_requirement(card: Json) -> None:
    error = next(revision_pair(ours(), SHORT).new.errors({**card, "name": "x" * 65}))

    assert error == (("$defs", "name-length", "then", "maxLength"), ("name",), "name-length")


def test_a_refusal_is_a_sentence(card: Json) -> None:
    both, value = revision_pair(ours(), SHORT), {**card, "name": "x" * 65}

    refusal = both.refusal(Direction.REFUSED, value, next(both.new.errors(value)))

    assert refusal == ("/name", "it has 65 characters, more than 64", "name-length", "maxLength")


def test_another_process_gets_the_same_pair(card: Json) -> None:
    there = pickle.loads(pickle.dumps(revision_pair(ours(), SHORT)))  # noqa: S301  # our own

    assert there.flip({**card, "name": "x" * 65}) is Direction.REFUSED


def test_a_rule_sees_a_number_as_it_was_written(card: Json) -> None:
    below = LiteralFloat("2.8539999999999999e-21")
    loose = ours(base_cost_floor=about("base-cost-floor", {}), base_cost_type=about("base-cost-type", {"maximum": 0}))
    whole = RevisionPair(Revision("", ours(), {}, frozenset()), Revision("", loose, {}, frozenset()), SUITE.default)

    written = {**card, "pricing": {"base_cost_joules": below}}

    assert whole.flip(to_engine_value(written)) is Direction.REFUSED
    assert whole.flip(to_engine_value(written), written) is None


@pytest.mark.parametrize("value", [inf, "\ud800", {"\udfff": 1}, [[10**400]], json.loads("[" * 101 + "]" * 101)])
def test_what_no_engine_can_take_is_refused(value: Json) -> None:
    with pytest.raises(UnusableValue):
        to_engine_value(value)


def test_numbers_that_remember_their_text_are_numbers_to_the_engines() -> None:
    assert [type(each) for each in to_engine_value([LiteralFloat("1.5"), 2, True])] == [float, int, bool]
