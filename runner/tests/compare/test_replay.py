"""The user's cards are replayed, each once, however they are stored."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from agentcard_conformance.dumps import SLICE_SIZE
from program_call import call
from revisions_and_cards import DEAR, GOOD, LONG, QUICK, write_cards, write_revisions


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two revisions of a schema."""
    return write_revisions(tmp_path)


def replayed(folder: Path, *arguments: str) -> Any:
    done = call("compare", "old.json", "new.json", *QUICK, "--format", "json", *arguments, cwd=folder)
    assert done.stderr == b""
    return json.loads(done.stdout)


def seen(said: Any) -> dict[str, int]:
    """How many cards of somebody's own flip, by keyword."""
    flips = [*said["breaking"], *said["loosening"]]
    return {each["change"]["keyword"]: each["seen"]["cards"] for each in flips if "cards" in each["seen"]}


def test_a_file_that_is_named_twice_is_replayed_once(folder: Path) -> None:
    write_cards(folder, LONG)

    assert replayed(folder, "--cards", "cards.jsonl", "--cards", "./cards.jsonl")["replayed"]["cards"] == 1


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


def test_cards_on_standard_input_are_json_lines(folder: Path) -> None:
    done = call(
        "compare", "old.json", "new.json", *QUICK, "--cards", "-", cwd=folder, stdin=f"{GOOD}\n{LONG}\n".encode()
    )

    assert b"    in --cards: -:2\n" in done.stdout


def test_a_hyphen_for_the_output_is_standard_output(folder: Path) -> None:
    done = call("compare", "old.json", "new.json", *QUICK, "--output", "-", cwd=folder)

    assert (done.stdout.splitlines()[-1], (folder / "-").exists()) == (b"      }", False)


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
    lines = [
        json.dumps({"name": "a" * (number % 11), "x": padding}) for number in range(5 * SLICE_SIZE // len(padding))
    ]
    write_cards(folder, *lines)
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
    secret, form = "xqz", "^(?=.*x)(?=.*q)(?=.*z)"
    for name, word in (("old", "x"), ("new", "y")):
        (folder / f"{name}.json").write_text(
            json.dumps({"not": {"required": ["id", word], "properties": {"id": {"type": "string", "pattern": form}}}})
        )
    write_cards(folder, GOOD, json.dumps({"id": secret, "y": 1, "z": [1, 2, 3]}))

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
    write_cards(folder, '{"id":"abcdefqzghij","name":"abc"}')

    alone, helped = replayed(folder), replayed(folder, "--cards", "cards.jsonl")

    assert (alone["breaking"], alone["unwitnessed"][0]["change"]["keyword"]) == ([], "maxLength")
    assert [each["seen"].keys() for each in helped["breaking"]] == [{"generated"}]
