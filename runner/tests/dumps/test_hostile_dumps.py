"""A dump of nothing, or of what is no line, ends soon and in little memory, and costs no card beside it."""

import glob
import gzip
import os
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from agentcard_conformance.dumps import find_dumps, read_cards
from agentcard_conformance.errors import CallError
from agentcard_conformance.notations import LARGEST_READ
from dump_files import slices
from dump_reading import found, zipped

pytestmark = [pytest.mark.slow, pytest.mark.alone]

LONG = 3 * LARGEST_READ
MANY = 2**29
"""Bytes that nobody wants to wait for."""


def packed_over_and_over(pack: Callable[[bytes], bytes], blank: bytes) -> bytes:
    return pack(blank * (2**20 // len(blank))) * (MANY // 2**20)


def written(file: Path, text: bytes) -> Path:
    if file.suffix == ".gz":
        text = gzip.compress(text)
    file.write_bytes(zipped(text) if file.suffix == ".zst" else text)
    return file


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
@pytest.mark.parametrize("blank", [b" ", b"\t\r"])
def test_a_long_line_of_blanks_is_no_card(tmp_path: Path, name: str, blank: bytes) -> None:
    file = written(tmp_path / name, b"1\n" + blank * LONG + b"\n2\n")

    assert found(file, size=2**20) == [b"1", b"", b"2"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
@pytest.mark.parametrize("ending", [b"x", b"\x0b", b"\x0c"])
def test_a_long_line_with_more_than_blanks_is_a_card_that_is_too_large(
    tmp_path: Path, name: str, ending: bytes
) -> None:
    file = written(tmp_path / name, b" " * LONG + ending)

    assert [len(card) for card in found(file, size=2**20)] == [LARGEST_READ + 1]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
@pytest.mark.parametrize(("text", "lines"), [(b"", 0), (b"\n", 1), (b" ", 1), (b"\n\n \n\t", 4), (b" \n \r\n", 2)])
def test_lines_of_blanks_are_counted(tmp_path: Path, name: str, text: bytes, lines: int) -> None:
    assert found(written(tmp_path / name, text), size=2) == [b""] * lines


@pytest.mark.parametrize(("name", "pack"), [("a.jsonl.gz", gzip.compress), ("a.jsonl.zst", zstandard.compress)])
@pytest.mark.parametrize("blank", [b" ", b" \t\r\n"])
def test_blanks_that_are_packed_over_and_over_are_not_read_to_their_end(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes], blank: bytes
) -> None:
    (tmp_path / name).write_bytes(pack(b"1\n") + packed_over_and_over(pack, blank) + pack(b"2\n"))
    *parts, last = slices([str(tmp_path / name)])

    assert [card for part in parts for card in read_cards(part) if card] == [b"1"]
    assert last.error.endswith("MiB of blanks, and is not read further: check that it has a card on each line")


def test_the_same_cards_packed_over_and_over_are_read_to_their_end(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.zst").write_bytes(zipped(b'{"a": 1}\n' * 2**20) * 40)

    assert sum(part.end - part.start for part in slices([str(tmp_path / "a.jsonl.zst")])) == 9 * 40 * 2**20


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_what_a_hostile_file_unpacks_to_is_held_a_little_at_a_time(tmp_path: Path, name: str) -> None:
    file = written(tmp_path / name, b" " * MANY)
    tracemalloc.start()
    parts = [*slices([str(file)])]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert parts[-1].error
    assert peak < 160 * 2**20


def test_a_line_of_a_stream_without_an_end_is_not_read_for_ever() -> None:
    *_, last = slices(["/dev/zero"], form="json_lines")

    assert (
        last.error
        == "/dev/zero has 1,024 MiB on one line, and is not read further: check that it has a card on each line"
    )


def test_of_a_packed_card_that_is_too_large_no_more_is_unpacked_than_shows_it(tmp_path: Path) -> None:
    (tmp_path / "a.json.zst").write_bytes(zipped(b"x" * LONG) + b"no frame")

    assert [len(card) for card in found(tmp_path / "a.json.zst")] == [LARGEST_READ + 1]


@pytest.mark.parametrize("pack", [gzip.compress, zipped])
def test_a_dump_that_is_packed_twice_is_told(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(pack(b"1\n")))

    with pytest.raises(CallError, match=r"a\.jsonl\.gz: what it unpacks to is packed by "):
        found(tmp_path / "a.jsonl.gz")


def test_an_invalid_stream_behind_good_ones_costs_no_card_of_these(tmp_path: Path) -> None:
    damaged = gzip.compress(b"3\n")[:-8] + b"12345678"
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"1\n") + gzip.compress(b"2\n") + damaged)
    *parts, last = slices([str(tmp_path / "a.jsonl.gz")], size=1)

    assert [card for part in parts for card in read_cards(part)][:2] == [b"1", b"2"]
    assert "cannot be unpacked as .gz" in last.error and "in what follows 44 good bytes" in last.error


def test_folders_that_link_to_themselves_are_walked_once(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).symlink_to(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(b"1\n")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.jsonl").write_bytes(b"2\n")
    names = (str(tmp_path), f"{tmp_path}/**/*.jsonl", f"{tmp_path}/**", f"{tmp_path}/**/*")

    assert [[Path(dump.path).name for dump in find_dumps([name])] for name in names] == [["a.jsonl", "b.jsonl"]] * 4


def test_a_file_that_links_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to("a.jsonl")

    with pytest.raises(CallError, match=r"a\.jsonl cannot be read: Too many levels of symbolic links$"):
        find_dumps([str(tmp_path / "a.jsonl")])


@pytest.mark.parametrize("pattern", ["**/*.jsonl", "./**/*.jsonl", "f/**/below/*", "*/**/b*", "**/**/*.jsonl"])
def test_a_glob_through_folders_names_what_python_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.jsonl", "f/a.jsonl", "f/below/b.jsonl", "f/.hidden/c.jsonl", "g/below/b.jsonl"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(b"")
    usual = {path for path in glob.glob(pattern, recursive=True) if Path(path).is_file()}  # noqa: PTH207  # the usual

    assert {dump.name for dump in find_dumps([pattern])} == usual


def test_a_pipe_that_is_closed_in_the_middle_of_a_line_gives_what_came(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    writer = threading.Thread(target=(tmp_path / "pipe.jsonl").write_bytes, args=(b"1\n23",))
    writer.start()

    assert found(tmp_path / "pipe.jsonl") == [b"1", b"23"]
    writer.join()


def test_a_line_of_nuls_is_a_card_and_the_next_one_too(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", b"\0" * LONG + b"\n2\n")

    assert [len(card) for card in found(file, size=2**20)] == [LARGEST_READ + 1, 1]
