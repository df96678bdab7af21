"""What an interrupted comparison left is resumed by the same call alone, and never thrown away."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from agentcard_conformance.compare.comparing import ComparisonRun
from agentcard_conformance.compare.replay import ReplayRun
from agentcard_conformance.dumps import find_dumps
from agentcard_conformance.errors import CallError
from agentcard_conformance.journal import Journal
from program_call import call
from revisions_and_cards import LONG, QUICK, comparison_run, write_cards, write_revisions

T = TypeVar("T")
R = TypeVar("R")


def test_an_entry_is_left_out_when_the_last_one_is_not_old(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", {})
    journal.write(1)
    journal.write(2)

    assert journal.read() == 1


def test_an_entry_that_is_wanted_now_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal", {})
    journal.write(1)
    journal.write(2, now=True)

    assert journal.read() == 2


def replay_run(run: ComparisonRun, file: str, column: str = "") -> ReplayRun:
    return ReplayRun(run.pair, run.changes, find_dumps([file]), column)


def spread_here(work: Callable[[T], R], parts: Iterable[T]) -> Iterator[R]:
    return map(work, parts)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("file", "cards.jsonl changed since "),
        ("old", "is of another call, which differs in: OLD; "),
        ("column", "is of another call, which differs in: --column; "),
    ],
)
def test_a_journal_of_another_call_is_refused(tmp_path: Path, change: str, why: str) -> None:
    file = write_cards(tmp_path, LONG)
    before = replay_run(comparison_run(), file)
    before.open_journal(tmp_path / "journal", resume=False)
    before.run(spread_here, lambda _: None)
    if change == "file":
        write_cards(tmp_path, LONG, LONG)
    run = comparison_run(old={}) if change == "old" else comparison_run()
    other = replay_run(run, file, "card" if change == "column" else "")

    with pytest.raises(CallError, match=why):
        other.open_journal(tmp_path / "journal", resume=True)
    other.remove_journal()

    assert (tmp_path / "journal").exists()


@pytest.mark.parametrize(
    ("left", "arguments", "sentence"),
    [
        (
            "journal partial",
            [],
            "said.partial and said.journal are left from a run that ended early; continue them with ",
        ),
        ("journal", [], "said.journal is left from a run that ended early; continue it with --resume, or remove it"),
        ("partial", ["--resume"], "said.partial is left from a run that ended early; its journal is gone: "),
    ],
)
def test_what_an_interrupted_run_left_is_not_thrown_away(
    tmp_path: Path, left: str, arguments: list[str], sentence: str
) -> None:
    folder = write_revisions(tmp_path)
    write_cards(folder, LONG)
    for ending in left.split():
        (folder / f"said.{ending}").write_text("{}")
    done = call(
        *("compare", "old.json", "new.json", *QUICK, "--cards", "cards.jsonl", "--output", "said", *arguments),
        cwd=folder,
    )

    assert (done.returncode, sentence in done.stderr.decode()) == (2, True)
    assert [(folder / f"said.{ending}").read_text() for ending in left.split()] == ["{}"] * len(left.split())
