"""Are the cards in a dump all found, each once and whole, however it is cut and packed?"""

import gzip
import io
import os
import shutil
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentcard_conformance.dumps import LONGEST, cards, cut, find, slices
from agentcard_conformance.dumps.forms import parquet
from agentcard_conformance.dumps.lines import blocks, bounded
from agentcard_conformance.errors import CallError
from agentcard_conformance.reference.judge import LARGEST_CARD

LINES = st.lists(st.sampled_from([b"", b"a", b"bc", b'{"d": 1}', b"e" * 30, b"f\r"]), max_size=12)
CARDS = ["one", "zwei", "trois", "", "four"] * 5


def zipped(text: bytes) -> bytes:
    return zstandard.compress(text)


def found(*names: object, form: str = "", column: str = "", size: int = 4) -> list[bytes]:
    """All that lies in dumps, which the numbers have to agree with."""
    texts = []
    for part in slices(map(str, names), form=form, column=column, size=size):
        numbered = list(cards(part))
        assert [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
        texts += [card for _, card in numbered]
    return texts


def table(file: Path, values: Any, name: str = "card", **options: Any) -> Path:
    pq.write_table(pa.table({name: values}), file, **options)
    return file


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, st.booleans(), st.integers(1, 40))
def test_every_line_is_in_one_slice(tmp_path: Path, lines: list[bytes], ended: bool, size: int) -> None:
    text = b"\n".join(lines) + b"\n" * ended
    for name, packed in (("a.jsonl", text), ("a.jsonl.gz", gzip.compress(text)), ("a.jsonl.zst", zipped(text))):
        (tmp_path / name).write_bytes(packed)
    lines = text.split(b"\n")[: None if text and not text.endswith(b"\n") else -1]

    assert [found(tmp_path / name, size=size) for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst")] == [lines] * 3


def test_slices_hold_no_more_than_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"12345\n" * 10)

    assert [(part.start, part.end) for part in slices([str(file)], size=25)] == [(0, 25), (25, 50), (50, 60)]


@pytest.mark.parametrize("blank", [b"", b" ", b"\t \r"])
def test_a_blank_line_is_counted_and_holds_no_card(tmp_path: Path, blank: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"1\n" + blank + b"\n2")

    assert found(tmp_path / "a.jsonl") == [b"1", b"", b"2"]


def test_a_line_ends_with_a_line_feed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"1\r2\x0b3\xc2\x854\xe2\x80\xa85\n\x0c\n")

    assert found(tmp_path / "a.jsonl") == [b"1\r2\x0b3\xc2\x854\xe2\x80\xa85", b"\x0c"]


def test_the_longest_line_is_the_largest_card_of_the_reference() -> None:
    assert LONGEST == LARGEST_CARD


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_of_a_line_beyond_the_limit_just_enough_is_read(tmp_path: Path, name: str) -> None:
    text = b"1\n" + b" " * (3 * LONGEST) + b"x\n2\n"
    (tmp_path / name).write_bytes(gzip.compress(text, 1) if name.endswith("gz") else text)
    lengths = [len(card) for part in slices([str(tmp_path / name)]) for _, card in cards(part)]

    assert lengths == [1, LONGEST + 1, 1]


def test_a_line_of_gigabytes_is_not_read_into_memory(tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("wb") as file:
        file.write(b"1\n")
        file.seek(30 * LONGEST)
        file.write(b"\n2\n")
    tracemalloc.start()
    lengths = [len(card) for part in slices([str(tmp_path / "a.jsonl")]) for _, card in cards(part)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert lengths == [1, LONGEST + 1, 1]
    assert peak < 5 * LONGEST


def test_of_a_long_line_no_more_is_held_than_shows_that_it_is_long() -> None:
    pieces = [b"a\nb", b"b" * 9, b"b" * 9, b"b\nc", b"c" * 9, b"c" * 9]

    assert b"".join(bounded(pieces, 12)) == b"a\n" + b"b" * 12 + b"\n" + b"c" * 12


@given(LINES, st.integers(1, 9), st.integers(1, 40))
def test_blocks_are_the_same_however_the_pieces_come(lines: list[bytes], piece: int, size: int) -> None:
    text = b"\n".join(lines)
    pieces = [text[at : at + piece] for at in range(0, len(text), piece)]
    whole = list(blocks([text], size))

    assert list(blocks(pieces, size)) == whole
    assert all(len(block) >= size and block.find(b"\n", size - 1) == len(block) - 1 for block in whole[:-1])


def test_streams_that_are_packed_one_behind_the_other_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"1\n2") + gzip.compress(b"3\n"))
    (tmp_path / "a.jsonl.zst").write_bytes(zipped(b"1\n2") + zipped(b"3\n"))

    assert found(tmp_path / "a.jsonl.gz") == found(tmp_path / "a.jsonl.zst") == [b"1", b"23"]


def test_a_pipe_is_read_as_it_comes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    writer = threading.Thread(target=(tmp_path / "pipe.jsonl").write_bytes, args=(b"1\n2\n",))
    writer.start()

    assert found(tmp_path / "pipe.jsonl") == [b"1", b"2"]
    writer.join()


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.dictionary(pa.int8(), pa.string())]
)
def test_every_row_of_a_column_holds_a_card(tmp_path: Path, kind: Any) -> None:
    file = table(tmp_path / "a.parquet", pa.array([*CARDS, None], pa.string()).cast(kind), row_group_size=7)

    assert found(file) == [*(card.encode() for card in CARDS), b""]


def test_a_large_row_group_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "LARGEST", 100)
    monkeypatch.setattr(parquet, "ROWS_AT_ONCE", 3)
    file = table(tmp_path / "a.parquet", [f"{number:020}" for number in range(40)], row_group_size=30)
    parts = list(slices([str(file)]))

    assert len(parts) > 4
    assert [card for part in parts for _, card in cards(part)] == [b"%020d" % number for number in range(40)]
    assert sum(part.weight for part in parts) == file.stat().st_size


def test_a_file_with_one_card_may_stand_beside_the_dumps(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{\n}\n")
    (tmp_path / "b.json.gz").write_bytes(gzip.compress(b"[\n]"))
    (tmp_path / "c.jsonl").write_bytes(b"1\n2\n")

    assert found(tmp_path) == [b"{\n}\n", b"[\n]", b"1", b"2"]


def test_a_folder_gives_what_is_of_the_form_in_order_and_once(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("b.jsonl", "a.ndjson", "below/c.jsonl.gz", "d.json", "e.txt", "f.parquet"):
        (tmp_path / name).write_bytes(b"")
    dumps = find([str(tmp_path / "b.jsonl"), str(tmp_path), str(tmp_path / "*.nd*")], "json_lines")

    assert [Path(dump.name).name for dump in dumps] == ["b.jsonl", "a.ndjson", "c.jsonl.gz"]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_folders_that_a_glob_names_are_walked_like_those_that_are_named(tmp_path: Path, scheme: str) -> None:
    for name in ("f1/a.jsonl", "f2/below/b.jsonl", "f2/c.txt", "f3.txt", "f4/d.txt", "g/e.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    dumps = find([f"{scheme}{tmp_path}/f*"], "json_lines")

    assert [dump.name.removeprefix(f"{scheme}{tmp_path}/") for dump in dumps] == [
        "f1/a.jsonl",
        "f2/below/b.jsonl",
        "f3.txt",
    ]


def test_a_file_by_another_name_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").mkdir()
    Path("a.jsonl").write_bytes(b"")
    Path("link.jsonl").symlink_to("a.jsonl")

    assert [dump.name for dump in find(["./a.jsonl", "a.jsonl", "f/../a.jsonl", "link.jsonl"])] == ["./a.jsonl"]


def test_a_url_is_read_like_a_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(b"12345\n6\n")
    dumps = find([f"file://{tmp_path}/*.jsonl", f"file://{tmp_path}/a.jsonl"])

    assert [dump.name for dump in dumps] == [f"file://{tmp_path}/{name}.jsonl" for name in "ab"]
    assert [card for part in cut(dumps, size=3) for _, card in cards(part)] == [b"12345", b"6"] * 2


def damaged(packed: bytes) -> bytes:
    return packed[:-2]


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing.jsonl": (lambda file: None, "cannot be read: No such file or directory"),
    "what.txt": (lambda file: file.write_text(""), "its name says not what it holds; dumps end in .jsonl"),
    "folder": (lambda file: file.mkdir(), "holds no dump: no file in it ends in .jsonl"),
    "*.jsonl": (lambda file: None, "names no file"),
    "fold?r": (lambda file: (file.parent / "folder").mkdir(), "names no file, and no folder that holds a dump"),
    "table.jsonl": (lambda file: table(file, ["1"]), "is Parquet, not JSON Lines: say --parquet"),
    "packed.jsonl": (lambda file: file.write_bytes(gzip.compress(b"1\n")), "is packed by gzip: give it a name in .gz"),
    "zipped.jsonl": (lambda file: file.write_bytes(zipped(b"1\n")), "is packed by zstd: give it a name in .zst"),
    "cut.jsonl.gz": (lambda file: file.write_bytes(damaged(gzip.compress(b"1\n"))), "is cut short"),
    "cut.jsonl.zst": (lambda file: file.write_bytes(damaged(zipped(b"1\n"))), "is cut short"),
    "empty.jsonl.gz": (lambda file: file.write_bytes(b""), "is cut short"),
    "plain.jsonl.gz": (lambda file: file.write_bytes(b"1\n"), "cannot be unpacked as .gz"),
    "plain.jsonl.zst": (lambda file: file.write_bytes(b"1\n"), "cannot be unpacked as .zst"),
    "more.jsonl.gz": (
        lambda file: file.write_bytes(gzip.compress(b"1\n") + b"more"),
        "in what follows the 22 bytes that are",
    ),
    "cut.json.gz": (lambda file: file.write_bytes(damaged(gzip.compress(b"1\n"))), "is cut short"),
    "no.parquet": (lambda file: file.write_bytes(b"1\n"), "cannot be read as Parquet"),
    "packed.parquet.gz": (lambda file: file.write_bytes(b""), "is packed or a pipe, and Parquet is read from its end"),
    "numbers.parquet": (lambda file: table(file, [1]), "holds int64 in the column 'card', and a card is text or bytes"),
    "struct.parquet": (lambda file: table(file, [{"a": "1"}]), "holds struct<a: string> in the column 'card', and a "),
    "other.parquet": (lambda file: table(file, ["1"], "agent"), "has no column 'card'; its columns are agent"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_told_in_a_sentence(tmp_path: Path, name: str) -> None:
    spoil, sentence = WRONG[name]
    spoil(tmp_path / name)
    with pytest.raises(CallError) as told:
        found(tmp_path / name, column="card")

    assert str(told.value).startswith(str(tmp_path / name))
    assert sentence in str(told.value)


@pytest.mark.parametrize("url", ["nix://x.jsonl", "file:///nothing/there.jsonl"])
def test_a_url_that_leads_nowhere_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(CallError, match=f"^{url} cannot be read: "):
        found(url)


def test_an_only_column_that_holds_no_text_is_told_when_it_is_not_named(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"a\.parquet holds int64 in the column 'card', and a card is text or bytes$"):
        found(table(tmp_path / "a.parquet", [1]))


def test_a_column_must_be_named_where_there_are_several(tmp_path: Path) -> None:
    pq.write_table(pa.table({"card": ["1"], "id": ["2"]}), tmp_path / "a.parquet")
    with pytest.raises(CallError, match=r"name one with --column; its columns are card, id$"):
        found(tmp_path / "a.parquet")


def test_trouble_comes_after_the_whole_lines_before_it(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as stream:
        stream.write(b"1\n2\n")
        stream.flush()
        whole = packed.tell()
        stream.write(b"345\n")
        stream.flush()
    (tmp_path / "a.jsonl.gz").write_bytes(packed.getvalue()[: whole + 3])
    *parts, last = slices([str(tmp_path / "a.jsonl.gz")])

    assert [card for part in parts for _, card in cards(part)] == [b"1", b"2"]
    assert last.trouble


def append(file: Path) -> None:
    with file.open("ab") as more:
        more.write(b"3\n")


def replace(file: Path) -> None:
    """By another one with the same size and time."""
    (file.parent / "new").write_bytes(file.read_bytes())
    shutil.copystat(file, file.parent / "new")
    (file.parent / "new").replace(file)


@pytest.mark.parametrize("change", [append, replace, Path.unlink, lambda file: os.utime(file, ns=(0, 0))])
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.json", "a.parquet"])
def test_a_file_that_changes_is_not_read_as_if_it_had_not(
    tmp_path: Path, name: str, change: Callable[[Path], None]
) -> None:
    file = tmp_path / name
    if name.endswith("parquet"):
        table(file, ["1", "2"])
    else:
        file.write_bytes(gzip.compress(b"1\n2\n") if name.endswith("gz") else b"1\n2\n")
    dumps = find([str(file)])
    change(file)
    with pytest.raises(CallError, match=r"was changed while it was read|No such file"):
        [list(cards(part)) for part in cut(dumps)]
