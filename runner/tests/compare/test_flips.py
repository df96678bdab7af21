"""Every recorded revision is found for what it is, with a card that shows it, and no rewrite is taken for one."""

import json
from collections.abc import Sequence

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import ComparisonRun, compare_revisions
from agentcard_conformance.compare.results import Comparison, Direction, VersionStep
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.tally import CardPlace, Tally
from agentcard_conformance.compare.witnesses.random_edits import RandomEdits, find_by_random_edits
from agentcard_conformance.compare.witnesses.starting_cards import StartingCard
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Fixture, Json
from schema_pairs import (
    REWRITTEN,
    REWRITTEN_OURS,
    SUITE,
    TIGHTENED,
    TIGHTENED_OURS,
    Rewritten,
    Tightened,
    about,
    ours,
    text,
)

pytestmark = pytest.mark.slow

LITTLE = 0.03
"""Of the usual effort, so that all of them take no longer than a coffee is poured."""

RECORDED = (*TIGHTENED_OURS, *TIGHTENED)
REWRITES = (*REWRITTEN_OURS, *REWRITTEN)


def revision(schema: Json, label: str = "OLD") -> Revision:
    mine = isinstance(schema, dict) and schema.get("$id") == SUITE.default.schema["$id"]
    return Revision(label, schema, {}, frozenset(SUITE.default.requirements) if mine else frozenset())


def compared(old: Json, new: Json, request: ComparisonRequest | None = None) -> Comparison:
    return compare_revisions(revision(old), revision(new, "NEW"), request or ComparisonRequest(effort=LITTLE))


def flipping_keywords(comparison: Comparison) -> set[tuple[Direction, str]]:
    return {(flips.direction, flips.change.keyword if flips.change else "") for flips in comparison.flips}


def accepted(schema: Json, card: str) -> bool:
    """By an engine that nothing of ours has touched."""
    plain = Draft202012Validator(schema, registry=Registry(), format_checker=FormatChecker())
    return bool(plain.is_valid(json.loads(card)))


def names(some: Sequence[Tightened] | Sequence[Rewritten]) -> list[str]:
    return [each.name for each in some]


@pytest.mark.parametrize("recorded", RECORDED, ids=names(RECORDED))
def test_a_tightened_keyword_breaks_cards(recorded: Tightened) -> None:
    comparison = compared(recorded.loose, recorded.tight)

    assert (flipping_keywords(comparison), comparison.step) == (
        {(Direction.REFUSED, recorded.keyword)},
        VersionStep.MAJOR,
    )
    assert all(
        accepted(recorded.loose, flips.witness.card) and not accepted(recorded.tight, flips.witness.card)
        for flips in comparison.flips
    )


@pytest.mark.parametrize("recorded", RECORDED, ids=names(RECORDED))
def test_a_loosened_keyword_breaks_none(recorded: Tightened) -> None:
    comparison = compared(recorded.tight, recorded.loose)

    assert (flipping_keywords(comparison), comparison.step) == (
        {(Direction.ACCEPTED, recorded.keyword)},
        VersionStep.MINOR,
    )
    assert all(
        accepted(recorded.loose, flips.witness.card) and not accepted(recorded.tight, flips.witness.card)
        for flips in comparison.flips
    )


@pytest.mark.parametrize("rewritten", REWRITES, ids=names(REWRITES))
def test_a_rewrite_raises_no_alarm(rewritten: Rewritten) -> None:
    comparison = compared(rewritten.old, rewritten.new)

    assert comparison.flips == ()
    assert comparison.step in (VersionStep.PATCH, VersionStep.NONE)


def test_every_keyword_that_judges_a_card_is_recorded() -> None:
    recorded = json.dumps([each.tight for each in TIGHTENED])
    judging = [*Draft202012Validator.VALIDATORS.keys() - {"$ref", "$dynamicRef"}]

    assert [word for word in judging if f'"{word}"' not in recorded] == []


def test_a_flip_belongs_to_the_requirement_of_its_keyword() -> None:
    comparison = compared(ours(), ours(name_length=about("name-length", text(minLength=1, maxLength=64))))

    assert [flips.requirement for flips in comparison.flips] == ["name-length"]


def test_a_flip_belongs_to_a_keyword_in_another_file() -> None:
    address = "https://schema.invalid/folder/b.json"
    old, new = (Revision("", {"$ref": "b.json"}, {address: {"maxLength": size}}, frozenset()) for size in (3, 2))

    comparison = compare_revisions(old, new, ComparisonRequest(effort=LITTLE))

    assert flipping_keywords(comparison) == {(Direction.REFUSED, "maxLength")}


def test_cards_are_drawn_alike_from_the_same_seed() -> None:
    edits = RandomEdits([StartingCard({"a": [1, "x"]}, "")])
    first, second = (_drawn(edits) for _ in range(2))

    assert first == second != []


def _drawn(edits: RandomEdits) -> list[Json]:
    seen: list[Json] = []

    def shows(card: Json) -> bool:
        seen.append(card)
        return False

    find_by_random_edits(edits, shows, seed=7, most=50)
    return seen


def test_a_change_without_a_witness_says_among_how_many_cards() -> None:
    comparison = compared({"pattern": "^(?=a)a$"}, {"pattern": "^a$"})

    assert [each.change.keyword for each in comparison.unwitnessed] == ["pattern"]
    assert all(each.tried > 100 for each in comparison.unwitnessed)


def test_nothing_at_all_changed() -> None:
    comparison = compared(ours(), ours())

    assert (comparison.step, comparison.flips, comparison.unwitnessed) == (VersionStep.NONE, (), ())


def test_what_is_loosened_and_tightened_at_once_is_told_apart() -> None:
    comparison = compared({"minLength": 2, "maxItems": 3}, {"minLength": 1, "maxItems": 2})

    assert flipping_keywords(comparison) == {(Direction.REFUSED, "maxItems"), (Direction.ACCEPTED, "minLength")}


def test_a_fixture_that_changes_sides_is_named(suite: Suite) -> None:
    protocols = text(enum=["http", "https", "grpc", "mcp"])
    fixtures = [each for each in suite.fixtures([suite.default.id]) if "/endpoint-protocol-known/" in each.path]
    changed = ours(endpoint_protocol_known=about("endpoint-protocol-known", protocols))

    comparison = compared(ours(), changed, ComparisonRequest(suite.default, fixtures=lambda: fixtures, effort=LITTLE))

    moved = [each for each in comparison.moved if each.path.endswith("/stdio.json")]
    assert [(each.direction, each.requirement) for each in moved] == [(Direction.REFUSED, "endpoint-protocol-known")]


def test_the_corpus_is_not_read_where_no_card_can_change_sides(suite: Suite) -> None:
    def read() -> Sequence[Fixture]:
        raise AssertionError

    protocols = suite.default.schema["$defs"]["endpoint-protocol-known"]
    comparison = compared(
        ours(), ours(endpoint_protocol_known={"allOf": [protocols]}), ComparisonRequest(fixtures=read)
    )

    assert comparison.is_proven_empty(*Direction)


def test_a_card_that_is_shrunk_says_from_which(suite: Suite) -> None:
    fixtures = [each for each in suite.fixtures([suite.default.id]) if "/name-length/" in each.path]
    changed = ours(name_length=about("name-length", text(minLength=1, maxLength=64)))

    comparison = compared(ours(), changed, ComparisonRequest(suite.default, fixtures=lambda: fixtures, effort=LITTLE))

    assert comparison.flips[0].witness.origin.startswith("made from ")


def test_what_a_rule_refuses_anyway_is_no_flip(suite: Suite) -> None:
    loosened = ours(version_semver=about("version-semver", text(pattern="^[0-9]")))

    comparison = compared(ours(), loosened, ComparisonRequest(suite.default, rules=True, effort=LITTLE))

    assert comparison.flips == ()
    assert [each.change.requirement for each in comparison.unwitnessed] == ["version-semver"]


def test_without_the_rules_it_is_one(suite: Suite) -> None:
    loosened = ours(version_semver=about("version-semver", text(pattern="^[0-9]")))

    comparison = compared(ours(), loosened, ComparisonRequest(suite.default, effort=LITTLE))

    assert [(each.direction, each.requirement) for each in comparison.flips] == [(Direction.ACCEPTED, "version-semver")]


def test_rules_are_spared_values_of_a_type_they_do_not_know(suite: Suite) -> None:
    """It begins with cards of the corpus: one that is made of the schema alone may have a URL without a host."""
    anything = ours(version_type=about("version-type", {}))
    fixtures = [each for each in suite.fixtures([suite.default.id]) if "/version-type/" in each.path]

    comparison = compared(
        ours(), anything, ComparisonRequest(suite.default, rules=True, fixtures=lambda: fixtures, effort=LITTLE)
    )

    assert [flips.requirement for flips in comparison.flips] == ["version-type"]


def test_the_same_call_gives_the_same_answer() -> None:
    changed = ours(name_length=about("name-length", text(minLength=2, maxLength=64)))

    assert compared(ours(), changed) == compared(ours(), changed)


def test_a_flip_that_no_changed_keyword_shows_is_found_by_chance() -> None:
    """With its changes hidden from it, the search is left with what hypothesis draws."""
    hidden = ComparisonRun(revision({"minimum": 1}), revision({"minimum": 2}, "NEW"), ComparisonRequest(effort=LITTLE))
    hidden.changes = ()
    hidden.flips.attribution.changes = ()
    hidden.search()

    assert [(flips.direction, flips.change) for flips in hidden.result().flips] == [(Direction.REFUSED, None)]


def test_a_card_of_the_users_own_shows_what_none_of_ours_does() -> None:
    old = {"if": {"pattern": "^(?=.*x)(?=.*q)(?=.*z)"}, "then": {"minLength": 7}}
    new = {"if": {"pattern": "^(?=.*x)(?=.*q)(?=.*z)"}, "then": {"minLength": 8}}

    helped = ComparisonRun(revision(old), revision(new, "NEW"), ComparisonRequest(effort=LITTLE))
    helped.add_tally(Tally(accepted=[('"xqz-xqz-xqz"', CardPlace("mine.jsonl", 1))]))
    helped.search()

    assert [flips.witness.origin for flips in helped.result().flips] == ["made from mine.jsonl:1"]
