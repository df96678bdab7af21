"""Is what is said of a slice small, however much there is to be said?"""

import pickle
from pathlib import Path

import pytest

from agentcard_conformance.bulk.records import RecordFilter
from agentcard_conformance.bulk.slice_judge import SliceJudge
from agentcard_conformance.dumps import cut_dumps, find_dumps
from conftest import SUITE
from dump_files import line, written

CARDS = 5_000


@pytest.mark.parametrize("card", [b"{}\n", b"\n", line(), line("short version")])
def test_what_is_said_of_a_slice_is_sent_in_little_more_bytes_than_it_has(tmp_path: Path, card: bytes) -> None:
    """Of {} it is 160 times as much."""
    file = written(tmp_path / "a.jsonl", [card] * CARDS)
    (part,) = cut_dumps(find_dumps([str(file)]))
    judged = SliceJudge(SUITE.default, RecordFilter.ALL)(part)

    assert judged.counts.cards + judged.counts.blank == CARDS
    assert len(pickle.dumps(judged)) < max(2 * part.size, 10 * CARDS)
