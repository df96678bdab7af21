"""Does `check` say of every card in a dump what it says of the card alone, and keep what it wrote?"""

import gzip
import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from jsonschema import Draft202012Validator

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.dumps import LONGEST, SIZE
from dump import BROKEN, KINDS, line, mixed, records, written
from program import COMMAND, call, surroundings

PADDED = 20_000
SEVERAL_SLICES = 3 * SIZE // PADDED


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump of several slices."""
    return written(tmp_path_factory.mktemp("long") / "long.jsonl", mixed(SEVERAL_SLICES, PADDED))


@pytest.fixture(scope="module")
def verdicts(long: Path) -> bytes:
    """What one process writes of it."""
    return call("check", "--jsonl", "long.jsonl", "--jobs", "1", cwd=long.parent).stdout


def test_a_record_stands_for_each_card(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", [line(), line("advised"), b"\n", BROKEN])
    done = call("check", "--jsonl", "a.jsonl", cwd=tmp_path)
    good, advised, broken = records(done.stdout)

    assert good == {"file": "a.jsonl", "line": 1, "valid": True}
    assert (advised["line"], advised["valid"], advised["advice"][0]["pointer"]) == (2, True, "/capabilities/0")
    assert (broken["line"], broken["valid"], broken["violations"][0]["requirement"]) == (4, False, "json-syntax")
    assert done.returncode == 1


def test_what_is_said_is_what_is_said_of_the_card_alone(tmp_path: Path, suite: Suite) -> None:
    """Of a card in a file of its own, written on one line."""
    cards = [each.question.card for each in suite.fixtures([suite.default.id]) if b"\n" not in each.question.card][:150]
    cards += [line(kind).strip() for kind in KINDS]
    names = [f"{number}.json" for number in range(len(cards))]
    for name, card in zip(names, cards, strict=True):
        (tmp_path / name).write_bytes(card)
    written(tmp_path / "a.jsonl", (card + b"\n" for card in cards))
    alone = json.loads(call("check", "--format", "json", *names, cwd=tmp_path).stdout)["files"]
    together = records(call("check", "--jsonl", "a.jsonl", cwd=tmp_path).stdout)

    assert list(map(findings, together)) == [findings(alone[record["line"] - 1]) for record in together]
    assert len(together) == sum(bool(card.strip()) for card in cards)


def findings(said: dict[str, Any]) -> Any:
    kinds = ("violations", "advice", "contested")
    return said["valid"], [sorted((each["requirement"], each["pointer"]) for each in said.get(k, [])) for k in kinds]


def test_the_records_are_as_their_schema_says(tmp_path: Path, suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "record.schema.json")
    lines = [*(line(kind) for kind in KINDS), BROKEN + b"\n", b" " * LONGEST + b"{}\n", b'{"\\ud800": "\xff"}\n', b"{}"]
    written(tmp_path / "a.jsonl", lines)
    said = records(call("check", "--jsonl", "a.jsonl", cwd=tmp_path).stdout)

    assert len(said) == len(lines)
    assert [error.message for each in said for error in Draft202012Validator(schema).iter_errors(each)] == []


def test_the_counts_go_to_standard_error(tmp_path: Path) -> None:
    twice = line(capabilities=[{"id": "tool.web_search"}, {"id": "tool.web_fetch"}])
    cards = [line("short version")] * 2 + [twice, line("contested"), b"\n", line(), BROKEN]
    done = call("check", "--jsonl", str(written(tmp_path / "a.jsonl", cards)))

    assert done.stderr.decode().splitlines() == [
        "6 cards as agentcard-draft-00: 3 valid, 3 invalid, 1 with advice, 1 contested; 1 line without a card",
        "  2  version-semver (must)",
        "  1  agent-id-range (contested)",
        "  1  capability-description-given (should)",
        "  1  json-syntax (must)",
    ]


@pytest.mark.parametrize(("kind", "strict", "status"), [("good", True, 0), ("advised", False, 0), ("advised", True, 1)])
def test_advice_fails_only_when_strict(tmp_path: Path, kind: str, strict: bool, status: int) -> None:
    written(tmp_path / "a.jsonl", [line(), line(kind)])

    assert call("check", "--jsonl", "a.jsonl", *["--strict"] * strict, cwd=tmp_path).returncode == status


@pytest.mark.parametrize(("only", "lines"), [("all", [1, 2, 3, 5]), ("findings", [2, 3, 5]), ("invalid", [3, 5])])
def test_only_some_records_are_written(tmp_path: Path, only: str, lines: list[int]) -> None:
    written(tmp_path / "a.jsonl", [line(), line("advised"), line("short version"), b"\n", BROKEN])
    done = call("check", "--jsonl", "a.jsonl", "--only", only, cwd=tmp_path)

    assert [record["line"] for record in records(done.stdout)] == lines
    assert done.stderr.startswith(b"4 cards as ")


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


def test_lines_are_counted_anew_in_each_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl", "empty.jsonl"):
        written(tmp_path / name, [line("advised"), b"\n", line()] * (name != "empty.jsonl"))
    done = call("check", "--jsonl", "b.jsonl", ".", "--jobs", "2", cwd=tmp_path)

    assert [(record["file"], record["line"]) for record in records(done.stdout)] == [
        (name, number) for name in ("b.jsonl", "a.jsonl") for number in (1, 3)
    ]


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


WRONG = {
    "--output o.jsonl a.jsonl": "--output is for dumps: say with --jsonl or --parquet what the files are",
    "--resume a.jsonl": "--resume is for dumps: say with --jsonl or --parquet what the files are",
    "--jsonl --column card a.jsonl": "--column is for --parquet: a line of JSON Lines is a whole card",
    "--jsonl --resume a.jsonl": "--resume needs --output FILE: of what went elsewhere nothing is kept",
    "--jsonl --scheduler tcp://a:1 a.jsonl": "--scheduler is for --engine dask: the processes of one machine have none",
    "--jsonl --engine steam a.jsonl": "there is no engine 'steam'; the engines are dask, processes",
    "--jsonl --engine dask a.jsonl": (
        "the engine dask needs --scheduler: the address of a scheduler, or the file that it wrote"
    ),
    "--jsonl --format json a.jsonl": "--format is for cards in files of their own; of dumps there are records",
    "--jsonl --dialect no a.jsonl": "there is no dialect 'no'; the dialects are agentcard-draft-00",
    "--jsonl empty.jsonl": "there is not one card in what was named, which is not a pass",
    "--jsonl --output no/o.jsonl a.jsonl": "no/o.jsonl.partial cannot be written: No such file or directory",
    "--jsonl --output . a.jsonl": ". cannot be written: Is a directory",
    "--jsonl --output a.jsonl .": "--output a.jsonl is one of the dumps; give the records a place of their own",
    "--jsonl --output /dev/full a.jsonl": (
        "/dev/full cannot be written: No space left on device, before the first card was checked"
    ),
    "--parquet a.jsonl": "a.jsonl cannot be read as Parquet: Parquet magic bytes not found in footer",
    "--jsonl --parquet a.parquet": (
        "--jsonl and --parquet cannot both be what the files are; check those of one form at a time"
    ),
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
