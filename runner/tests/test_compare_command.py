"""What does somebody get who holds two revisions of a schema against each other on the command line?"""

import json
import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.rules import json_schema
from checkout import Checkout
from program import COMMAND, call, surroundings
from small import small

QUICK = ("--effort", "0.02")
NOTE = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}}}
SHORTER = NOTE | {"properties": {"name": {"type": "string", "maxLength": 4}}}
LOOSER = NOTE | {"required": []}
BOTH = SHORTER | {"required": []}
LONG = "1 breaking: this is a major step"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four revisions of a schema."""
    for name, schema in {"old": NOTE, "shorter": SHORTER, "looser": LOOSER, "both": BOTH}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(schema))
    return tmp_path


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The program around the tiny suite."""
    return small(tmp_path)


def compared(folder: Path, *arguments: str) -> Any:
    """What a program reads of it."""
    return json.loads(call("compare", *arguments, *QUICK, "--format", "json", cwd=folder).stdout)


def revised(checkout: Checkout, change: Callable[[Any], object]) -> str:
    """A revision of the tiny suite's schema, as a file."""
    schema = read_json(checkout.root / "schema" / "note-1" / "card.schema.json")
    change(schema)
    checkout.write("revised.json", json.dumps(schema))
    return "revised.json"


def needs_a_body(schema: Any) -> None:
    schema["$defs"]["title-required"]["then"]["required"].append("body")


def takes_any_title(schema: Any) -> None:
    schema["properties"] = {}


def test_the_answer_comes_first_and_a_card_proves_it(folder: Path) -> None:
    done = call("compare", "old.json", "shorter.json", *QUICK, cwd=folder)
    said = done.stdout.decode()
    assert (said.splitlines()[0], done.returncode, done.stderr) == (LONG, 1, b"")
    assert "  maxLength at /name was 9, is 4\n    the new side says, at /name: " in said
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
    assert list(json_schema.errors(schema, json.loads(first.stdout))) == []


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


def test_a_dialect_is_a_side_and_its_corpus_is_replayed(checkout: Checkout) -> None:
    done = checkout.run("compare", "note-1", revised(checkout, needs_a_body), *QUICK, "--format", "json")
    said = json.loads(done.stdout)
    moved = {each["path"]: (each["direction"], each["requirement"]) for each in said["moved"]}
    assert (said["dialect"], said["rules"], said["replayed"]["corpus"]) == ("note-1", False, 16)
    assert moved["valid/note-1/title-required/title.json"] == ("valid to invalid", "title-required")


@pytest.mark.parametrize(
    ("place", "known"),
    [
        ("schema/note-1/released/1.0/card.schema.json", "note-1"),
        ("schema/note-1/revised.json", ""),
        ("somewhere/card.schema.json", ""),
    ],
)
def test_a_dialects_schema_is_known_by_its_folder(checkout: Checkout, place: str, known: str) -> None:
    new = checkout.write(place, json.dumps({"type": "object"}))
    old = checkout.write("old.json", "true")
    done = checkout.run("compare", str(old), str(new.relative_to(checkout.root)), *QUICK, "--format", "json")
    assert json.loads(done.stdout)["dialect"] == known


def test_only_a_fixture_that_is_expected_on_the_other_side_would_change_sides(checkout: Checkout) -> None:
    old = checkout.write("old.json", "true")
    done = checkout.run("compare", str(old), "note-1", *QUICK, "--format", "json")
    back = checkout.run("compare", "note-1", str(old), *QUICK, "--format", "json")
    there, other = (json.loads(each.stdout) for each in (done, back))
    assert there["moved"] == []
    assert {each["path"].partition("/")[0] for each in other["moved"]} == {"invalid"}


def test_contested_fixtures_are_named_apart(checkout: Checkout) -> None:
    old = checkout.write("old.json", "false")
    said = json.loads(checkout.run("compare", str(old), "note-1", *QUICK, "--format", "json").stdout)
    assert {each["path"].partition("/")[0] for each in said["contested"]} == {"contested"}


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


def test_a_dialects_schema_is_known_by_its_id(checkout: Checkout) -> None:
    file = checkout.root / "schema" / "note-1" / "card.schema.json"
    named = json.dumps(read_json(file) | {"$id": "https://example.com/note"})
    file.write_text(named)
    checkout.write("copy.json", named)
    done = checkout.run("compare", "copy.json", revised(checkout, needs_a_body), *QUICK, "--format", "json")
    assert json.loads(done.stdout)["dialect"] == "note-1"


def test_with_the_rules_a_card_that_they_refuse_anyway_does_not_flip(checkout: Checkout) -> None:
    listed = checkout.root / "schema" / "note-1" / "requirements.json"
    listed.write_text(listed.read_text().replace('"should"', '"must"'))
    checkout.write("cards.jsonl", '{"title": "   "}\n{"title": " . "}\n')
    new = revised(checkout, lambda schema: schema["$defs"]["title-type"].update(pattern="[a-z]"))
    call = ("compare", "note-1", new, *QUICK, "--format", "json", "--cards", "cards.jsonl")
    seen = {
        rules: json.loads(checkout.run(*call, *rules).stdout)["breaking"][0]["seen"]["cards"]
        for rules in ((), ("--dialect", "note-1"))
    }
    assert seen == {(): 2, ("--dialect", "note-1"): 1}


@pytest.mark.parametrize(
    ("changelog", "status"),
    [
        ("# Changelog\n\n## [Unreleased]\n\n- `title-required`: a body, too.\n\n## [1.0.0]\n", 0),
        ("# Changelog\n\n## Unreleased\n\n### Changed\n\n- title-required and more\n", 0),
        ("# Changelog\n\n## [Unreleased]\n\n## [1.0.0]\n\n- `title-required`\n", 1),
        ("# Changelog\n\n## [Unreleased]\n\n- `a-title-required`, `title-required-too`, title\n", 1),
    ],
)
def test_a_flip_needs_its_requirement_in_the_changelog(checkout: Checkout, changelog: str, status: int) -> None:
    checkout.write("CHANGELOG.md", changelog)
    new = revised(checkout, needs_a_body)
    done = checkout.run("compare", "note-1", new, *QUICK, "--changelog", "CHANGELOG.md", "--fail-on", "none")
    line = "lacks a line below Unreleased: - `title-required`: cards that were valid are refused\n"
    assert (done.returncode, line in done.stderr) == (status, bool(status))


@pytest.mark.parametrize(
    ("told", "lacking"),
    [
        ("`maxLength` of a name", ["`required` at the top level: cards that were refused are valid"]),
        ("maxLength, required", ["`maxLength` at `/name`: cards that were valid are refused"]),
        ("the keyword `maxLength` at `/name`: refused; not required", []),
    ],
)
def test_a_flip_of_no_requirement_needs_its_keyword_and_place_in_the_changelog(
    folder: Path, told: str, lacking: list[str]
) -> None:
    (folder / "log.md").write_text(f"## Unreleased\n- {told}\n")
    done = call("compare", "old.json", "both.json", *QUICK, "--changelog", "log.md", "--fail-on", "none", cwd=folder)
    begin = "agentcard-conformance: log.md lacks a line below Unreleased: - the keyword "
    said = "".join(f"{begin}{line}\n" for line in lacking)
    assert (done.returncode, done.stderr.decode()) == (int(bool(lacking)), said)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["old.json", "nowhere.json"], "no file, no REV:PATH"),
        (["old.json", "HEAD:old.json"], "git"),
        (["old.json", "bad.json"], "is no JSON Schema"),
        (["old.json", "leaves.json"], "outside the folder"),
        (["old.json", "both.json", "--dialect", "none-1"], "there is no dialect 'none-1'"),
        (["old.json", "both.json", "--cards", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["old.json", "both.json", "--cards", "empty.jsonl"], "there is not one card"),
        (["old.json", "both.json", "--column", "card"], "--column is for --cards"),
        (["old.json", "both.json", "--jobs", "2"], "--jobs is for --cards"),
        (["old.json", "both.json", "--cards", "old.json", "--resume"], "needs the --output"),
        (["old.json", "both.json", "--cards", "old.json", "--engine", "none"], "there is no engine 'none'"),
        (["old.json", "both.json", "--cards", "old.json", "--scheduler", "a"], "--scheduler is for --engine dask"),
        (["old.json", "both.json", "--changelog", "nowhere.md"], "nowhere.md cannot be read"),
        (["old.json", "both.json", "--changelog", "old.json"], "has no heading `## [Unreleased]`"),
        (["old.json", "both.json", "--output", "nowhere/said"], "there is no folder for it"),
        (["old.json", "both.json", "--output", "/dev/full"], "/dev/full cannot be written"),
        (["old.json", "both.json", "--cards", "old.json", "--output", "taken"], "taken.journal cannot be written"),
    ],
)
def test_a_wrong_call_is_one_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    (folder / "bad.json").write_text('{"type": "objekt"}')
    (folder / "leaves.json").write_text('{"$ref": "../else.json"}')
    (folder / "empty.jsonl").write_text("")
    (folder / "taken.journal").mkdir()
    done = call("compare", *arguments, *QUICK, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert sentence in done.stderr.decode()


def test_a_wrong_call_leaves_nothing_behind(folder: Path) -> None:
    (folder / "empty.jsonl").write_text("")
    before = sorted(folder.iterdir())
    done = call("compare", "old.json", "both.json", "--cards", "empty.jsonl", "--output", "said", cwd=folder)
    assert (done.returncode, sorted(folder.iterdir())) == (2, before)


def test_help_has_examples_and_the_statuses(folder: Path) -> None:
    said = " ".join(call("compare", "--help").stdout.decode().split())
    assert ("Examples: agentcard-conformance compare HEAD:" in said, "Exit status: 0" in said) == (True, True)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["--format", "mark"], "markdown"),
        (["--fail-on", "b"], "breaking"),
        (["--dialect", "agentcard-d"], "agentcard-draft-00"),
    ],
)
def test_a_shell_completes_it(words: list[str], offered: str) -> None:
    line = " ".join(["agentcard-conformance", "compare", *words])
    done = call(_AGENTCARD_CONFORMANCE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD="3")
    assert done.stdout.decode().split() == [f"plain,{offered}"]


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
