"""`check` says of every card in a dump what it says of the card alone, and keeps what it wrote."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.notations import LARGEST_READ
from dump_files import BROKEN, KINDS, line, records, written
from program_call import call


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
    lines = [
        *(line(kind) for kind in KINDS),
        BROKEN + b"\n",
        b" " * LARGEST_READ + b"{}\n",
        b'{"\\ud800": "\xff"}\n',
        b"{}",
    ]
    written(tmp_path / "a.jsonl", lines)
    said = records(call("check", "--jsonl", "a.jsonl", cwd=tmp_path).stdout)

    assert len(said) == len(lines)
    assert [error.message for each in said for error in Draft202012Validator(schema).iter_errors(each)] == []


def test_the_counts_go_to_standard_error(tmp_path: Path, suite: Suite) -> None:
    twice = line(capabilities=[{"id": "tool.web_search"}, {"id": "tool.web_fetch"}])
    deep = b'{"x":' + b"[" * 200 + b"]" * 200 + b"}\n"
    cards = [line("short version")] * 2 + [twice, line("contested"), b"\n", line(), deep, BROKEN]
    done = call("check", "--jsonl", str(written(tmp_path / "a.jsonl", cards)))

    assert done.stderr.decode().splitlines() == [
        f"7 cards as {suite.default.id}: 3 valid, 4 invalid, 1 with advice, 1 contested; 1 line without a card",
        "  2  version-semver (must)",
        "  1  agent-id-range (contested)",
        "  1  capability-description-given (should)",
        "  1  json-syntax (must)",
        "  1  nesting-depth (contested; 1 card not read further, and so invalid)",
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


def test_lines_are_counted_anew_in_each_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl", "empty.jsonl"):
        written(tmp_path / name, [line("advised"), b"\n", line()] * (name != "empty.jsonl"))
    done = call("check", "--jsonl", "b.jsonl", ".", "--jobs", "2", cwd=tmp_path)

    assert [(record["file"], record["line"]) for record in records(done.stdout)] == [
        (name, number) for name in ("b.jsonl", "a.jsonl") for number in (1, 3)
    ]
