"""What `agentcard-conformance adequacy` prints for a person, and for a program."""

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.corpus.suite import PACKAGE
from agentcard_conformance.schema_engine.engine import schema_errors
from checkout_copy import Checkout
from small_checkout import small

HOLE = "schema /$defs/title-type/type widened by boolean"
EQUIVALENTS = "schema/note-1/equivalents.toml"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The program around the tiny suite."""
    return small(tmp_path)


def said(checkout: Checkout, *arguments: str) -> tuple[int, Any]:
    done = checkout.run("adequacy", "--format", "json", *arguments)
    return done.returncode, json.loads(done.stdout)


def list_everything(checkout: Checkout, more: str = "") -> None:
    """That nothing can be seen of what survives, wherever an entry may say so."""
    every = '[[equivalent]]\nbreakage = "*"\nreason = "for the test"\n'
    checkout.write(EQUIVALENTS, every + more)
    for package in ("notations/json_text", "rules", "schema_engine"):
        checkout.write(f"runner/src/agentcard_conformance/{package}/equivalents.toml", every)


def test_a_hole_is_printed_with_a_command_that_closes_it(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--only", HOLE)
    assert (done.returncode, f"survives: {HOLE}" in done.stdout) == (1, True)
    words = shlex.split(next(line for line in done.stdout.splitlines() if " new " in line))
    assert checkout.run(*words[1:]).returncode == 0
    assert checkout.run("adequacy", "--only", HOLE).returncode == 0


def test_a_card_is_told_what_it_adds(checkout: Checkout) -> None:
    path, name = "fixtures/invalid/note-1/title-type/number.json", "schema /$defs/title-type/type *"
    before = checkout.run("adequacy", "--fixture", path, "--only", name)
    checkout.run("new", "invalid", "note-1/title-type/array", "--set", "/title=[]")
    again = checkout.run("adequacy", "--fixture", "invalid/note-1/title-type/array", "--only", name)

    assert "alone: schema /$defs/title-type/type widened by number\n" in before.stdout
    assert before.stdout.splitlines()[-1].startswith(f"{path} notices ")
    assert "type widened by array\n" in again.stdout and "type widened by number\n" not in again.stdout
    assert (before.returncode, again.returncode) == (0, 0)


def test_what_a_card_adds_is_told_as_json_too(checkout: Checkout, suite: Suite) -> None:
    name = "schema /$defs/title-type/type widened by number"
    _, found = said(checkout, "--fixture", "invalid/note-1/title-type/number", "--only", name)
    schema = read_json(suite.root / "schema" / "suite" / "adequacy-of-card.schema.json")

    assert list(schema_errors(schema, found)) == []
    assert (found["tried"], found["noticed"], found["alone"]) == (1, [name], [name])


def test_what_has_no_meaning_for_one_card_is_refused(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--fixture", "invalid/note-1/title-type/number", "--list", "--trust-lists")

    assert (done.returncode, "leave out --list, --trust-lists" in done.stderr) == (2, True)


def test_a_card_that_only_bytes_can_spell_comes_with_a_command_line_too(checkout: Checkout) -> None:
    name = "code notations.json_text.decoder _Reader._add_fault: left out: *"
    for file in (checkout.root / "fixtures" / "contested").rglob("*.json"):
        file.unlink()
    done = checkout.run("adequacy", "--only", name)
    assert "| base64 -d | agentcard-conformance new contested note-1/" in done.stdout


def test_the_json_holds_to_its_schema(checkout: Checkout, suite: Suite) -> None:
    _, found = said(checkout, "--only", "schema /$defs/title-type/*")
    schema = read_json(suite.root / "schema" / "suite" / "adequacy.schema.json")
    assert list(schema_errors(schema, found)) == []


def test_the_json_counts_by_kind_and_by_requirement(checkout: Checkout) -> None:
    _, found = said(checkout, "--only", "schema /$defs/title-type/*")
    assert found["counts"]["about"]["title-type"] == found["counts"]["kind"]["schema"] == {"caught": 3, "survives": 4}


def test_a_stale_entry_fails(checkout: Checkout) -> None:
    list_everything(checkout, '[[equivalent]]\nbreakage = "no"\nreason = "x"\n')
    status, found = said(checkout)
    assert (status, found["stale"]) == (1, [{"entry": "no", "file": EQUIVALENTS}])


def test_all_is_well_when_what_survives_is_listed(checkout: Checkout) -> None:
    list_everything(checkout)
    done = checkout.run("adequacy")
    assert (done.returncode, "(100 %)" in done.stdout) == (0, True)


@pytest.mark.parametrize("text", ["not toml", "equivalent = 1", '[[equivalent]]\nbreakage = "x"\n'])
def test_a_list_that_cannot_be_read_is_named_in_one_sentence(checkout: Checkout, text: str) -> None:
    checkout.write(EQUIVALENTS, text)
    done = checkout.run("adequacy")
    assert (done.returncode, done.stderr.count("\n"), "equivalents.toml: " in done.stderr) == (2, 1, True)


def test_a_dialect_that_is_not_there_is_a_wrong_call(checkout: Checkout) -> None:
    assert checkout.run("adequacy", "--dialect", "note-9").returncode == 2


def test_breakages_can_be_listed_untried(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--list", "--only", "rule *")
    names = [f"rule text.is_visible at /title for title-visible {change}" for change in ("off", "inverted")]
    assert (done.returncode, done.stdout.splitlines()) == (0, names)


def test_fixtures_that_catch_nothing_alone_are_listed_when_asked_for(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--only", HOLE, "--redundant")
    assert "    valid/note-1/title-type/string.json" in done.stdout.splitlines()


def test_nothing_but_the_report_goes_to_standard_output_and_nothing_to_a_pipe_of_errors(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--only", HOLE, "--format", "json")
    assert (done.stderr, done.stdout.isascii()) == ("", True)


def test_the_lists_of_this_suite_hold_to_their_schema(suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "equivalents.schema.json")
    files = [*(suite.root / "schema").glob("*/equivalents.toml"), *PACKAGE.rglob("*/equivalents.toml")]
    wrong = [error for file in files for error in schema_errors(schema, tomllib.loads(file.read_text("utf-8")))]
    assert len(files) >= 4 and wrong == []


@pytest.mark.parametrize("options", [[], ["--list"]])
def test_a_pattern_that_names_no_breakage_is_a_wrong_call(checkout: Checkout, options: list[str]) -> None:
    done = checkout.run("adequacy", "--only", "nothing", *options)
    assert done.returncode == 2
    assert "no breakage is called 'nothing'; --list prints them all" in done.stderr


def test_what_is_listed_is_taken_for_what_it_says_where_that_is_asked_for(checkout: Checkout) -> None:
    entries = f'[[equivalent]]\nbreakage = "{HOLE}"\nreason = "r"\n'
    checkout.write("schema/note-1/equivalents.toml", entries)
    done = checkout.run("adequacy", "--only", HOLE, "--trust-lists")
    (checkout.root / "schema/note-1/equivalents.toml").unlink()
    assert (done.returncode, "1 equivalent or contested" in done.stdout) == (0, True), done.stdout
