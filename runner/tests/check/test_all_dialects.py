"""`check --all-dialects` shows what every dialect says of a card, side by side."""

import json
import subprocess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from checkout_copy import ROOT, Checkout
from small_checkout import with_toy

NOTE = '{\n  "title": "Tea"\n}\n'
"""A card of note-1, and no line of it is a line of the toy dialect."""
GREETING = "greeting: hello\ntitle: Tea\n"
NEITHER = '{\n  "title": 1,\n  "title": 2\n}\n'
CARDS = {"note.json": NOTE, "greeting.lines": GREETING, "neither.json": NEITHER, "untitled.lines": "greeting: salut\n"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Two dialects in two notations, one of them with a context, and a card of each and of none."""
    checkout = with_toy(tmp_path_factory.mktemp("checkout"))
    for name, card in CARDS.items():
        checkout.write(name, card)
    return checkout


def check(checkout: Checkout, *arguments: str) -> subprocess.CompletedProcess[str]:
    return checkout.run("check", "--all-dialects", *arguments)


def documents(checkout: Checkout, *files: str) -> Any:
    return json.loads(check(checkout, "--format", "json", *files).stdout)


def test_verdicts_stand_side_by_side_with_the_first_reason(checkout: Checkout) -> None:
    done = check(checkout, "note.json", "untitled.lines")

    assert done.stdout == (
        "note.json\n"
        "    note-1  valid\n"
        "    toy     invalid  1:1: line-form at the top level: a line has no colon and blank\n"
        "\n"
        "untitled.lines\n"
        "    note-1  invalid  1:1: json-syntax at the top level: expected a value, found 'greeting'\n"
        "    toy     invalid  1:1: greeting-agreed at /greeting: another greeting was agreed (and 1 more)\n"
        "\n"
        "2 files, 1 valid in at least one dialect\n"
    )


@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["note.json"], 0),
        (["greeting.lines"], 0),
        (["note.json", "greeting.lines"], 0),
        (["neither.json"], 1),
        (["note.json", "neither.json"], 1),
        (["note.json", "absent.json"], 2),
        (["neither.json", "absent.json"], 2),
    ],
)
def test_a_card_counts_as_valid_where_one_dialect_takes_it(checkout: Checkout, files: list[str], status: int) -> None:
    assert check(checkout, *files).returncode == status


def test_each_dialect_judges_in_its_own_context(checkout: Checkout) -> None:
    assert "    toy     valid\n" in check(checkout, "greeting.lines").stdout


def test_what_one_dialect_does_not_read_is_judged_by_the_others(checkout: Checkout) -> None:
    checkout.write("long.json", json.dumps({"title": "T" * 70_000}))

    done = check(checkout, "long.json")

    assert done.stdout.startswith("long.json\n    note-1  valid\n\n1 file")
    assert done.stderr.startswith("agentcard-conformance: long.json is not checked as toy: the card is larger than ")
    assert done.returncode == 0


def test_a_file_that_cannot_be_read_stops_no_other(checkout: Checkout) -> None:
    done = check(checkout, "absent.json", "note.json")

    assert "note.json\n    note-1  valid\n" in done.stdout
    assert done.stderr == "agentcard-conformance: absent.json cannot be read: No such file or directory\n"


def test_standard_input_is_read_once_for_all(checkout: Checkout) -> None:
    done = checkout.run("check", "--all-dialects", "-", stdin=NOTE.encode())

    assert done.stdout.startswith("<stdin>\n    note-1  valid\n    toy     invalid")
    assert done.returncode == 0


def test_json_has_an_object_for_each_file_and_dialect(checkout: Checkout) -> None:
    files = documents(checkout, "note.json", "greeting.lines")["files"]

    assert [(each["file"], each["dialect"], each["valid"]) for each in files] == [
        ("note.json", "note-1", True),
        ("note.json", "toy", False),
        ("greeting.lines", "note-1", False),
        ("greeting.lines", "toy", True),
    ]
    assert files[1]["violations"][0]["requirement"] == "line-form"


def test_json_is_as_its_schema_says(checkout: Checkout) -> None:
    schema = json.loads((ROOT / "schema" / "suite" / "check.schema.json").read_text("utf-8"))

    Draft202012Validator(schema).validate(documents(checkout, *CARDS))


def test_strict_asks_for_one_dialect_without_advice(checkout: Checkout) -> None:
    checkout.write("blank.json", '{\n  "title": " "\n}\n')

    assert (check(checkout, "blank.json").returncode, check(checkout, "--strict", "blank.json").returncode) == (0, 1)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--dialect", "toy"], "--all-dialects cannot be combined with --dialect"),
        (["--context", "schema/toy/context.json"], "--all-dialects cannot be combined with --dialect, --context"),
        (["--jsonl"], "or options of dumps"),
        (["--format", "sarif"], "--format sarif shows the findings of one dialect; leave out --all-dialects"),
        (["--format", "github"], "--format github shows the findings of one dialect; leave out --all-dialects"),
    ],
)
def test_what_is_about_one_dialect_goes_not_with_all(checkout: Checkout, option: list[str], said: str) -> None:
    done = check(checkout, *option, "note.json")

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
