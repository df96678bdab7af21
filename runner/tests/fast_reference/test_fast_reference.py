"""What the bulk engine says of a card is what the reference says, whatever the schema, the rule and the card."""

from typing import Any

import pytest

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.fast_reference.fast_judge import make_fast_judge
from agentcard_conformance.fast_reference.fast_reference import NO_FINDINGS, FastReference
from agentcard_conformance.model import Answer, Dialect
from agentcard_conformance.notations.json_text import LARGEST_CARD
from agreement import BULK_DIALECTS, ENGINE, agree, assess_fast, written
from conftest import REFERENCE, SUITE


def test_a_card_of_which_there_is_nothing_to_say_gives_the_same_thing_each_time(card: Any) -> None:
    assert ENGINE.assess(written(card)) is NO_FINDINGS


@pytest.mark.parametrize("cost", ["0", "0.0", "-0.0", "0e9", "2.855e-21", "1e-6", "3"])
def test_so_does_a_price_that_is_right(card: Any, cost: str) -> None:
    card["pricing"] = {"base_cost_joules": "?", "per_token_joules": "?", "note": "2e-125"}

    assert ENGINE.assess(written(card).replace(b'"?"', cost.encode())) is NO_FINDINGS


def test_so_does_a_card_that_only_the_reference_can_read(card: Any) -> None:
    card["metadata"] = {"x": ":"}

    assert ENGINE.assess(written(card).replace(b'":"', b'"\\u003a"')) is NO_FINDINGS


@pytest.mark.parametrize("dialect", BULK_DIALECTS, ids=[each.id for each in BULK_DIALECTS])
def test_the_schema_of_a_dialect_is_one_that_both_engines_read_alike(dialect: Dialect) -> None:
    assert make_fast_judge(dialect), "each of its cards would take the time of the reference"


def test_cards_keep_their_order(card: Any) -> None:
    cards = [written(card), b"{", written(card), written(card | {"name": 7}), b'{"a":1,"a":1}']

    assert [len(each.violations) for each in ENGINE.assess_all(iter(cards))] == [0, 1, 0, 1, 5]


def test_a_card_too_large_to_read_is_skipped(card: Any) -> None:
    large = written(card | {"metadata": {"x": "y" * LARGEST_CARD}})

    assert ENGINE.assess(large).verdict.answer is Answer.SKIP


def test_sentences_are_those_of_the_reference() -> None:
    for fixture in SUITE.fixtures([dialect.id for dialect in BULK_DIALECTS])[::7]:
        expected, actual = REFERENCE.assess(fixture.question), assess_fast(fixture)

        assert {each.what for each in actual.violations} == {each.what for each in expected.violations}, fixture.path


@pytest.mark.parametrize(
    "number", ["2.8539999999999999e-21", "2.8540000000000001e-21", "1e-400", "-1e-400", "2.854e-21"]
)
def test_a_number_is_judged_as_it_was_written(card: Any, number: str) -> None:
    card["pricing"] = {"base_cost_joules": "?", "per_token_joules": "?"}
    text = written(card).replace(b'"?"', number.encode())

    assert agree(SUITE.default, text)


@pytest.mark.parametrize("names", [("",), ("", ""), ("7",), ("a", ""), ("", "a")])
def test_a_fault_is_placed_below_names_that_the_fast_engine_does_not_tell(card: Any, names: tuple[str, ...]) -> None:
    schema: Any = "wrong"
    for name in reversed(names):
        schema = {"type": "object", "properties": {name: schema, "right": {}}}
    card["capabilities"][0]["input_schema"] = schema

    assert agree(SUITE.default, written(card))


def test_another_notation_is_left_to_the_reference() -> None:
    dialect = SUITE.default._replace(notation="no_such_decoder")

    with pytest.raises(SuiteError, match="no_such_decoder"):
        FastReference(dialect).assess(b"{}")


def test_a_schema_that_is_gone_is_not_taken_for_the_next() -> None:
    reference = QuickReference({}, expects_many=True)

    assert all(reference.matches({"const": number}, number) for number in range(100))
