"""The records of `check` come where they are wanted, the same ones however many processes work."""

import gzip
import json
import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from agentcard_conformance.dumps import SLICE_SIZE
from dump_files import mixed, records, written
from program_call import COMMAND, call, surroundings

PADDED = 20_000
SEVERAL_SLICES = 3 * SLICE_SIZE // PADDED


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump of several slices."""
    return written(tmp_path_factory.mktemp("long") / "long.jsonl", mixed(SEVERAL_SLICES, PADDED))


@pytest.fixture(scope="module")
def verdicts(long: Path) -> bytes:
    """What one process writes of it."""
    return call("check", "--jsonl", "long.jsonl", "--jobs", "1", cwd=long.parent).stdout


def unzipped(packed: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(packed)


def test_the_output_is_the_same_however_many_work(long: Path, verdicts: bytes) -> None:
    done = call("check", "--jsonl", "long.jsonl", "--jobs", "3", cwd=long.parent)

    assert done.stdout == verdicts
    assert [record["line"] for record in records(verdicts)] == [
        number for number in range(1, SEVERAL_SLICES + 3) if number != SEVERAL_SLICES // 2 + 1
    ]


@pytest.mark.parametrize("where", ["long.jsonl.gz", "-"])
def test_the_output_is_the_same_for_what_only_one_can_read(
    long: Path, verdicts: bytes, tmp_path: Path, where: str
) -> None:
    (tmp_path / "long.jsonl.gz").write_bytes(gzip.compress(long.read_bytes(), 1))
    done = call("check", "--jsonl", where, "--jobs", "2", cwd=tmp_path, stdin=long.read_bytes())

    assert done.stdout == verdicts.replace(b'"long.jsonl"', json.dumps(where).encode())


@pytest.mark.parametrize(("name", "unpack"), [("v.jsonl.gz", gzip.decompress), ("v.jsonl.zst", unzipped)])
def test_an_output_is_packed_when_its_name_says_so(
    long: Path, verdicts: bytes, tmp_path: Path, name: str, unpack: Callable[[bytes], bytes]
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        call("check", "--jsonl", "long.jsonl", "--output", str(tmp_path / folder / name), cwd=long.parent)
    first, second = ((tmp_path / folder / name).read_bytes() for folder in ("a", "b"))

    assert (first, unpack(first)) == (second, verdicts)
    assert [file.name for file in (tmp_path / "a").iterdir()] == [name]


def test_an_output_of_a_dash_is_standard_output(long: Path, verdicts: bytes) -> None:
    done = call("check", "--jsonl", "long.jsonl", "--output", "-", cwd=long.parent)

    assert done.stdout == verdicts
    assert [file.name for file in long.parent.iterdir()] == ["long.jsonl"]


def test_cards_in_parquet_give_the_same_and_so_do_records_in_parquet(tmp_path: Path) -> None:
    lines = mixed(300)
    written(tmp_path / "a.jsonl", lines)
    pq.write_table(
        pa.table({"id": range(302), "card": [each.strip() for each in lines]}),
        tmp_path / "a.parquet",
        row_group_size=100,
    )
    call("check", "--jsonl", "a.jsonl", "--output", "lines.parquet", cwd=tmp_path)
    call("check", "--parquet", "a.parquet", "--column", "card", "--output", "rows.jsonl", cwd=tmp_path)
    table = [
        {name: value for name, value in row.items() if value}
        for row in pq.read_table(tmp_path / "lines.parquet").to_pylist()
    ]
    lists = records((tmp_path / "rows.jsonl").read_bytes())

    assert [record | {"file": "a.jsonl"} for record in lists] == [{"valid": False} | row for row in table]


def test_an_output_takes_its_place_when_it_is_whole(long: Path, verdicts: bytes, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("old")
    call("check", "--jsonl", "long.jsonl", "--output", str(tmp_path / "out.jsonl"), cwd=long.parent)

    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]
    assert (tmp_path / "out.jsonl").read_bytes() == verdicts


def test_whoever_reads_the_records_may_stop(long: Path) -> None:
    command = [*COMMAND, "check", "--jsonl", str(long)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout and child.stderr
        child.stdout.close()
        assert (child.stderr.read(), child.wait()) == (b"", 141)


def test_a_terminal_is_shown_how_far_it_is(long: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*COMMAND, "check", "--jsonl", str(long), "--output", str(tmp_path / "o.jsonl")]
    subprocess.run(command, stderr=theirs, check=False, env=surroundings(TERM="xterm", COLUMNS="100"))
    os.close(theirs)
    shown = os.read(ours, 2**16)
    os.close(ours)

    assert b"%" in shown
    assert b" cards" in shown
