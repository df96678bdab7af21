"""A call of `check` on dumps that is wrong, or means something else, is told in a sentence."""

import gzip
import json
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import SUITE
from dump_files import KINDS, line, written
from program_call import COMMAND, call


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("a.jsonl", json.dumps(KINDS["good"], indent=2).encode(), b"a.jsonl looks like one card on several lines: "),
        ("b.jsonl", b"[\n{},\n{}\n]", b"b.jsonl looks like one array: "),
        ("c.jsonl", b'[{"name": 1}, {}]\n', b"c.jsonl looks like one array: "),
    ],
)
def test_what_seems_to_be_no_lines_is_told_behind_the_counts(
    tmp_path: Path, name: str, text: bytes, hint: bytes
) -> None:
    written(tmp_path / "0.jsonl", [line(), b"[]\n"])
    (tmp_path / name).write_bytes(text)
    done = call("check", "--jsonl", ".", "--jobs", "2", cwd=tmp_path)

    assert done.stderr.splitlines()[-1].startswith(b"agentcard-conformance: " + hint)


def test_of_a_file_that_is_cut_short_no_share_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(line() * 100)[:-4])
    done = call("check", "--jsonl", "a.jsonl.gz", cwd=tmp_path)

    assert (done.stderr.endswith(b", after 100 cards\n"), done.returncode) == (True, 2)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("a.jsonl", b"agentcard-conformance: a.jsonl is by its name a dump: add --jsonl to check the cards in it\n"),
        (
            "a.ndjson.gz",
            b"agentcard-conformance: a.ndjson.gz is by its name a dump: add --jsonl to check the cards in it\n",
        ),
        (
            "a.parquet",
            b"agentcard-conformance: a.parquet is by its name a dump: add --parquet to check the cards in it\n",
        ),
        ("a.json", b""),
    ],
)
def test_a_dump_that_is_checked_as_a_card_is_told_by_its_name(tmp_path: Path, name: str, hint: bytes) -> None:
    written(tmp_path / name, [line(), line()])
    done = call("check", name, cwd=tmp_path)

    assert (done.stderr, done.returncode) == (hint, 1)


WRONG = {
    "--output o.jsonl a.jsonl": "--output is for dumps: say with --jsonl or --parquet what the files are",
    "--resume a.jsonl": "--resume is for dumps: say with --jsonl or --parquet what the files are",
    "--jsonl --column card a.jsonl": "--column is for --parquet: a line of JSON Lines is a whole card",
    "--member card a.jsonl": "--member is for dumps: say with --jsonl or --parquet what the files are",
    "--parquet --member card a.parquet": (
        "--member is for --jsonl: in Parquet the cards are in a column, which --column names"
    ),
    "--jsonl --resume a.jsonl": "--resume needs --output FILE: nothing is kept of what went elsewhere",
    "--jsonl --scheduler tcp://a:1 a.jsonl": "--scheduler is for --engine dask: the processes of one machine have none",
    "--jsonl --engine steam a.jsonl": "there is no engine 'steam'; the engines are dask, processes",
    "--jsonl --engine dask a.jsonl": (
        "the engine dask needs --scheduler: the address of a scheduler, or the file that it wrote"
    ),
    "--jsonl --format json a.jsonl": (
        "--format, --quiet and --any-format are for cards in files of their own; dumps become records"
    ),
    "--jsonl --dialect no a.jsonl": f"there is no dialect 'no'; the dialects are {', '.join(sorted(SUITE.dialects))}",
    "--jsonl empty.jsonl": "there is not one card in these files, which is not a pass",
    "--jsonl --output no/o.jsonl a.jsonl": "no/o.jsonl.partial cannot be written: No such file or directory",
    "--jsonl --output . a.jsonl": ". cannot be written: Is a directory",
    "--jsonl --output a.jsonl .": "--output a.jsonl is one of the dumps; give the records another file",
    "--jsonl --output /dev/full a.jsonl": (
        "/dev/full cannot be written: No space left on device, before the first card was checked"
    ),
    "--parquet a.jsonl": "a.jsonl cannot be read as Parquet: Parquet magic bytes not found in footer",
    "--jsonl --parquet a.parquet": ("--jsonl and --parquet cannot be combined; check the files of one form at a time"),
    "--parquet numbers.pq": "numbers.pq holds int64 in the column 'card', and a card is text or bytes",
    "--parquet --column x a.parquet": "a.parquet has no column 'x'; its columns are card",
}


@pytest.mark.parametrize("arguments", WRONG)
def test_a_wrong_call_is_told_in_one_sentence_and_leaves_nothing_behind(tmp_path: Path, arguments: str) -> None:
    written(tmp_path / "a.jsonl", [line()])
    written(tmp_path / "empty.jsonl", [b"\n"])
    pq.write_table(pa.table({"card": ["1"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"card": [1]}), tmp_path / "numbers.pq")
    before = sorted(tmp_path.iterdir())
    done = call("check", *arguments.split(), cwd=tmp_path)

    assert done.stderr.decode().splitlines()[-1] == f"agentcard-conformance: {WRONG[arguments]}"
    assert (done.stdout, done.returncode) == (b"", 2)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("option", ["--member", "--column", "--context", "--output", "--engine", "--scheduler"])
@pytest.mark.parametrize("command", [["check", "--jsonl", "a.jsonl"], ["compare", "a.json", "b.json", "--cards", "c"]])
def test_an_option_that_is_empty_is_not_as_good_as_none(tmp_path: Path, command: list[str], option: str) -> None:
    if (command[0], option) == ("compare", "--member"):
        option = "--changelog"
    written(tmp_path / "a.jsonl", [line()])

    done = call(*command, option, "", cwd=tmp_path)

    assert (done.stdout, done.returncode) == (b"", 2)
    assert f"'{option}': it is empty; leave the option out, or give it a value." in done.stderr.decode()


def test_what_is_packed_on_standard_input_is_told() -> None:
    done = call("check", "--jsonl", "-", stdin=gzip.compress(line()))

    assert done.stderr.startswith(b"agentcard-conformance: - is packed by gzip: ")
    assert (done.stdout, done.stderr.count(b"\n"), done.returncode) == (b"", 1, 2)


@pytest.mark.parametrize(
    ("library", "arguments"),
    [
        ("pyarrow", "--parquet a.parquet"),
        ("pyarrow", "--jsonl a.jsonl --output o.parquet"),
        ("zstandard", "--jsonl a.jsonl.zst"),
        ("zstandard", "--jsonl a.jsonl --output o.jsonl.zst"),
        ("distributed", "--jsonl a.jsonl --engine dask --scheduler tcp://a:1"),
        ("fsspec", "--jsonl file:///a.jsonl"),
    ],
)
def test_an_extra_that_is_not_installed_is_named(tmp_path: Path, library: str, arguments: str) -> None:
    for name in ("a.jsonl", "a.jsonl.zst", "a.parquet"):
        written(tmp_path / name, [line()])
    without = f"import sys; sys.modules[{library!r}] = None"
    program = "from agentcard_conformance.__main__ import main; sys.exit(main())"
    command = [COMMAND[0], "-c", f"{without}; {program}", "check", *arguments.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    assert b"pip install 'agentcard-conformance[" in done.stderr
    assert (done.stderr.count(b"\n"), done.returncode) == (1, 2)
