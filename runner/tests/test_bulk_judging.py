"""Is what is said of a slice small, however much there is to be said?"""

import pickle
from pathlib import Path

import pytest

from agentcard_conformance.bulk.judging import Judging
from agentcard_conformance.bulk.records import Only
from agentcard_conformance.dumps import cut, find
from conftest import SUITE
from dump import line, written

CARDS = 5_000


@pytest.mark.parametrize("card", [b"{}\n", b"\n", line(), line("short version")])
def test_what_is_said_of_a_slice_is_sent_in_little_more_bytes_than_it_has(tmp_path: Path, card: bytes) -> None:
    """Of {} it is 160 times as much."""
    file = written(tmp_path / "a.jsonl", [card] * CARDS)
    (part,) = cut(find([str(file)]))
    judged = Judging(SUITE.default, Only.ALL)(part)

    assert judged.tally.cards + judged.tally.blank == CARDS
    assert len(pickle.dumps(judged)) < max(2 * part.weight, 10 * CARDS)
