"""Every row of a column is found, however large its row groups are."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from agentcard_conformance.dumps import read_cards
from agentcard_conformance.dumps.forms import parquet
from agentcard_conformance.errors import CallError
from dump_files import slices
from dump_reading import found
from parquet_files import table

CARDS = ["one", "zwei", "trois", "", "four"] * 5


@pytest.mark.parametrize(
    "kind",
    [
        *(pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()),
        pa.dictionary(pa.int8(), pa.string()),
    ],
)
def test_every_row_of_a_column_holds_a_card(tmp_path: Path, kind: Any) -> None:
    file = table(tmp_path / "a.parquet", pa.array([*CARDS, None], pa.string()).cast(kind), row_group_size=7)

    assert found(file) == [*(card.encode() for card in CARDS), b""]


def test_a_large_row_group_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_LARGEST_SLICE", 100)
    monkeypatch.setattr(parquet, "_ROWS_AT_ONCE", 3)
    file = table(tmp_path / "a.parquet", [f"{number:020}" for number in range(40)], row_group_size=30)
    parts = list(slices([str(file)]))

    assert len(parts) > 4
    assert [card for part in parts for card in read_cards(part)] == [b"%020d" % number for number in range(40)]
    assert sum(part.size for part in parts) == file.stat().st_size


def test_a_column_is_measured_though_others_lie_in_a_struct(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_LARGEST_SLICE", 100)
    several = pa.table({"id": [{"a": 1, "b": 2}] * 40, "card": [f"{number:020}" for number in range(40)]})
    pq.write_table(several, tmp_path / "a.parquet", use_dictionary=False)

    assert len(list(slices([str(tmp_path / "a.parquet")], column="card"))) > 4


def test_a_row_group_of_one_card_again_and_again_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_MOST_ROWS", 100)
    file = table(tmp_path / "a.parquet", ["1"] * 1000)

    assert max(part.end - part.start for part in slices([str(file)])) <= 100


def test_an_only_column_that_holds_no_text_is_told_when_it_is_not_named(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"a\.parquet holds int64 in the column 'card', and a card is text or bytes$"):
        found(table(tmp_path / "a.parquet", [1]))


def test_a_column_must_be_named_where_there_are_several(tmp_path: Path) -> None:
    pq.write_table(pa.table({"card": ["1"], "id": ["2"]}), tmp_path / "a.parquet")
    with pytest.raises(CallError, match=r"name one with --column; its columns are card, id$"):
        found(tmp_path / "a.parquet")


def test_small_row_groups_are_read_together(tmp_path: Path) -> None:
    cards = [f"{number:020}" for number in range(5000)]
    file = table(tmp_path / "a.parquet", cards, row_group_size=10)
    (part,) = slices([str(file)])

    assert [*read_cards(part)] == [card.encode() for card in cards]


def test_row_groups_are_read_together_only_as_far_as_a_slice_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_USUAL_SLICE", 1000)
    cards = [f"{number:020}" for number in range(500)]
    file = table(tmp_path / "a.parquet", cards, row_group_size=10, use_dictionary=False)
    parts = [*slices([str(file)])]

    assert {part.end - part.start for part in parts} == {30, 20}
    assert [card for part in parts for card in read_cards(part)] == [card.encode() for card in cards]
