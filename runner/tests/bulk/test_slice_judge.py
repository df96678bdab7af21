"""What is said of a slice is small, however much there is to be said."""

import pickle
from pathlib import Path

import pytest

from agentcard_conformance.bulk.records import RecordFilter, to_records
from agentcard_conformance.bulk.slice_judge import SliceJudge
from agentcard_conformance.dumps import cut_dumps, find_dumps
from conftest import SUITE
from dump_files import line, records, written

CARDS = 5_000


@pytest.mark.parametrize("card", [b"{}\n", b"\n", line(), line("short version")])
def test_what_is_said_of_a_slice_is_sent_in_little_more_bytes_than_it_has(tmp_path: Path, card: bytes) -> None:
    """Of {} it is 160 times as much."""
    file = written(tmp_path / "a.jsonl", [card] * CARDS)
    (part,) = cut_dumps(find_dumps([str(file)]))
    judged = SliceJudge(SUITE.default, RecordFilter.ALL)(part)

    assert judged.counts.cards + judged.counts.blank == CARDS
    assert len(pickle.dumps(judged)) < max(2 * part.size, 10 * CARDS)


def test_lines_without_cards_between_cards_are_counted_and_change_no_number(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", [line(), *[b" \n"] * CARDS, line(), *[b"\n"] * CARDS])
    (part,) = cut_dumps(find_dumps([str(file)]))
    judged = SliceJudge(SUITE.default, RecordFilter.ALL)(part)
    said = "".join(to_records(file.name, 0, batch, RecordFilter.ALL) for batch in judged.batches[:1])

    assert (judged.counts.cards, judged.counts.blank) == (2, 2 * CARDS)
    assert (sum(batch.lines for batch in judged.batches), records(said.encode())[0]["line"]) == (2 * CARDS + 2, 1)


def test_a_million_lines_without_a_card_are_sent_as_one_number(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", [b"\n" * 2**20])
    (part,) = cut_dumps(find_dumps([str(file)]))

    assert len(pickle.dumps(SliceJudge(SUITE.default, RecordFilter.ALL)(part))) < 10_000
