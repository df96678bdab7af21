"""A dump that cannot be read, or not to its end, is told in a sentence."""

import gzip
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentcard_conformance.dumps import cut_dumps, find_dumps, read_cards
from agentcard_conformance.errors import CallError
from dump_files import slices
from dump_reading import found, zipped
from parquet_files import table


def damaged(packed: bytes) -> bytes:
    return packed[:-2]


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing.jsonl": (lambda file: None, "cannot be read: No such file or directory"),
    "what.txt": (lambda file: file.write_text(""), "its name does not tell what it holds; dumps end in .jsonl"),
    "folder": (lambda file: file.mkdir(), "holds no dump: no file in it ends in .jsonl"),
    "*.jsonl": (lambda file: None, "names no file"),
    "fold?r": (lambda file: (file.parent / "folder").mkdir(), "names no file, and no folder that holds a dump"),
    "table.jsonl": (lambda file: table(file, ["1"]), "is Parquet, not JSON Lines: say --parquet, or give it a name in"),
    "packed.jsonl": (lambda file: file.write_bytes(gzip.compress(b"1\n")), "is packed by gzip: unpack it on the way"),
    "zipped.jsonl": (lambda file: file.write_bytes(zipped(b"1\n")), "with zstd -dc, or give it a name in .zst"),
    "cut.jsonl.gz": (lambda file: file.write_bytes(damaged(gzip.compress(b"1\n"))), "is cut short"),
    "cut.jsonl.zst": (lambda file: file.write_bytes(damaged(zipped(b"1\n"))), "is cut short"),
    "empty.jsonl.gz": (lambda file: file.write_bytes(b""), "is cut short"),
    "plain.jsonl.gz": (lambda file: file.write_bytes(b"1\n"), "cannot be unpacked as .gz"),
    "plain.jsonl.zst": (lambda file: file.write_bytes(b"1\n"), "cannot be unpacked as .zst"),
    "more.jsonl.gz": (
        lambda file: file.write_bytes(gzip.compress(b"1\n") + b"more"),
        "in what follows 22 good bytes",
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


def test_what_has_the_right_name_already_is_not_to_be_given_it(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"is Parquet, not JSON Lines: say --parquet$"):
        found(table(tmp_path / "a.parquet", ["1"]), form="json_lines")


@pytest.mark.parametrize("url", ["nix://x.jsonl", "file:///nothing/there.jsonl"])
def test_a_url_that_leads_nowhere_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(CallError, match=f"^{url} cannot be read: "):
        found(url)


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

    assert [card for part in parts for card in read_cards(part)] == [b"1", b"2"]
    assert last.error


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
    dumps = find_dumps([str(file)])
    change(file)
    with pytest.raises(CallError, match=r"was changed while it was read|No such file"):
        [list(read_cards(part)) for part in cut_dumps(dumps)]
