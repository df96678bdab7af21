"""Cards that are a member of an object, or the text in a string, with a context beside them or without."""

import json
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from agentcard_conformance.dumps import SLICE_SIZE, CardEntry, DumpCard, DumpLayout, cut_dumps, find_dumps, read_cards
from agentcard_conformance.errors import CallError
from agentcard_conformance.notations import LARGEST_READ

MEMBER = DumpLayout(member="card")
TEXT = DumpLayout(as_text=True)
MEMBER_TEXT = DumpLayout(member="card", as_text=True)
NO_CARD = "the line holds no card: it must be a JSON"


def cards(file: Path, layout: DumpLayout, size: int = SLICE_SIZE) -> list[DumpCard]:
    return [card for part in cut_dumps(find_dumps([str(file)]), layout, size=size) for card in read_cards(part)]


def only(folder: Path, line: bytes, layout: DumpLayout) -> CardEntry:
    """What is on one line."""
    (folder / "a.jsonl").write_bytes(line + b"\n")
    (entry,) = cards(folder / "a.jsonl", layout)
    assert isinstance(entry, CardEntry)
    return entry


@pytest.mark.parametrize(
    "card",
    [
        b'{"a": 1, "a": 1.50, "b": [{}, "}", "\\"]"]}',
        b'{"a": "\\ud800"}',
        b'{"a": "\xff"}',
        b'{"a": , 1 2}',
        b"[" * 2000 + b"]" * 2000,
        b'"text, and more"',
        b"null",
        b"",
    ],
)
@pytest.mark.parametrize("line", [b'{"card":%b}', b' { "x": [1, {"card": 2}], "card" : %b , "y": NaN } '])
def test_the_card_in_a_member_is_cut_out_as_it_was_written(tmp_path: Path, line: bytes, card: bytes) -> None:
    assert only(tmp_path, line % card, MEMBER) == CardEntry(card)


@pytest.mark.parametrize(
    "line",
    [
        b'{"x": {"card": 1}}',
        b'{"card": 1, "card": 1}',
        b'{"card": 1, "c\\u0061rd": 1}',
        b'[{"card": 1}]',
        b'["card", 1]',
        b'{"card": 1} {}',
        b'{"card": 1',
        b'{"card": {}, "x": }',
        b'{"card": [}, "x": ]}',
        b'{"x": "card',
        b"title: T",
        b"}{",
    ],
)
def test_a_line_without_one_such_member_holds_no_card(tmp_path: Path, line: bytes) -> None:
    entry = only(tmp_path, line, MEMBER)

    assert entry.problem == f"{NO_CARD} object with one member 'card', which is the card"


@pytest.mark.parametrize("text", ["", "a: 1\nb: \u00e9: \\ud800\n", '{"a": 1}'])
def test_a_string_holds_the_text_of_a_card(tmp_path: Path, text: str) -> None:
    written = json.dumps(text).replace(":", "\\u003a").encode()

    assert only(tmp_path, written, TEXT) == CardEntry(text.encode())
    assert only(tmp_path, b'{"card": %b}' % written, MEMBER_TEXT) == CardEntry(text.encode())


@pytest.mark.parametrize(
    "line", [b"{a: 1}", b'{"a": 1}', b"3", b"null", b'"a" "b"', b'"\\ud800"', b'"\xff"', b"[" * 9999]
)
def test_anything_else_holds_no_text(tmp_path: Path, line: bytes) -> None:
    assert only(tmp_path, line, TEXT).problem == f"{NO_CARD} string with the text of a card"
    assert only(tmp_path, b'{"card": %b}' % line, MEMBER_TEXT).problem.startswith(f"{NO_CARD} object with one member")


@pytest.mark.parametrize(
    ("written", "context"),
    [(b'{"a": {"b": 1}}', {"a": {"b": 1}}), (b"null", None), (b"3", 3), (b'"\\ud800"', "\ud800")],
)
def test_the_context_stands_beside_the_card(tmp_path: Path, written: bytes, context: object) -> None:
    assert only(tmp_path, b'{"context": %b, "card": {}}' % written, MEMBER) == CardEntry(b"{}", context)


@pytest.mark.parametrize("context", [b'{"a": 1, "a": 2}', b'{"b": {"a": 1, "a": 2}}', b'1, "context": 1'])
def test_a_context_that_readers_take_differently_is_none(tmp_path: Path, context: bytes) -> None:
    entry = only(tmp_path, b'{"card": {}, "context": %b}' % context, MEMBER)

    assert "the context beside the card is not one" in entry.problem or entry.problem.startswith(NO_CARD)


def test_a_line_that_is_cut_off_is_no_card(tmp_path: Path) -> None:
    line = b'{"card": "' + b"x" * LARGEST_READ + b'"}'

    assert only(tmp_path, line, MEMBER).problem == "the line is larger than 10 MiB, which is not read"


@pytest.mark.parametrize("piece", [b'\\"', b'"', b'"":0,', b'"card":0,', b"[", b"{}"])
def test_a_hostile_line_costs_a_time_that_grows_with_its_length_alone(tmp_path: Path, piece: bytes) -> None:
    begun = time.process_time()
    only(tmp_path, b'{"' + piece * (2**20 // len(piece)), MEMBER)

    assert time.process_time() - begun < 5


def test_a_blank_line_is_no_card_in_any_layout(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'"a"\n \n"b"\n')

    assert cards(tmp_path / "a.jsonl", TEXT, size=3) == [CardEntry(b"a"), b"", CardEntry(b"b")]


def table(folder: Path, **columns: object) -> Path:
    pq.write_table(pa.table(columns), folder / "a.parquet")
    return folder / "a.parquet"


def test_a_row_may_have_a_context_beside_its_card(tmp_path: Path) -> None:
    file = table(tmp_path, context=['{"a": 1}', None, "{", '{"b": 2}'], card=["1", "2", "3", None])
    problem = "the context beside the card is not one JSON text without repeated names"

    assert cards(file, DumpLayout("card", takes_context=True)) == [
        CardEntry(b"1", {"a": 1}),
        CardEntry(b"2"),
        CardEntry(b"3", problem=problem),
        b"",
    ]


def test_a_column_of_that_name_is_another_thing_where_cards_have_no_context(tmp_path: Path) -> None:
    file = table(tmp_path, card=["1"], context=[3])

    assert cards(file, DumpLayout("card")) == [b"1"]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"card": ["1"]}, r"has no column 'context' beside the cards: it is needed$"),
        ({"card": ["1"], "context": [3]}, r"holds int64 in the column 'context', and a context is JSON text$"),
    ],
)
def test_a_table_without_contexts_is_told_where_they_are_needed(
    tmp_path: Path, columns: dict[str, object], sentence: str
) -> None:
    with pytest.raises(CallError, match=sentence):
        cards(table(tmp_path, **columns), DumpLayout("card", takes_context=True, missing_context="it is needed"))
