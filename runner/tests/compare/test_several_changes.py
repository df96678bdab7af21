"""Each of several changes made at once is found, however much one of them hides the others."""

from functools import reduce

import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import compare_revisions
from agentcard_conformance.compare.results import Comparison, Direction
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Json

pytestmark = pytest.mark.slow

EFFORT = 0.1
DIALECT = read_suite().default
FIXTURES = read_suite().fixtures([DIALECT.id])

WEBSITE = {"then": {"required": ["website"]}}
NAME = {"$defs": {"name-length": {"then": {"maxLength": 100}}}}
WEBSOCKET = {"$defs": {"endpoint-protocol-known": {"then": {"enum": ["http", "https", "grpc", "stdio", "mcp", "ws"]}}}}
TWO_CAPABILITIES = {"$defs": {"capabilities-not-empty": {"then": {"minItems": 2}}}}
FLAT_ID = {"$defs": {"agent-id-form": {"then": {"pattern": "^A{26}$"}}}}
GOLD = {"$defs": {"trust-tier-known": {"enum": ["untrusted", "basic", "established", "verified", "banned", "gold"]}}}
PRIORITY = {"$defs": {"goal-priority-range": {"then": {"maximum": 10}}}}
NO_TAG_TWICE = {"$defs": {"tags-type": {"uniqueItems": True}}}

TOGETHER = {
    "a member and a bound": ((WEBSITE, NAME), {"required"}, {"maxLength"}, set()),
    "a member and a choice": ((WEBSITE, WEBSOCKET), {"required"}, set(), {"enum"}),
    "a count and a choice": ((TWO_CAPABILITIES, WEBSOCKET), {"minItems"}, set(), {"enum"}),
    "a form and a choice": ((FLAT_ID, GOLD), {"pattern"}, set(), {"enum"}),
    "five": (
        (TWO_CAPABILITIES, NAME, WEBSOCKET, PRIORITY, NO_TAG_TWICE),
        {"minItems"},
        {"maxLength", "uniqueItems"},
        {"enum", "maximum"},
    ),
}
"""Edits; the keyword that hides the others; what is refused besides; what is accepted."""

WITHIN: dict[str, tuple[Json, str]] = {
    "members of a name": ({"then": {"patternProperties": {"^x-": {"type": "string"}}}}, "patternProperties"),
    "members of another name": ({"then": {"patternProperties": {"^x_": {"type": "string"}}}}, "patternProperties"),
    "beside a member": (
        {"then": {"dependentSchemas": {"goal_subscriptions": {"properties": {"name": {"minLength": 3}}}}}},
        "dependentSchemas",
    ),
}


def edited(schema: Json, edit: Json) -> Json:
    """With these words put in or in place of those that are there."""
    if not isinstance(schema, dict) or not isinstance(edit, dict):
        return edit
    return {**schema, **{word: edited(schema.get(word), value) for word, value in edit.items()}}


def compared(old: Json, new: Json, *, corpus: bool = True) -> Comparison:
    before, after = (Revision("NEW", schema, {}, frozenset(DIALECT.requirements)) for schema in (old, new))
    return compare_revisions(
        before, after, ComparisonRequest(DIALECT, fixtures=lambda: FIXTURES if corpus else (), effort=EFFORT)
    )


def flipped(old: Json, new: Json, *, corpus: bool) -> set[tuple[Direction, str]]:
    comparison = compared(old, new, corpus=corpus)
    return {(flips.direction, flips.change.keyword if flips.change else "") for flips in comparison.flips}


@pytest.mark.parametrize("corpus", [True, False], ids=["with the corpus", "without"])
@pytest.mark.parametrize("name", TOGETHER)
def test_one_change_does_not_hide_another(name: str, *, corpus: bool) -> None:
    edits, hiding, refused, accepted = TOGETHER[name]
    changed = reduce(edited, edits, DIALECT.schema)

    there, back = flipped(DIALECT.schema, changed, corpus=corpus), flipped(changed, DIALECT.schema, corpus=corpus)

    tighter = {(Direction.REFUSED, word) for word in hiding | refused}
    assert there == tighter | {(Direction.ACCEPTED, word) for word in accepted}
    assert {word for _, word in back} == {word for _, word in there}


@pytest.mark.parametrize("name", WITHIN)
def test_what_a_new_block_asks_is_tried(name: str) -> None:
    edit, keyword = WITHIN[name]

    assert flipped(DIALECT.schema, edited(DIALECT.schema, edit), corpus=True) == {(Direction.REFUSED, keyword)}


def test_a_card_that_was_repaired_says_from_which_it_was_made() -> None:
    flips = compared(DIALECT.schema, reduce(edited, (WEBSITE, WEBSOCKET), DIALECT.schema)).flips

    origins = [each.witness.origin for each in flips]
    assert [origin.count("made from ") for origin in origins] == [1] * len(origins)
