"""What do somebody's cards come to, however the work on them is cut up?"""

import json
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.compare.comparison import Call, Compared
from agentcard_conformance.compare.findings import Direction
from agentcard_conformance.compare.replay.replaying import Replay
from agentcard_conformance.compare.replay.tally import MOST_KEPT, MOST_UNREAD, Tally
from agentcard_conformance.corpus import Suite
from agentcard_conformance.dumps import SLICE_SIZE
from agentcard_conformance.notations import LARGEST_READ
from compared_cards import BAD, DEAR, GOOD, LONG, sides, written
from dump_files import slices


def tallied(names: Iterable[str], compared: Compared, *, size: int = SLICE_SIZE) -> Tally:
    work, total = Replay(compared.sides, compared.changes), Tally()
    for part in slices(names, size=size):
        total.add(work(part))
    return total


def counts(tally: Tally) -> dict[tuple[Direction, str], tuple[int, str]]:
    return {
        (cause.direction, cause.change.keyword if cause.change else ""): (found.cards, str(found.place))
        for cause, found in tally.flips.items()
    }


def test_flips_are_counted_by_keyword_with_the_smallest_card_of_each(tmp_path: Path) -> None:
    cards = written(tmp_path, GOOD, LONG + " ", LONG, DEAR, BAD, "", LONG)

    tally = tallied([cards], sides())

    assert counts(tally) == {
        (Direction.REFUSED, "maxLength"): (3, f"{cards}:3"),
        (Direction.ACCEPTED, "maximum"): (1, f"{cards}:4"),
    }
    assert (tally.cards, tally.lost) == (6, 0)


@pytest.mark.parametrize("size", [1, 17, 40, 10_000])
def test_nothing_hangs_on_where_a_dump_is_cut(tmp_path: Path, size: int) -> None:
    lines = [GOOD, "no card", LONG, "", DEAR, BAD, LONG + " ", "neither"] * 5
    cards = [written(tmp_path, *lines, name=name) for name in ("a.jsonl", "b.jsonl")]

    tally = tallied(cards, sides(), size=size)

    assert tally.document(sides().changes) == tallied(cards, sides()).document(sides().changes) | {"file": tally.file}
    assert counts(tally)[Direction.REFUSED, "maxLength"] == (20, f"{cards[0]}:3")


def test_a_line_that_cannot_be_read_costs_that_line(tmp_path: Path) -> None:
    large = b'"' + b"x" * LARGEST_READ + b'"'
    cards = written(
        tmp_path, LONG, "{", b"\xff", "\ufeff" + LONG, '"\\ud800"', "[" * 101 + "]" * 101, "1e400", large, LONG
    )

    tally = tallied([cards], sides())

    assert [place.line for place, _ in tally.unread] == [2, 3, 5, 6, 7, 8]
    assert tally.sentences[-1] == f"{cards}:8: is larger than 10 MiB"
    assert (tally.cards, counts(tally)[Direction.REFUSED, "maxLength"][0]) == (3, 3)


def test_of_many_lines_that_cannot_be_read_the_first_are_told_and_the_rest_counted(tmp_path: Path) -> None:
    tally = tallied([written(tmp_path, *(["{"] * 50), LONG)], sides(), size=20)

    assert len(tally.sentences) == MOST_UNREAD + 1
    assert tally.sentences[-1] == "and 40 more"


def test_a_card_that_readers_differ_on_is_read_as_the_reference_reads_it(tmp_path: Path) -> None:
    twice = '{"name":"abcdef","name":"abc"}', '{"name":"abc","name":"abcdef"}'
    large = '{"cost":7.000000000000000000000000000000000001}', '{"cost":123456789012345678901234567890}'

    tally = tallied([written(tmp_path, *twice, *large)], sides())

    assert {keyword: number for (_, keyword), (number, _) in counts(tally).items()} == {"maxLength": 1, "maximum": 1}
    assert (tally.cards, tally.lost) == (4, 0)


def test_a_rule_sees_numbers_as_they_are_written(tmp_path: Path, suite: Suite, card: Any) -> None:
    """The floor is 2.854e-21, and binary64 cannot tell what lies just below it."""
    old, new = suite.default.schema, {**suite.default.schema, "maxProperties": 5}
    text = json.dumps(card | {"pricing": {"base_cost_joules": "COST"}})
    costs = ("2.854e-21", "2.8539999999999999999999999e-21")
    cards = written(tmp_path, *(text.replace('"COST"', cost) for cost in costs))

    tally = tallied([cards], sides(old, new, Call(suite.default, rules=True)))

    assert list(counts(tally).values()) == [(1, f"{cards}:1")]


def test_the_work_can_be_sent_to_another_process_even_when_it_was_begun_here(tmp_path: Path) -> None:
    (part,) = slices([written(tmp_path, GOOD, LONG, DEAR)])
    work = Replay(sides().sides, sides().changes)
    here = work(part)

    assert pickle.loads(pickle.dumps(work))(part) == here  # noqa: S301  # our own


def test_some_cards_that_both_sides_accept_are_kept_for_the_search(tmp_path: Path) -> None:
    tally = tallied([written(tmp_path, BAD, LONG, *([GOOD] * 30))], sides(), size=30)

    assert [place.line for _, place in tally.some] == list(range(3, 3 + MOST_KEPT))


def test_a_journal_holds_all_of_a_tally(tmp_path: Path) -> None:
    cards, changes = written(tmp_path, GOOD, LONG, "{", DEAR), sides().changes
    tally = tallied([cards], sides())

    document = json.loads(json.dumps(tally.document(changes)))

    assert Tally.parse(document, changes) == tally
