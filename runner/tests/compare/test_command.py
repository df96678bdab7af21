"""`compare` on the command line: what it prints, for whom, and its exit status."""

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.schema_engine.engine import schema_errors
from conftest import SUITE
from note_revisions import NOTE, QUICK, SHORTER, four_notes
from program_call import COMMAND, call, surroundings

LONG = "1 breaking: this is a major step"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four revisions of a schema."""
    return four_notes(tmp_path)


def compared(folder: Path, *arguments: str) -> Any:
    """What a program reads of it."""
    return json.loads(call("compare", *arguments, *QUICK, "--format", "json", cwd=folder).stdout)


def test_the_answer_comes_first_and_a_card_proves_it(folder: Path) -> None:
    done = call("compare", "old.json", "shorter.json", *QUICK, cwd=folder)
    said = done.stdout.decode()
    assert (said.splitlines()[0], done.returncode, done.stderr) == (LONG, 1, b"")
    assert "  /properties/name: maxLength 9 -> 4\n    the new side says, at /name: " in said
    assert re.search(r'\n        "name": "....."\n', said)


@pytest.mark.parametrize(
    ("new", "fail_on", "status"),
    [
        ("both", "breaking", 1),
        ("both", "any", 1),
        ("both", "none", 0),
        ("looser", "breaking", 0),
        ("looser", "any", 1),
        ("old", "any", 0),
        ("looser", "unproven", 0),
        ("both", "unproven", 1),
    ],
)
def test_the_exit_status_is_for_the_flips_that_were_asked_for(
    folder: Path, new: str, fail_on: str, status: int
) -> None:
    assert call("compare", "old.json", f"{new}.json", *QUICK, "--fail-on", fail_on, cwd=folder).returncode == status


def test_both_sides_may_be_the_same_file(folder: Path) -> None:
    done = call("compare", "old.json", "old.json", cwd=folder)
    assert (done.stdout.splitlines()[0], done.returncode) == (b"no change: no step is needed", 0)


def test_the_json_holds_to_its_schema_and_is_the_same_each_time(folder: Path, suite: Suite) -> None:
    first, second = (call("compare", "old.json", "both.json", *QUICK, "--format", "json", cwd=folder) for _ in "12")
    schema = read_json(suite.root / "schema" / "suite" / "comparison.schema.json")
    assert (first.stdout, first.stdout.isascii()) == (second.stdout, True)
    assert list(schema_errors(schema, json.loads(first.stdout))) == []


@pytest.mark.parametrize(("form", "begin"), [("markdown", b"## 1 breaking"), ("html", b"<!doctype html>")])
def test_every_format_can_go_to_a_file(folder: Path, form: str, begin: bytes) -> None:
    done = call("compare", "old.json", "shorter.json", *QUICK, "--format", form, "--output", "said", cwd=folder)
    assert (done.stdout, (folder / "said").read_bytes().startswith(begin)) == (b"", True)
    assert sorted(file.name for file in folder.iterdir()) == [
        "both.json",
        "looser.json",
        "old.json",
        "said",
        "shorter.json",
    ]


def test_a_revision_of_git_is_a_side(folder: Path) -> None:
    (folder / "now.json").write_text(json.dumps(NOTE))
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    for arguments in (("init", "-q"), ("add", "now.json"), (*identity, "commit", "-q", "-m", "a")):
        subprocess.run(["git", *arguments], cwd=folder, check=True)
    (folder / "now.json").write_text(json.dumps(SHORTER))
    done = call("compare", "HEAD:now.json", "now.json", *QUICK, cwd=folder)
    assert done.stdout.decode().splitlines()[0] == LONG


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_somebodys_first_cards_that_flip_are_named(folder: Path, jobs: str) -> None:
    cards = ['{"name": "ab"}', *['{"name": "abcdefg"}'] * 9, '{"name": "abcde"}']
    (folder / "some.jsonl").write_text("\n".join(cards))
    (folder / "one.json").write_text('{"name": "abcdef"}')
    (flips,) = compared(
        folder, "old.json", "shorter.json", "--cards", "one.json", "--cards", "some.jsonl", "--jobs", jobs
    )["breaking"]
    assert flips["places"] == ["one.json", *(f"some.jsonl:{line}" for line in range(2, 6))]


def test_a_misspelt_keyword_of_one_side_is_told(folder: Path) -> None:
    other = NOTE | {"x-else": 1, "properties": {"name": {"type": "string", "maxLength": 9, "minLenght": 2}}}
    (folder / "new.json").write_text(json.dumps(other | {"requird": []}))
    (folder / "old.json").write_text(json.dumps(NOTE | {"requird": []}))
    said = compared(folder, "old.json", "new.json")["unknown"]
    assert said == [{"schema": "new.json", "keyword": "minLenght", "at": "/properties/name"}]


def test_help_has_examples_and_the_statuses() -> None:
    said = " ".join(call("compare", "--help").stdout.decode().split())
    assert ("Examples: agentcard-conformance compare HEAD:" in said, "Exit status: 0" in said) == (True, True)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["--format", "mark"], "markdown"),
        (["--fail-on", "b"], "breaking"),
        (["--dialect", SUITE.default.id], SUITE.default.id),
    ],
)
def test_a_shell_completes_it(words: list[str], offered: str) -> None:
    line = " ".join(["agentcard-conformance", "compare", *words])
    done = call(_AGENTCARD_CONFORMANCE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD="3")
    assert f"plain,{offered}" in done.stdout.decode().split()


def test_a_terminal_gets_colour_and_sees_how_far_it_is(folder: Path) -> None:
    sent = on_a_terminal(folder, "compare", "old.json", "shorter.json", *QUICK)
    assert f"\x1b[1m{LONG}\x1b[0m" in sent
    assert re.search("[0-9]%.*(cards around changed keywords|making cards small|cards drawn by chance)", sent)


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """What a terminal is sent on both of its streams."""
    ours, theirs = pty.openpty()
    environment = surroundings(TERM="xterm", COLUMNS="120")
    with subprocess.Popen([*COMMAND, *arguments], cwd=folder, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        sent = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return sent.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says EIO when the other end is closed
        return b""
