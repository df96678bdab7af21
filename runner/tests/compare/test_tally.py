"""The cards of a dump are counted alike, however the dump is cut into slices."""

import json
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import ComparisonRun
from agentcard_conformance.compare.replay import SliceReplay
from agentcard_conformance.compare.results import Direction
from agentcard_conformance.compare.tally import MOST_ACCEPTED, MOST_UNREAD, Tally
from agentcard_conformance.corpus import Suite
from agentcard_conformance.dumps import SLICE_SIZE
from agentcard_conformance.notations import LARGEST_READ
from dump_files import slices
from revisions_and_cards import BAD, DEAR, GOOD, LONG, comparison_run, write_cards


def tally_of(names: Iterable[str], run: ComparisonRun, *, size: int = SLICE_SIZE) -> Tally:
    work, total = SliceReplay(run.pair, run.changes), Tally()
    for part in slices(names, size=size):
        total.add(work(part))
    return total


def counts(tally: Tally) -> dict[tuple[Direction, str], tuple[int, str]]:
    return {
        (cause.direction, cause.change.keyword if cause.change else ""): (found.cards, str(found.place))
        for cause, found in tally.flips.items()
    }


def test_flips_are_counted_by_keyword_with_the_smallest_card_of_each(tmp_path: Path) -> None:
    cards = write_cards(tmp_path, GOOD, LONG + " ", LONG, DEAR, BAD, "", LONG)

    tally = tally_of([cards], comparison_run())

    assert counts(tally) == {
        (Direction.REFUSED, "maxLength"): (3, f"{cards}:3"),
        (Direction.ACCEPTED, "maximum"): (1, f"{cards}:4"),
    }
    assert (tally.cards, tally.lost) == (6, 0)


@pytest.mark.parametrize("size", [1, 17, 40, 10_000])
def test_nothing_hangs_on_where_a_dump_is_cut(tmp_path: Path, size: int) -> None:
    lines = [GOOD, "no card", LONG, "", DEAR, BAD, LONG + " ", "neither"] * 5
    cards = [write_cards(tmp_path, *lines, name=name) for name in ("a.jsonl", "b.jsonl")]

    tally = tally_of(cards, comparison_run(), size=size)

    assert tally.document(comparison_run().changes) == tally_of(cards, comparison_run()).document(
        comparison_run().changes
    ) | {"file": tally.file}
    assert counts(tally)[Direction.REFUSED, "maxLength"] == (20, f"{cards[0]}:3")


def test_a_line_that_cannot_be_read_costs_that_line(tmp_path: Path) -> None:
    large = b'"' + b"x" * LARGEST_READ + b'"'
    cards = write_cards(
        tmp_path, LONG, "{", b"\xff", "\ufeff" + LONG, '"\\ud800"', "[" * 101 + "]" * 101, "1e400", large, LONG
    )

    tally = tally_of([cards], comparison_run())

    assert [place.line for place, _ in tally.unread] == [2, 3, 5, 6, 7, 8]
    assert tally.sentences[-1] == f"{cards}:8: is larger than 10 MiB"
    assert (tally.cards, counts(tally)[Direction.REFUSED, "maxLength"][0]) == (3, 3)


def test_of_many_lines_that_cannot_be_read_the_first_are_told_and_the_rest_counted(tmp_path: Path) -> None:
    tally = tally_of([write_cards(tmp_path, *(["{"] * 50), LONG)], comparison_run(), size=20)

    assert len(tally.sentences) == MOST_UNREAD + 1
    assert tally.sentences[-1] == "and 40 more"


def test_a_card_that_readers_differ_on_is_read_as_the_reference_reads_it(tmp_path: Path) -> None:
    twice = '{"name":"abcdef","name":"abc"}', '{"name":"abc","name":"abcdef"}'
    large = '{"cost":7.000000000000000000000000000000000001}', '{"cost":123456789012345678901234567890}'

    tally = tally_of([write_cards(tmp_path, *twice, *large)], comparison_run())

    assert {keyword: number for (_, keyword), (number, _) in counts(tally).items()} == {"maxLength": 1, "maximum": 1}
    assert (tally.cards, tally.lost) == (4, 0)


def test_a_rule_sees_numbers_as_they_are_written(tmp_path: Path, suite: Suite, card: Any) -> None:
    """The floor is 2.854e-21, and binary64 cannot tell what lies just below it."""
    old, new = suite.default.schema, {**suite.default.schema, "maxProperties": 5}
    text = json.dumps(card | {"pricing": {"base_cost_joules": "COST"}})
    costs = ("2.854e-21", "2.8539999999999999999999999e-21")
    cards = write_cards(tmp_path, *(text.replace('"COST"', cost) for cost in costs))

    tally = tally_of([cards], comparison_run(old, new, ComparisonRequest(suite.default, rules=True)))

    assert list(counts(tally).values()) == [(1, f"{cards}:1")]


def test_the_work_can_be_sent_to_another_process_even_when_it_was_begun_here(tmp_path: Path) -> None:
    (part,) = slices([write_cards(tmp_path, GOOD, LONG, DEAR)])
    work = SliceReplay(comparison_run().pair, comparison_run().changes)
    here = work(part)

    assert pickle.loads(pickle.dumps(work))(part) == here  # noqa: S301  # our own


def test_some_cards_that_both_sides_accept_are_kept_for_the_search(tmp_path: Path) -> None:
    tally = tally_of([write_cards(tmp_path, BAD, LONG, *([GOOD] * 30))], comparison_run(), size=30)

    assert [place.line for _, place in tally.accepted] == list(range(3, 3 + MOST_ACCEPTED))


def test_a_journal_holds_all_of_a_tally(tmp_path: Path) -> None:
    cards, changes = write_cards(tmp_path, GOOD, LONG, "{", DEAR), comparison_run().changes
    tally = tally_of([cards], comparison_run())

    document = json.loads(json.dumps(tally.document(changes)))

    assert Tally.parse(document, changes) == tally
