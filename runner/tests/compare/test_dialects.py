"""A dialect is recognised by its schema, and its corpus and its rules are held against both sides."""

import json
from pathlib import Path

import pytest

from agentcard_conformance.corpus import read_json
from checkout_copy import Checkout
from note_revisions import QUICK, needs_a_body, revised
from small_checkout import small


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The program around the tiny suite."""
    return small(tmp_path)


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
