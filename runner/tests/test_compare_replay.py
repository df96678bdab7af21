"""Are somebody's cards replayed, each once, however they lie and however the work is cut up?"""

import gzip
import json
import os
import pickle
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from agentcard_conformance.compare.cards import Cards
from agentcard_conformance.compare.comparison import Call, Compared
from agentcard_conformance.compare.findings import Direction, Revision
from agentcard_conformance.compare.replay import Replay
from agentcard_conformance.compare.tally import MOST_KEPT, MOST_UNREAD, Tally
from agentcard_conformance.corpus import Suite
from agentcard_conformance.dumps import LONGEST, SIZE, find, slices
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json
from program import COMMAND, call, surroundings

OLD = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}, "cost": {"maximum": 5}}}
NEW = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 4}, "cost": {"maximum": 8}}}
GOOD, LONG, DEAR, BAD = ('{"name":"abc"}', '{"name":"abcdef"}', '{"name":"a","cost":7}', '{"name":3}')
T = TypeVar("T")
R = TypeVar("R")
QUICK = ("--effort", "0.02", "--fail-on", "none")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two revisions of a schema."""
    (tmp_path / "old.json").write_text(json.dumps(OLD))
    (tmp_path / "new.json").write_text(json.dumps(NEW))
    return tmp_path


def sides(old: Json = OLD, new: Json = NEW, call: Call | None = None) -> Compared:
    before, after = (Revision(name, schema, {}, frozenset()) for name, schema in (("old", old), ("new", new)))
    return Compared(before, after, call or Call())


def written(folder: Path, *lines: str | bytes, name: str = "cards.jsonl") -> str:
    file = folder / name
    file.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return str(file)


def tallied(names: Iterable[str], compared: Compared, *, size: int = SIZE) -> Tally:
    work, total = Replay(compared.sides, compared.changes), Tally()
    for part in slices(names, size=size):
        total.add(work(part))
    return total


def counts(tally: Tally) -> dict[tuple[Direction, str], tuple[int, str]]:
    return {
        (cause.direction, cause.change.keyword if cause.change else ""): (found.cards, str(found.place))
        for cause, found in tally.flips.items()
    }


def replayed(folder: Path, *arguments: str) -> Any:
    done = call("compare", "old.json", "new.json", *QUICK, "--format", "json", *arguments, cwd=folder)
    assert done.stderr == b""
    return json.loads(done.stdout)


def seen(said: Any) -> dict[str, int]:
    """How many cards of somebody's own flip, by keyword."""
    flips = [*said["breaking"], *said["loosening"]]
    return {each["change"]["keyword"]: each["seen"]["cards"] for each in flips if "cards" in each["seen"]}


def test_flips_are_counted_by_keyword_with_the_smallest_card_of_each(tmp_path: Path) -> None:
    cards = written(tmp_path, GOOD, LONG + " ", LONG, DEAR, BAD, "", LONG)

    tally = tallied([cards], sides())

    assert counts(tally) == {
        (Direction.REFUSED, "maxLength"): (3, f"{cards}:3"),
        (Direction.ACCEPTED, "maximum"): (1, f"{cards}:4"),
    }
    assert (tally.cards, tally.lost) == (6, 0)


@pytest.mark.parametrize("size", [1, 17, 40, 10_000])
def test_nothing_hangs_on_where_a_dump_is_cut(tmp_path: Path, size: int) -> None:
    lines = [GOOD, "no card", LONG, "", DEAR, BAD, LONG + " ", "neither"] * 5
    cards = [written(tmp_path, *lines, name=name) for name in ("a.jsonl", "b.jsonl")]

    tally = tallied(cards, sides(), size=size)

    assert tally.document(sides().changes) == tallied(cards, sides()).document(sides().changes) | {"file": tally.file}
    assert counts(tally)[Direction.REFUSED, "maxLength"] == (20, f"{cards[0]}:3")


def test_a_line_that_cannot_be_read_costs_that_line(tmp_path: Path) -> None:
    large = b'"' + b"x" * LONGEST + b'"'
    cards = written(
        tmp_path, LONG, "{", b"\xff", "\ufeff" + LONG, '"\\ud800"', "[" * 101 + "]" * 101, "1e400", large, LONG
    )

    tally = tallied([cards], sides())

    assert [place.line for place, _ in tally.unread] == [2, 3, 5, 6, 7, 8]
    assert tally.sentences[-1] == f"{cards}:8: is larger than 10 MiB"
    assert (tally.cards, counts(tally)[Direction.REFUSED, "maxLength"][0]) == (3, 3)


def test_of_many_lines_that_cannot_be_read_the_first_are_told_and_the_rest_counted(tmp_path: Path) -> None:
    tally = tallied([written(tmp_path, *(["{"] * 50), LONG)], sides(), size=20)

    assert len(tally.sentences) == MOST_UNREAD + 1
    assert tally.sentences[-1] == "and 40 more"


def test_a_card_that_readers_differ_on_is_read_as_the_reference_reads_it(tmp_path: Path) -> None:
    twice = '{"name":"abcdef","name":"abc"}', '{"name":"abc","name":"abcdef"}'
    large = '{"cost":7.000000000000000000000000000000000001}', '{"cost":123456789012345678901234567890}'

    tally = tallied([written(tmp_path, *twice, *large)], sides())

    assert {keyword: number for (_, keyword), (number, _) in counts(tally).items()} == {"maxLength": 1, "maximum": 1}
    assert (tally.cards, tally.lost) == (4, 0)


def test_a_rule_sees_numbers_as_they_are_written(tmp_path: Path, suite: Suite, card: Any) -> None:
    """The floor is 2.854e-21, and binary64 cannot tell what lies just below it."""
    old, new = suite.default.schema, {**suite.default.schema, "maxProperties": 5}
    text = json.dumps(card | {"pricing": {"base_cost_joules": "COST"}})
    costs = ("2.854e-21", "2.8539999999999999999999999e-21")
    cards = written(tmp_path, *(text.replace('"COST"', cost) for cost in costs))

    tally = tallied([cards], sides(old, new, Call(suite.default, rules=True)))

    assert list(counts(tally).values()) == [(1, f"{cards}:1")]


def test_the_work_can_be_sent_to_another_process_even_when_it_was_begun_here(tmp_path: Path) -> None:
    (part,) = slices([written(tmp_path, GOOD, LONG, DEAR)])
    work = Replay(sides().sides, sides().changes)
    here = work(part)

    assert pickle.loads(pickle.dumps(work))(part) == here  # noqa: S301  # our own


def test_some_cards_that_both_sides_accept_are_kept_for_the_search(tmp_path: Path) -> None:
    tally = tallied([written(tmp_path, BAD, LONG, *([GOOD] * 30))], sides(), size=30)

    assert [place.line for _, place in tally.some] == list(range(3, 3 + MOST_KEPT))


def test_a_journal_holds_all_of_a_tally(tmp_path: Path) -> None:
    cards, changes = written(tmp_path, GOOD, LONG, "{", DEAR), sides().changes
    tally = tallied([cards], sides())

    document = json.loads(json.dumps(tally.document(changes)))

    assert Tally.parse(document, changes) == tally


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("file", "cards.jsonl changed since "),
        ("old", "is of another call, not the same in: OLD; "),
        ("column", "is of another call, not the same in: --column; "),
    ],
)
def test_a_journal_of_another_call_is_refused(tmp_path: Path, change: str, why: str) -> None:
    file = written(tmp_path, LONG)
    before = Cards(sides(), find([file]), "")
    before.keep(tmp_path / "journal", resume=False)
    before.replay(spread_here, lambda _: None)
    if change == "file":
        written(tmp_path, LONG, LONG)
    compared = sides(old={}) if change == "old" else sides()
    other = Cards(compared, find([file]), "card" if change == "column" else "")

    with pytest.raises(CallError, match=why):
        other.keep(tmp_path / "journal", resume=True)
    other.forget()

    assert (tmp_path / "journal").exists()


@pytest.mark.parametrize(
    ("left", "arguments", "sentence"),
    [
        ("journal partial", [], "said.partial and said.journal are there from a run that was interrupted; go on with "),
        ("journal", [], "said.journal is there from a run that was interrupted; go on with --resume, or remove it"),
        ("partial", ["--resume"], "said.partial is there from a run that was interrupted; its journal is gone: "),
    ],
)
def test_what_an_interrupted_run_left_is_not_thrown_away(
    folder: Path, left: str, arguments: list[str], sentence: str
) -> None:
    written(folder, LONG)
    for ending in left.split():
        (folder / f"said.{ending}").write_text("{}")
    done = call(
        *("compare", "old.json", "new.json", *QUICK, "--cards", "cards.jsonl", "--output", "said", *arguments),
        cwd=folder,
    )

    assert (done.returncode, sentence in done.stderr.decode()) == (2, True)
    assert [(folder / f"said.{ending}").read_text() for ending in left.split()] == ["{}"] * len(left.split())


def test_a_file_that_is_named_twice_is_replayed_once(folder: Path) -> None:
    written(folder, LONG)

    assert replayed(folder, "--cards", "cards.jsonl", "--cards", "./cards.jsonl")["replayed"]["cards"] == 1


def spread_here(work: Callable[[T], R], parts: Iterable[T]) -> Iterator[R]:
    return map(work, parts)


@pytest.mark.parametrize(
    "name", ["cards.jsonl", "cards.jsonl.gz", "cards.jsonl.zst", "cards.parquet", "folder", "*.jsonl"]
)
def test_cards_are_found_however_they_are_kept(folder: Path, name: str) -> None:
    lines = [GOOD, LONG, DEAR, "{", LONG]
    _keep(folder, name, lines)

    said = replayed(folder, "--cards", name)

    assert (seen(said), said["replayed"]["cards"], len(said["unread"])) == ({"maxLength": 2, "maximum": 1}, 4, 1)


def _keep(folder: Path, name: str, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines).encode()
    if name.endswith(".gz"):
        (folder / name).write_bytes(gzip.compress(text))
    elif name.endswith(".zst"):
        (folder / name).write_bytes(zstandard.compress(text))
    elif name.endswith(".parquet"):
        pq.write_table(pa.table({"card": lines}), folder / name)
    elif name == "folder":
        (folder / name).mkdir()
        for number, line in enumerate(lines):
            (folder / name / f"{number}.json").write_text(line)
    else:
        (folder / "cards.jsonl").write_bytes(text)


def test_the_column_of_a_table_is_named(folder: Path) -> None:
    pq.write_table(pa.table({"id": ["a"], "card": [LONG]}), folder / "cards.parquet")
    named = replayed(folder, "--cards", "cards.parquet", "--column", "card")
    unnamed = call("compare", "old.json", "new.json", *QUICK, "--cards", "cards.parquet", cwd=folder)

    assert (seen(named), unnamed.returncode) == ({"maxLength": 1}, 2)
    assert unnamed.stderr.decode().endswith(
        "cards.parquet has more than one column; name one with --column; its columns are id, card\n"
    )


def test_any_number_of_processes_finds_the_same(folder: Path) -> None:
    """Of a dump of five slices."""
    padding = "x" * 20_000
    lines = [json.dumps({"name": "a" * (number % 11), "x": padding}) for number in range(5 * SIZE // len(padding))]
    written(folder, *lines)
    one, two = (
        call(
            "compare",
            "old.json",
            "new.json",
            *QUICK,
            "--cards",
            "cards.jsonl",
            "--jobs",
            jobs,
            "--format",
            "json",
            cwd=folder,
        )
        for jobs in "12"
    )

    assert one.stdout == two.stdout
    assert seen(json.loads(one.stdout)) == {
        "maxLength": sum(number % 11 in range(5, 10) for number in range(len(lines)))
    }


def test_a_witness_that_only_somebodys_cards_hold_comes_from_there(folder: Path) -> None:
    secret = "5f1d7a9c-3b60-4c8e-9d2a-0e6b8f4c1a37"
    for name, word in (("old", "x"), ("new", "y")):
        (folder / f"{name}.json").write_text(
            json.dumps({"not": {"required": ["id", word], "properties": {"id": {"const": secret}}}})
        )
    written(folder, GOOD, json.dumps({"id": secret, "y": 1, "z": [1, 2, 3]}))

    (found,) = [each for each in replayed(folder, "--cards", "cards.jsonl")["breaking"] if "cards" in each["seen"]]

    assert (found["witness"]["origin"].endswith("cards.jsonl:2"), json.loads(found["witness"]["card"])["id"]) == (
        True,
        secret,
    )


def test_somebodys_cards_are_edited_in_search_of_flips(folder: Path) -> None:
    """No card of this schema is made from the schema alone: its pattern looks ahead, and back."""
    for name, most in (("old", 9), ("new", 4)):
        riddle = {"pattern": "^(?=[a-z]*q[a-z]*z)(?![a-p]*$)[a-z]{12}(?<=j)$", "type": "string"}
        words = {"type": "object", "required": ["id"], "properties": {"id": riddle, "name": {"maxLength": most}}}
        (folder / f"{name}.json").write_text(json.dumps(words))
    written(folder, '{"id":"abcdefqzghij","name":"abc"}')

    alone, helped = replayed(folder), replayed(folder, "--cards", "cards.jsonl")

    assert (alone["breaking"], alone["unwitnessed"][0]["change"]["keyword"]) == ([], "maxLength")
    assert [each["seen"].keys() for each in helped["breaking"]] == [{"generated"}]


def test_a_file_that_is_cut_off_ends_it_with_what_was_found_until_then(folder: Path) -> None:
    written(folder, LONG)
    packed = gzip.compress(b"".join(b'{"name": "%d"}\n' % number for number in range(100_000)))
    (folder / "cards.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    arguments = ("--cards", "cards.jsonl", "--cards", "cards.jsonl.gz", "--output", "said")

    done = call("compare", "old.json", "new.json", *QUICK, *arguments, cwd=folder)

    assert (done.returncode, done.stderr.count(b"\n"), (folder / "said").exists()) == (2, 1, False)
    assert b"cards.jsonl.gz" in done.stderr and b"; what was found until then is in said.partial" in done.stderr
    assert "as far as this came before it was interrupted" in (folder / "said.partial").read_text().splitlines()[0]


class Feed:
    """A pipe with cards that a command reads as it is fed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "cards.jsonl"
        self.lines = [
            json.dumps({"name": "a" * (number % 11), "x": "x" * 100_000}) for number in range(7 * SIZE // 100_000)
        ]
        os.mkfifo(self.path)

    def some(self) -> None:
        """So much that a first slice is through when it has been taken, and no end."""
        self._file = self.path.open("wb")
        self._file.writelines(f"{line}\n".encode() for line in self.lines[: 5 * SIZE // 100_000])
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def all(self) -> None:
        with self.path.open("wb") as file:
            file.writelines(f"{line}\n".encode() for line in self.lines)


def started(folder: Path, output: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = ("compare", "old.json", "new.json", *QUICK, "--format", "json", "--output", output, "--jobs", "1")
    return subprocess.Popen(
        [*COMMAND, *command, "--cards", "cards.jsonl", *arguments],
        cwd=folder,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_interrupted_says_how_far_it_came_and_is_gone_on_with(folder: Path, number: signal.Signals) -> None:
    feed = Feed(folder)
    with started(folder, "said") as first:
        feed.some()
        said = _stopped(first, number)
        feed.close()
    partial = json.loads((folder / "said.partial").read_text())
    statuses = [_fed(feed, started(folder, *arguments)) for arguments in (["said", "--resume"], ["anew"])]

    assert (first.returncode, partial["complete"], partial["replayed"]["cards"] > 0) == (130, False, True)
    assert re.fullmatch(rb"[^\n]*interrupted after [0-9,]+ cards; [^\n]* said.partial; go on with --resume\n+", said)
    assert ((folder / "said").read_bytes(), statuses) == ((folder / "anew").read_bytes(), [0, 0])
    assert sorted(file.name for file in folder.iterdir()) == ["anew", "cards.jsonl", "new.json", "old.json", "said"]


def _stopped(process: subprocess.Popen[bytes], number: signal.Signals) -> bytes:
    """Python ignores a signal that arrives while a generator is closed, as those of a schema's errors are."""
    for _ in range(3):
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=20)[1]
    raise AssertionError(f"it outlives {number.name}")


def _fed(feed: Feed, process: subprocess.Popen[bytes]) -> int:
    with process:
        threading.Thread(target=feed.all).start()
        process.communicate()
    return process.returncode
