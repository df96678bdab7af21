"""The cards in a dump are all found, each once and whole, however it is cut and packed."""

import gzip
import os
import threading
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentcard_conformance.dumps import cut_dumps, find_dumps, read_cards
from agentcard_conformance.dumps.lines import limit_lines, whole_line_blocks
from agentcard_conformance.notations import LARGEST_READ
from dump_files import slices
from dump_reading import found, zipped

LINES = st.lists(st.sampled_from([b"", b"a", b"bc", b'{"d": 1}', b"e" * 30, b"f\r"]), max_size=12)


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


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_of_a_line_beyond_the_limit_just_enough_is_read(tmp_path: Path, name: str) -> None:
    text = b"1\n" + b" " * (3 * LARGEST_READ) + b"x\n2\n"
    (tmp_path / name).write_bytes(gzip.compress(text, 1) if name.endswith("gz") else text)
    lengths = [len(card) for part in slices([str(tmp_path / name)]) for card in read_cards(part)]

    assert lengths == [1, LARGEST_READ + 1, 1]


def test_a_line_of_gigabytes_is_not_read_into_memory(tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("wb") as file:
        file.write(b"1\n")
        file.seek(30 * LARGEST_READ)
        file.write(b"\n2\n")
    tracemalloc.start()
    lengths = [len(card) for part in slices([str(tmp_path / "a.jsonl")]) for card in read_cards(part)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert lengths == [1, LARGEST_READ + 1, 1]
    assert peak < 5 * LARGEST_READ


def test_of_a_long_line_no_more_is_held_than_shows_that_it_is_long() -> None:
    pieces = [b"a\nb", b"b" * 9, b"b" * 9, b"b\nc", b"c" * 9, b"c" * 9]

    assert b"".join(limit_lines(pieces, 12)) == b"a\n" + b"b" * 12 + b"\n" + b"c" * 12


@given(LINES, st.integers(1, 9), st.integers(1, 40))
def test_blocks_are_the_same_however_the_pieces_come(lines: list[bytes], piece: int, size: int) -> None:
    text = b"\n".join(lines)
    pieces = [text[at : at + piece] for at in range(0, len(text), piece)]
    whole = list(whole_line_blocks([text], size))

    assert list(whole_line_blocks(pieces, size)) == whole
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


def test_a_file_with_one_card_may_stand_beside_the_dumps(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{\n}\n")
    (tmp_path / "b.json.gz").write_bytes(gzip.compress(b"[\n]"))
    (tmp_path / "c.jsonl").write_bytes(b"1\n2\n")

    assert found(tmp_path) == [b"{\n}\n", b"[\n]", b"1", b"2"]


def test_a_folder_gives_what_is_of_the_form_in_order_and_once(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("b.jsonl", "a.ndjson", "below/c.jsonl.gz", "d.json", "e.txt", "f.parquet"):
        (tmp_path / name).write_bytes(b"")
    dumps = find_dumps([str(tmp_path / "b.jsonl"), str(tmp_path), str(tmp_path / "*.nd*")], "json_lines")

    assert [Path(dump.name).name for dump in dumps] == ["b.jsonl", "a.ndjson", "c.jsonl.gz"]


def test_a_file_with_one_card_has_the_extension_of_its_dialect(tmp_path: Path) -> None:
    for name in ("a.json", "b.agent.yaml", "c.agent.yaml.gz", "d.yaml", "e.jsonl"):
        (tmp_path / name).write_bytes(b"")
    dumps = find_dumps([str(tmp_path)], extension="agent.yaml")

    assert [Path(dump.name).name for dump in dumps] == ["b.agent.yaml", "c.agent.yaml.gz", "e.jsonl"]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_folders_that_a_glob_names_are_walked_like_those_that_are_named(tmp_path: Path, scheme: str) -> None:
    for name in ("f1/a.jsonl", "f2/below/b.jsonl", "f2/c.txt", "f3.txt", "f4/d.txt", "g/e.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    dumps = find_dumps([f"{scheme}{tmp_path}/f*"], "json_lines")

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

    assert [dump.name for dump in find_dumps(["./a.jsonl", "a.jsonl", "f/../a.jsonl", "link.jsonl"])] == ["./a.jsonl"]


def test_a_url_is_read_like_a_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(b"12345\n6\n")
    dumps = find_dumps([f"file://{tmp_path}/*.jsonl", f"file://{tmp_path}/a.jsonl"])

    assert [dump.name for dump in dumps] == [f"file://{tmp_path}/{name}.jsonl" for name in "ab"]
    assert [card for part in cut_dumps(dumps, size=3) for card in read_cards(part)] == [b"12345", b"6"] * 2
