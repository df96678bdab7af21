"""Is what an interrupted run left gone on with by the same call alone, and never thrown away?"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from agentcard_conformance.compare.comparison import Compared
from agentcard_conformance.compare.replay.cards import Cards
from agentcard_conformance.dumps import find_dumps
from agentcard_conformance.errors import CallError
from agentcard_conformance.journal import Journal
from compared_cards import LONG, QUICK, sides, two_revisions, written
from program_call import call

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


def some_cards(compared: Compared, file: str, column: str = "") -> Cards:
    return Cards(compared.sides, compared.changes, find_dumps([file]), column)


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
    file = written(tmp_path, LONG)
    before = some_cards(sides(), file)
    before.keep(tmp_path / "journal", resume=False)
    before.replay(spread_here, lambda _: None)
    if change == "file":
        written(tmp_path, LONG, LONG)
    compared = sides(old={}) if change == "old" else sides()
    other = some_cards(compared, file, "card" if change == "column" else "")

    with pytest.raises(CallError, match=why):
        other.keep(tmp_path / "journal", resume=True)
    other.forget()

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
    folder = two_revisions(tmp_path)
    written(folder, LONG)
    for ending in left.split():
        (folder / f"said.{ending}").write_text("{}")
    done = call(
        *("compare", "old.json", "new.json", *QUICK, "--cards", "cards.jsonl", "--output", "said", *arguments),
        cwd=folder,
    )

    assert (done.returncode, sentence in done.stderr.decode()) == (2, True)
    assert [(folder / f"said.{ending}").read_text() for ending in left.split()] == ["{}"] * len(left.split())
