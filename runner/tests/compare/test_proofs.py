"""What is proven holds, where no proof is trusted a pair shows why, and a card against a proof is told."""

import json
import time
from collections.abc import Iterator

import jsonschema_rs
import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import ProofContradicted, compare_revisions
from agentcard_conformance.compare.drafts import DRAFTS, to_current
from agentcard_conformance.compare.engines import (
    compile_exact_engine,
    compile_fast_engine,
    compile_written,
    exact_verdict,
)
from agentcard_conformance.compare.proofs.bounded import in_time
from agentcard_conformance.compare.proofs.containment import decide_containment
from agentcard_conformance.compare.proofs.limits import PROOF_LIMITS, ProofLimit
from agentcard_conformance.compare.proofs.one_document import one_document
from agentcard_conformance.compare.proofs.proving import Proof
from agentcard_conformance.compare.results import Comparison, Direction, FlipAnswer
from agentcard_conformance.compare.schemas import Revision, RevisionSchemas, Written
from agentcard_conformance.model import Json
from revisions_and_cards import comparison_run
from schema_pairs import REWRITTEN, REWRITTEN_OURS, Rewritten, about, ours, text

DRAFT_7 = "http://json-schema.org/draft-07/schema"
TREE = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}, "required": ["value"]}

WIDER = {
    "a bound": ({"maxLength": 3}, {"maxLength": 4}),
    "a tree": (TREE, {**TREE, "required": []}),
    "a tree below": ({"items": {"$ref": "#/$defs/t"}, "$defs": {"t": TREE}}, {"items": True}),
    "a definition that leads to itself": (
        {"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}, "maxProperties": 1}}},
        {"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}, "maxProperties": 2}}},
    ),
    "beside a metaschema": (
        {"properties": {"s": {"$ref": "https://json-schema.org/draft/2020-12/schema"}, "n": {"maxLength": 3}}},
        {"properties": {"s": {"$ref": "https://json-schema.org/draft/2020-12/schema"}, "n": {"maxLength": 4}}},
    ),
    "a member named with what holds of those beside it": (
        {"properties": {"a": {"maximum": 1}}, "additionalProperties": {"type": "string"}},
        {"properties": {"a": {"maximum": 2}, "b": {"type": "string"}}, "additionalProperties": {"type": "string"}},
    ),
    "a member named with what holds of its pattern": (
        {"patternProperties": {"^S": TREE}, "additionalProperties": False},
        {
            "properties": {"S1": {}},
            "patternProperties": {"^S": {**TREE, "required": []}},
            "additionalProperties": False,
        },
    ),
    "a member that nothing evaluates": (
        {"properties": {"a": TREE}, "unevaluatedProperties": {"type": "string"}},
        {"properties": {"a": {}, "b": {"type": "string"}}, "unevaluatedProperties": {"type": "string"}},
    ),
    "a pattern that occurs in every text": ({"type": "string"}, {"type": ["string", "null"], "pattern": "[a-z]*"}),
    "one of two that exclude each other": (
        {"prefixItems": [{"pattern": "(?=a)"}], "items": False},
        {"anyOf": [{"prefixItems": [{"pattern": "(?=b)"}]}, {"not": {"prefixItems": [{"pattern": "(?=b)"}]}}]},
    ),
    "beside an anchor to which nothing leads": (
        {"$dynamicAnchor": "a", "maxLength": 3},
        {"$dynamicAnchor": "b", "maxLength": 4},
    ),
    "one keyword fewer": (
        {"properties": {"a": {"$ref": "#/$defs/n"}}, "minProperties": 1, "$defs": {"n": TREE}},
        {"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {**TREE, "required": []}}},
    ),
}

FORMERLY_MISSED: dict[str, tuple[Json, Json, Json]] = {
    "one of two patterns": (
        {"patternProperties": {"^x": {"type": "string"}, "x$": {"type": "integer"}}, "additionalProperties": False},
        {"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": False},
        {"ax": 1},
    ),
    "steps from ten on": ({"multipleOf": 10, "minimum": 10}, {"minimum": 5, "maximum": 500}, 510),
    "another name to depend on": (
        {"dependentSchemas": {"foo": {"required": ["a"]}}},
        {"dependentSchemas": {"bar": {"required": ["a"]}}},
        {"bar": 1},
    ),
    "two branches at once": (
        {"oneOf": [{"type": "string"}, {"minLength": 5}]},
        {"oneOf": [{"type": "string"}, {"minLength": 4}]},
        "xxxx",
    ),
    "a contained item within a condition": (
        {"if": {"contains": {"const": 1}}, "then": {"minItems": 1}},
        {"if": {"contains": {"const": 1}}, "then": {"minItems": 2}},
        [1],
    ),
    "a reference to what nothing matches": (
        {"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}},
        {"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": False}},
        {"a": 1},
    ),
    "the items behind one that is named": (
        {"prefixItems": [{"type": "string"}], "items": {"type": "number"}},
        {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
        ["a", 0.5],
    ),
    "items exchanged": (
        {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
        {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
        ["a"],
    ),
}
"""Old and new schema, and a card that breaks."""


def schemas_of(schema: Json) -> RevisionSchemas:
    metaschema = schema.get("$schema", "").removesuffix("#") if isinstance(schema, dict) else ""
    if metaschema in DRAFTS:
        written = Written(schema, {}, metaschema)
        return RevisionSchemas(Revision("", to_current(schema, DRAFTS[metaschema]), {}, frozenset(), (), written))
    return RevisionSchemas(Revision("", schema, {}, frozenset()))


def holds(old: Json, new: Json) -> bool | None:
    return decide_containment(one_document(schemas_of(old)), one_document(schemas_of(new))).holds


def compared(old: Json, new: Json) -> Comparison:
    before, after = (Revision(name, schema, {}, frozenset()) for name, schema in (("old", old), ("new", new)))
    return compare_revisions(before, after, ComparisonRequest(effort=0.1))


@pytest.mark.parametrize("name", WIDER)
def test_what_accepts_more_is_proven_to(name: str) -> None:
    old, new = WIDER[name]

    assert (holds(old, new), holds(new, old)) in ((True, False), (True, None))


@pytest.mark.parametrize(("old", "new"), [({"enum": [0]}, {"enum": [False]}), ({"const": True}, {"const": 1})])
def test_what_python_takes_for_equal_is_not_the_same(old: Json, new: Json) -> None:
    around: list[Json] = [{"items": {"not": {"not": each}}} for each in (old, new)]

    assert (holds(old, new), holds(*around) is True) == (False, False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"not": {"$ref": "#/$defs/n"}}, {"not": {"$ref": "#/$defs/n"}}),
        ({"oneOf": [{"$ref": "#/$defs/n"}, True]}, {"oneOf": [{"$ref": "#/$defs/n"}, True]}),
        ({"if": {"$ref": "#/$defs/n"}, "then": False}, {"if": {"$ref": "#/$defs/n"}, "then": False}),
        ({"contains": {"$ref": "#/$defs/n"}, "maxContains": 1}, {"contains": {"$ref": "#/$defs/n"}, "maxContains": 1}),
        ({"contains": True, "minContains": 1}, {"contains": True, "minContains": 2}),
    ],
)
def test_what_accepts_more_below_may_accept_less_above(old: Json, new: Json) -> None:
    narrow, wide = ({"n": {**TREE, "required": names}} for names in (["value"], []))

    assert holds({**old, "$defs": narrow}, {**new, "$defs": wide}) is not True


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"unevaluatedProperties": False, "$ref": "#/$defs/a"}, {"additionalProperties": False, "$ref": "#/$defs/a"}),
        ({"unevaluatedItems": False, "contains": {"const": 1}}, {"items": False, "contains": {"const": 1}}),
        (
            {"anyOf": [{"properties": {"a": {}}}, {"not": {"properties": {"a": {}}}}], "unevaluatedProperties": False},
            {"unevaluatedProperties": False},
        ),
    ],
)
def test_what_is_evaluated_elsewhere_is_not_taken_for_the_rest(old: Json, new: Json) -> None:
    members: Json = {"$defs": {"a": {"properties": {"a": {}}}}}

    assert holds({**old, **members}, {**new, **members}) is not True


@pytest.mark.parametrize("rewritten", [*REWRITTEN, *REWRITTEN_OURS[::4]], ids=lambda each: each.name)
def test_a_harmless_rewrite_is_proven_to_be_one(rewritten: Rewritten) -> None:
    comparison = compared(rewritten.old, rewritten.new)

    assert {each.answer for each in comparison.answers.values()} <= {FlipAnswer.NONE, FlipAnswer.OPEN}
    assert comparison.is_proven_empty(Direction.REFUSED)


@pytest.mark.parametrize("name", FORMERLY_MISSED)
def test_a_break_that_was_missed_has_a_card(name: str) -> None:
    old, new, card = FORMERLY_MISSED[name]
    comparison = compared(old, new)

    assert [jsonschema_rs.is_valid(schema, card) for schema in (old, new)] == [True, False]
    assert comparison.answers[Direction.REFUSED].answer is FlipAnswer.CARD


def test_a_name_that_is_allowed_below_has_a_card() -> None:
    names = (["a", "b"], ["a"])
    old, new = ({"properties": {"p": {"propertyNames": {"enum": listed}}}} for listed in names)

    assert compared(old, new).answers[Direction.REFUSED].answer is FlipAnswer.CARD


def test_a_schema_that_allows_everything_is_one_change() -> None:
    comparison = compared(ours(), {})

    assert comparison.is_proven_empty(Direction.REFUSED)
    assert [(flips.direction, flips.change and flips.change.keyword) for flips in comparison.flips] == [
        (Direction.ACCEPTED, "true")
    ]


@pytest.mark.parametrize("limit", PROOF_LIMITS, ids=lambda limit: limit.name)
def test_where_no_proof_is_trusted_a_card_shows_that_it_would_be_wrong(limit: ProofLimit) -> None:
    sides = [schemas_of(schema) for schema in (limit.old, limit.new)]
    exact = [compile_written(side.revision, side.home) or compile_exact_engine(side) for side in sides]
    fast = [compile_fast_engine(side) for side in sides]

    assert holds(limit.old, limit.new) is True
    assert [True, False] in [[exact_verdict(each, limit.card) for each in engines] for engines in (exact, fast)]
    assert limit.is_in(sides)


def test_the_same_schema_means_the_same_whatever_is_in_it() -> None:
    tree = {"$dynamicAnchor": "t", "properties": {"a": {"$dynamicRef": "#t"}}}

    assert compared(tree, dict(reversed(tree.items()))).is_proven_empty(*Direction)


def test_an_anchor_of_the_metaschema_keeps_the_answer_open() -> None:
    old: Json = {
        "$dynamicAnchor": "meta",
        "properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}},
    }

    assert not compared(old, {**old, "minProperties": 0}).is_proven_empty(*Direction)


def test_where_no_proof_is_trusted_the_answer_is_open_and_says_why() -> None:
    tree = {"$dynamicAnchor": "t", "properties": {"a": {"$dynamicRef": "#t"}}}
    answer = compared(tree, {**tree, "properties": {"a": {"$dynamicRef": "#t", "title": "x"}}}).answers

    assert {(each.answer, "no proof is trusted beside $dynamicRef" in each.why_open) for each in answer.values()} == {
        (FlipAnswer.OPEN, True)
    }


def test_a_card_against_a_proof_is_an_error_that_prints_both(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = dict.fromkeys(Direction, Proof(is_empty=True))
    monkeypatch.setattr("agentcard_conformance.compare.comparing.prove", lambda *_: wrong)
    run = comparison_run({"maximum": 5}, {"maximum": 4})
    run.search()

    with pytest.raises(ProofContradicted, match=r'(?s)proven that no card .*: 5\nThe old schema: {"maximum": 5}'):
        run.result()


def test_values_that_are_listed_are_tried_one_by_one() -> None:
    tree = {"$dynamicAnchor": "t", "properties": {"a": {"$dynamicRef": "#t"}}, "type": "object"}
    lists: list[Json] = [[{}, {"a": {}}], [{}, 1]]
    branches = [{"anyOf": [{"const": value} for value in listed]} for listed in lists]
    pairs = [({"enum": listed}, tree) for listed in lists] + [(each, tree) for each in branches]

    answers = [compared(*pair).answers[Direction.REFUSED].answer for pair in pairs]
    assert answers == [FlipAnswer.NONE, FlipAnswer.CARD] * 2


def test_a_branch_that_lists_nothing_keeps_the_answer_open() -> None:
    tree = {"$dynamicAnchor": "t", "properties": {"a": {"$dynamicRef": "#t"}}}

    assert not compared({"anyOf": [{"const": {}}, {"maxProperties": 0}]}, tree).is_proven_empty(Direction.REFUSED)


def test_rules_may_refuse_all_that_a_proof_finds() -> None:
    proofs = [Proof(is_empty=False).with_rules(), Proof(is_empty=True).with_rules()]

    assert [proof.is_empty for proof in proofs] == [None, True]


def test_a_change_that_alone_moves_no_card_is_told_from_one_that_does() -> None:
    old = {"properties": {"a": {"maximum": 5}, "b": {"type": "string"}}, "required": ["a"]}
    new = {"properties": {"a": {"maximum": 4}, "b": {"anyOf": [{"type": "string"}]}}, "required": ["a"]}
    comparison = compared(old, {**new, "minProperties": 1})

    (harmless,) = [each for each in comparison.unwitnessed if each.change.keyword == "minProperties"]
    assert {*harmless.answers.values()} == {FlipAnswer.NONE}


def test_work_that_does_not_come_back_ends_in_time() -> None:
    def work() -> Iterator[int]:
        yield 1
        while True:
            pass

    begun = time.monotonic()

    assert [*in_time(work, 0.5)] == [1]
    assert time.monotonic() - begun < 5


def test_the_seconds_end_a_search_and_it_says_so() -> None:
    old, new = (ours(name_length=about("name-length", text(pattern=form))) for form in ("^(?=a)a$", "^a$"))
    run = comparison_run(old, new, ComparisonRequest(effort=100, seconds=2))
    begun = time.monotonic()
    run.search()
    comparison = run.result()

    assert (comparison.complete, comparison.seconds, time.monotonic() - begun < 10) == (False, 2, True)
    assert json.dumps(comparison.headline).endswith('its 2 seconds were over"')
