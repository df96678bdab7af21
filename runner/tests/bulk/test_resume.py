"""A run that was interrupted is gone on with as if nothing had happened."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dump_files import line, mixed, written
from program_call import COMMAND, call, surroundings

MANY, SIZE = 400, 20_000  # cards in four slices
LONG, SMALL = 20_000, 800  # cards in ten, of a run that has to be caught at work
FEW = 1_000  # bytes of output: less than one slice has
RESUME = "continue with --resume"


class Dump(NamedTuple):
    """A dump of several slices, and what an undisturbed run writes of it."""

    file: Path
    verdicts: bytes


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Dump:
    file = written(tmp_path_factory.mktemp("dump") / "dump.jsonl", mixed(MANY, SIZE))
    return Dump(file, call("check", "--jsonl", str(file)).stdout)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Dump:
    file = written(tmp_path_factory.mktemp("long") / "long.jsonl", mixed(LONG, SMALL))
    return Dump(file, call("check", "--jsonl", str(file)).stdout)


def started(dump: Dump, output: Path, *more: str) -> subprocess.Popen[bytes]:
    """A run of which some slices are written, and not all: a slice is written in several pieces."""
    command = [*COMMAND, "check", "--jsonl", str(dump.file), "--output", str(output), *more]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, env=surroundings(), start_new_session=True)
    partial = output.with_name(f"{output.name}.partial")
    while child.poll() is None and not (partial.exists() and partial.stat().st_size > len(dump.verdicts) // 4):
        time.sleep(0.002)
    return child


def resumed(file: Path, output: Path, *more: str) -> subprocess.CompletedProcess[bytes]:
    return call("check", "--jsonl", str(file), "--output", str(output), "--resume", *more)


def cut_short(file: Path, output: Path, bytes_left: int) -> subprocess.CompletedProcess[bytes]:
    """A run on a disk that fills up."""
    return subprocess.run(
        [*COMMAND, "check", "--jsonl", str(file), "--output", str(output), "--jobs", "1"],
        capture_output=True,
        check=False,
        env=surroundings(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left)),
    )


def by_terminal(child: subprocess.Popen[bytes]) -> None:
    """It reaches the workers, too."""
    os.killpg(child.pid, signal.SIGINT)


ENDS: dict[Callable[[subprocess.Popen[bytes]], None], tuple[int, str]] = {
    by_terminal: (130, "interrupted"),
    subprocess.Popen.terminate: (130, "interrupted"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_is_gone_on_with(
    long: Dump, tmp_path: Path, end: Callable[[subprocess.Popen[bytes]], None], jobs: str
) -> None:
    output = tmp_path / "out.jsonl"
    status, why = ENDS[end]
    child = started(long, output, "--jobs", jobs)
    end(child)
    said = child.communicate()[1].decode().splitlines()

    assert said[0].startswith(f"agentcard-conformance: {why}, after ") and said[0].endswith(f"; {RESUME}")
    assert ("".join(said[1:]), child.returncode, output.exists()) == ("", status, False)
    assert resumed(long.file, output).returncode == 1
    assert output.read_bytes() == long.verdicts
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_killed_run_is_gone_on_with(long: Dump, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    child = started(long, output)
    child.kill()
    child.communicate()

    assert (child.returncode, output.exists()) == (-signal.SIGKILL, False)
    assert resumed(long.file, output).returncode == 1
    assert output.read_bytes() == long.verdicts


def test_a_killed_worker_ends_a_run_that_can_be_gone_on_with(long: Dump, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    child = started(long, output, "--jobs", "2")
    workers = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text("ascii").split()
    os.kill(int(workers[0]), signal.SIGKILL)
    said = child.communicate()[1]

    assert b"a process that judged cards was ended by signal 9, after " in said
    assert child.returncode == 2
    assert resumed(long.file, output).returncode == 1
    assert output.read_bytes() == long.verdicts


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_full_disk_costs_nothing_that_is_written(dump: Dump, tmp_path: Path, kept: int) -> None:
    """So many slices fit."""
    output = tmp_path / "out.jsonl"
    done = cut_short(dump.file, output, kept * len(dump.verdicts) // 4 + FEW)

    assert b"out.jsonl.partial cannot be written: File too large, " in done.stderr
    assert (done.returncode, output.exists(), RESUME.encode() in done.stderr) == (2, False, kept > 0)
    assert resumed(dump.file, output).stderr.startswith(f"{MANY + 1:,} cards as ".encode())
    assert output.read_bytes() == dump.verdicts


def test_what_lies_behind_the_last_entry_of_the_journal_is_cut_off(dump: Dump, tmp_path: Path) -> None:
    cut_short(dump.file, tmp_path / "out.jsonl", len(dump.verdicts) // 2)
    with (tmp_path / "out.jsonl.partial").open("ab") as partial:
        partial.write(b"x" * len(dump.verdicts))
    resumed(dump.file, tmp_path / "out.jsonl")

    assert (tmp_path / "out.jsonl").read_bytes() == dump.verdicts


def test_records_in_parquet_are_gone_on_with(dump: Dump, tmp_path: Path) -> None:
    cut_short(dump.file, tmp_path / "out.parquet", len(dump.verdicts) // 2)
    resumed(dump.file, tmp_path / "out.parquet")
    call("check", "--jsonl", str(dump.file), "--output", str(tmp_path / "undisturbed.parquet"))

    assert (tmp_path / "out.parquet").read_bytes() == (tmp_path / "undisturbed.parquet").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["out.parquet", "undisturbed.parquet"]


def test_without_resume_what_is_left_is_not_overwritten(dump: Dump, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    cut_short(dump.file, output, len(dump.verdicts) // 2)
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    done = call("check", "--jsonl", str(dump.file), "--output", str(output))

    assert (
        b"out.jsonl.partial is left from a run that ended early; continue it with --resume, or remove it" in done.stderr
    )
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == left
    assert done.returncode == 2


def test_resume_without_anything_to_go_on_from_starts_anew(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", [line()])

    assert resumed(file, tmp_path / "out.jsonl").returncode == 0
    assert (tmp_path / "out.jsonl").read_bytes().count(b"\n") == 1


def touch(file: Path) -> None:
    os.utime(file, ns=(0, 0))


@pytest.mark.parametrize(
    ("change", "more", "differs"),
    [
        (touch, [], "/own.jsonl changed since "),
        (touch, ["--only", "invalid"], "is of another call, which differs in: files, --only; "),
        (Path.exists, ["--only", "invalid"], "is of another call, which differs in: --only; "),
        (Path.exists, [__file__], "is of another call, which differs in: files; "),
    ],
)
def test_another_call_does_not_go_on(
    dump: Dump, tmp_path: Path, change: Callable[[Path], None], more: list[str], differs: str
) -> None:
    own, output = tmp_path / "own.jsonl", tmp_path / "out.jsonl"
    own.write_bytes(dump.file.read_bytes())
    cut_short(own, output, len(dump.verdicts) // 2)
    partial = tmp_path / "out.jsonl.partial"
    before = partial.read_bytes()
    change(own)
    done = resumed(own, output, *more)

    assert differs in done.stderr.decode()
    assert (partial.read_bytes(), done.returncode) == (before, 2)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda folder: (folder / "out.jsonl.journal").write_text("{"), "out.jsonl.journal is not a journal; remove "),
        (lambda folder: (folder / "out.jsonl.journal").unlink(), "ended early and cannot be continued: remove it"),
        (lambda folder: (folder / "out.jsonl.partial").write_text(""), "out.jsonl.partial is shorter than "),
        (lambda folder: (folder / "out.jsonl.partial").unlink(), "out.jsonl.partial is shorter than "),
    ],
)
def test_what_is_left_must_fit_together(
    dump: Dump, tmp_path: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    cut_short(dump.file, tmp_path / "out.jsonl", len(dump.verdicts) // 2)
    spoil(tmp_path)
    done = resumed(dump.file, tmp_path / "out.jsonl")

    assert (sentence in done.stderr.decode(), done.returncode) == (True, 2)


def test_a_call_that_was_wrong_leaves_nothing_that_is_said_to_be_of_use_to_another_one(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", [line()])
    (tmp_path / "b.jsonl.gz").write_bytes(b"no gzip")
    check = ("check", "--output", str(tmp_path / "out.jsonl"), "--jsonl", str(tmp_path / "a.jsonl"))
    failed = call(*check, str(tmp_path / "b.jsonl.gz"))
    done = call(*check)

    assert b", after 1 card; their results are in " in failed.stderr
    assert done.stderr.decode() == (
        f"agentcard-conformance: {tmp_path}/out.jsonl.journal is of another call, which differs in: files; "
        f"remove {tmp_path}/out.jsonl.partial and {tmp_path}/out.jsonl.journal to start anew\n"
    )


def test_a_pipe_cannot_be_gone_on_with(dump: Dump, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    text = dump.file.read_bytes()
    command = [*COMMAND, "check", "--jsonl", "-", "--output", str(output)]
    limit = len(dump.verdicts) // 2
    ended = subprocess.run(
        command,
        input=text,
        stderr=subprocess.PIPE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    done = call(*command[len(COMMAND) :], stdin=text)

    assert b"out.jsonl.partial" in ended.stderr and b"--resume" not in ended.stderr
    assert b"from a run that ended early and cannot be continued: remove it" in done.stderr
    assert done.returncode == 2
