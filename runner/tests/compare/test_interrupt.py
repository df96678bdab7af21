"""A comparison that is ended early prints what it found until then, and can be resumed."""

import gzip
import json
import os
import pty
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from agentcard_conformance.cli.interrupts import interruptible
from agentcard_conformance.dumps import SLICE_SIZE
from program_call import COMMAND, call, surroundings
from revisions_and_cards import LONG, QUICK, write_cards, write_revisions

PATIENCE = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two revisions of a schema."""
    return write_revisions(tmp_path)


def test_a_file_that_is_cut_off_ends_it_with_what_was_found_until_then(folder: Path) -> None:
    write_cards(folder, LONG)
    packed = gzip.compress(b"".join(b'{"name": "%d"}\n' % number for number in range(100_000)))
    (folder / "cards.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    arguments = ("--cards", "cards.jsonl", "--cards", "cards.jsonl.gz", "--output", "said")

    done = call("compare", "old.json", "new.json", *QUICK, *arguments, cwd=folder)

    assert (done.returncode, done.stderr.count(b"\n"), (folder / "said").exists()) == (2, 1, False)
    assert b"cards.jsonl.gz" in done.stderr and b"; their results are in said.partial" in done.stderr
    assert "as far as this came before it was interrupted" in (folder / "said.partial").read_text().splitlines()[0]


class Feed:
    """A pipe with cards that a command reads as it is fed."""

    def __init__(self, folder: Path, size: int) -> None:
        self.path = folder / "cards.jsonl"
        self.lines = [
            json.dumps({"name": "a" * (number % 11), "x": "x" * 100_000}) for number in range(size // 100_000)
        ]
        os.mkfifo(self.path)

    def some(self, size: int) -> None:
        """So much, and no end; it has been taken when this is through."""
        self._in_time(self._write, size // 100_000)

    def all(self) -> None:
        """To the end."""
        self._in_time(self._write, len(self.lines))
        self.close()

    def close(self) -> None:
        self._in_time(self._file.close)

    def _write(self, many: int) -> None:
        self._file = self.path.open("wb")
        self._file.writelines(f"{line}\n".encode() for line in self.lines[:many])
        self._file.flush()

    def _in_time(self, work: Callable[..., None], *arguments: int) -> None:
        """Nobody may be reading any more."""
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def started(folder: Path, output: str, *arguments: str, jobs: int = 1) -> subprocess.Popen[bytes]:
    command = ("compare", "old.json", "new.json", *QUICK, "--format", "json", "--output", output, "--jobs", str(jobs))
    return subprocess.Popen(
        [*COMMAND, *command, "--cards", "cards.jsonl", *arguments],
        cwd=folder,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def children(process: int) -> list[int]:
    return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()]


def fed(feed: Feed, process: subprocess.Popen[bytes]) -> int:
    with process:
        feed.all()
        process.communicate()
    return process.returncode


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_interrupted_says_how_far_it_came_and_is_gone_on_with(folder: Path, number: signal.Signals) -> None:
    feed = Feed(folder, 7 * SLICE_SIZE)
    with started(folder, "said") as first:
        feed.some(5 * SLICE_SIZE)
        first.send_signal(number)
        said = first.communicate(timeout=PATIENCE)[1]
        feed.close()
    partial = json.loads((folder / "said.partial").read_text())
    statuses = [fed(feed, started(folder, *arguments)) for arguments in (["said", "--resume"], ["anew"])]

    assert (first.returncode, partial["complete"], partial["replayed"]["cards"] > 0) == (130, False, True)
    assert re.fullmatch(
        rb"[^\n]*interrupted, after [0-9,]+ cards; [^\n]* said.partial; continue with --resume\n+", said
    )
    assert ((folder / "said").read_bytes(), statuses) == ((folder / "anew").read_bytes(), [0, 0])
    assert sorted(file.name for file in folder.iterdir()) == ["anew", "cards.jsonl", "new.json", "old.json", "said"]


def test_a_killed_worker_ends_a_run_that_can_be_gone_on_with(folder: Path) -> None:
    feed = Feed(folder, 14 * SLICE_SIZE)
    with started(folder, "said", jobs=2) as first:
        feed.some(12 * SLICE_SIZE)
        (comparing,) = children(first.pid)
        os.kill(children(comparing)[0], signal.SIGKILL)
        feed.close()
        said = first.communicate(timeout=PATIENCE)[1]
    partial = json.loads((folder / "said.partial").read_text())
    statuses = [fed(feed, started(folder, *arguments)) for arguments in (["said", "--resume"], ["anew"])]

    assert b"a process that judged cards was ended by signal 9, after " in said
    assert said.endswith(b" cards; their results are in said.partial; continue with --resume\n")
    assert (first.returncode, partial["complete"], statuses) == (2, False, [0, 0])
    assert (folder / "said").read_bytes() == (folder / "anew").read_bytes()


def test_what_was_found_is_told_when_it_is_ended_while_cards_are_made_small(tmp_path: Path) -> None:
    members = [f"m{number}" for number in range(60)]
    write_revisions(
        tmp_path, *({"properties": {name: {"maxProperties": most} for name in members}} for most in (999, 9))
    )
    wide = {f"k{number}": number for number in range(999)}
    write_cards(tmp_path, *(json.dumps({name: wide}) for name in members))
    command = ("compare", "old.json", "new.json", "--effort", "0", "--format", "json", "--output", "said")
    status, said = ended_at(tmp_path, b"making cards small", *command, "--cards", "cards.jsonl", "--seconds", "300")
    partial = json.loads((tmp_path / "said.partial").read_text())

    assert (status, len(partial["breaking"]), partial["complete"]) == (130, 60, False)
    assert re.search(r"interrupted, after [\d,]+ cards; [^\n]* said.partial; continue with --resume", said)


def ended_at(folder: Path, stage: bytes, *arguments: str) -> tuple[int, str]:
    """By SIGTERM, as soon as its terminal shows the stage: the status, and all that the terminal was sent."""
    ours, theirs = pty.openpty()
    sent = b""
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, stderr=theirs, env=surroundings(TERM="xterm", COLUMNS="120")
    ) as process:
        os.close(theirs)
        while stage not in sent:
            sent += os.read(ours, 65536)
        process.terminate()
        with suppress(OSError):  # Linux says EIO when the other end is closed
            while more := os.read(ours, 65536):
                sent += more
    os.close(ours)
    return process.returncode, sent.decode()


def interrupting_when_closed() -> Iterator[None]:
    try:
        yield
    finally:
        signal.raise_signal(signal.SIGTERM)


def test_an_interrupt_that_python_drops_is_made_up_for_at_the_next_look(capsys: pytest.CaptureFixture[str]) -> None:
    with interruptible() as look:
        unread = interrupting_when_closed()
        next(unread)
        del unread
        with pytest.raises(KeyboardInterrupt):
            look()

    assert capsys.readouterr().err == ""
