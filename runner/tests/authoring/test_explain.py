"""`explain` leads from a statement of the source to its fixtures, and back."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from checkout_copy import Checkout
from conftest import SUITE
from program_call import call
from small_checkout import small


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return small(tmp_path)


def test_a_requirement_is_told_with_its_reporters_and_fixtures(checkout: Checkout) -> None:
    done = checkout.run("explain", "title-type")

    assert done.stdout.splitlines() == [
        "title-type, a requirement of note-1",
        "  statement    Statement 9 of the note.",
        "  level        must (constrains)",
        "  source       section 9 of Note 1, https://example.com/note",
        "  area         title",
        "  profiles     full",
        "  rows         NOTE-09",
        '  good         /title: "7"',
        "  bad          /title: 7   (it is a number, not a string)",
        "  reported by  1",
        "    card.schema.json, #/$defs/title-type",
        "  valid        1",
        "    fixtures/valid/note-1/title-type/string.json",
        "  invalid      1",
        "    fixtures/invalid/note-1/title-type/number.json",
        "  contested    none",
    ]


@pytest.mark.parametrize(
    ("requirement", "reporter"),
    [
        ("json-syntax", "    the decoder of json_text"),
        ("title-visible", "    the rule text.is_visible, at /title"),
        ("closed-note", "  reported by  nothing: it refuses no card"),
    ],
)
def test_whoever_reports_it_is_named(checkout: Checkout, requirement: str, reporter: str) -> None:
    assert reporter in checkout.run("explain", requirement).stdout.splitlines()


@pytest.mark.parametrize("row", ["NOTE-09", "note-09"])
def test_a_row_leads_to_its_requirement(checkout: Checkout, row: str) -> None:
    done = checkout.run("explain", row)

    assert done.stdout.startswith("NOTE-09 belongs to title-type, a requirement of note-1\n")


def test_a_row_that_no_card_can_show_comes_with_the_reason(checkout: Checkout) -> None:
    done = checkout.run("explain", "NOTE-12")

    assert done.stdout.startswith("NOTE-12 of note-1 belongs to no requirement\n  untestable  ")


@pytest.mark.parametrize("path", ["fixtures/invalid/note-1/title-type/number.json", "invalid/note-1/title-type/number"])
def test_a_fixture_comes_with_what_the_reference_says(checkout: Checkout, path: str) -> None:
    lines = checkout.run("explain", path).stdout.splitlines()

    assert lines[0] == "fixtures/invalid/note-1/title-type/number.json"
    assert "  the reference  invalid" in lines
    assert lines[-1].startswith("    title-type at /title: it is ")


def test_without_an_argument_every_row_is_told(checkout: Checkout) -> None:
    done = checkout.run("explain")

    rows = [line.split()[0] for line in done.stdout.splitlines()[2:]]
    assert rows == [f"NOTE-{number:02}" for number in range(1, 13)]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == checkout.run("explain", "--rows").stdout


def test_a_requirement_without_fixtures_is_a_hole(checkout: Checkout) -> None:
    (checkout.root / "fixtures/valid/note-1/title-type/string.json").unlink()

    done = checkout.run("explain")

    assert done.returncode == 1
    assert done.stderr.startswith("hole: fixtures/valid/note-1/title-type: holds no fixture\n")


def test_a_row_that_is_left_out_is_a_hole(checkout: Checkout) -> None:
    file = checkout.root / "schema/note-1/requirements.json"
    file.write_text(file.read_text().replace("NOTE-03", "NOTE-13"))

    done = checkout.run("explain")

    assert (done.returncode, "leaves out row NOTE-03" in done.stderr) == (1, True)


def test_json_is_for_programs(checkout: Checkout) -> None:
    told = json.loads(checkout.run("explain", "--format", "json").stdout)

    assert told["rows"][8] == {
        "row": "NOTE-09",
        "requirement": "title-type",
        "level": "must",
        "valid": 1,
        "invalid": 1,
        "contested": 0,
        "statement": "Statement 9 of the note.",
    }


def test_json_lists_the_fixtures_of_a_requirement(checkout: Checkout) -> None:
    told = json.loads(checkout.run("explain", "title-type", "--format", "json").stdout)

    assert told["invalid"] == ["fixtures/invalid/note-1/title-type/number.json"]


def test_markdown_is_a_table(checkout: Checkout) -> None:
    lines = checkout.run("explain", "--rows", "--format", "markdown").stdout.splitlines()

    assert lines[2:4] == [
        "| row | requirement | level | valid | invalid | contested | statement |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    assert "| NOTE-09 | title-type | must | 1 | 1 | 0 | Statement 9 of the note. |" in lines


def test_markdown_escapes_what_means_something(checkout: Checkout) -> None:
    file = checkout.root / "schema/note-1/requirements.json"
    file.write_text(file.read_text().replace("Statement 9 of the note.", "A | b and *c* of `d_e`."))

    assert r"A \| b and \*c\* of \`d\_e\`." in checkout.run("explain", "title-type", "--format", "markdown").stdout


def test_a_contested_question_is_told_with_both_readings(checkout: Checkout) -> None:
    question = {
        "question": "How deep?",
        "fixtures": ["nesting-*/*"],
        "valid": "Any.",
        "invalid": "No.",
        "section": "7",
    }
    (checkout.root / "schema/note-1/rulings.json").write_text(json.dumps({"questions": [question]}))

    done = checkout.run("explain", "--contested", "--format", "markdown")

    assert done.stdout.splitlines()[-1] == "| How deep? | Any. | No. | 7 | 1 |"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "'nothing' is no requirement, row, section or place"),
        (["title-type", "--dialect", "nothing"], "there is no dialect 'nothing'"),
        (["title-type", "--rows"], "leave out the argument"),
        (["--contested", "--rows"], "leave out the argument"),
    ],
)
def test_a_wrong_call_is_told(checkout: Checkout, arguments: list[str], said: str) -> None:
    done = checkout.run("explain", *arguments)

    assert (done.returncode, said in done.stderr) == (2, True)


def test_a_requirement_of_another_dialect_is_told_or_named_with_it() -> None:
    others = {name: each.id for each in SUITE.dialects.values() for name in each.requirements}
    name = next(name for name in others if name not in SUITE.default.requirements)
    dialect = others[name]

    assert dialect in call("explain", name).stderr.decode()
    assert call("explain", f"{dialect}/{name}").stdout.decode().startswith(f"{name}, a requirement of {dialect}\n")


def test_the_real_suite_has_no_hole() -> None:
    done = call("explain", "--rows")

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("priority", ["goal-priority-type", "goal-priority-range"]),
        ("goal priority", ["goal-priority-type", "goal-priority-range"]),
        ("/goal_subscriptions/3/priority/deep", ["goal-priority-type", "goal-priority-range"]),
        ("/agent_id", ["agent-id-type", "agent-id-form", "agent-id-range"]),
        ("2.5.2", ["endpoint-url-required", "endpoint-url-type", "endpoint-url-uri", "endpoint-url-scheme"]),
        ("section 2.5.2", ["endpoint-url-required"]),
        ("--requirements", ["card-object", "agent-id-form", "name-length", "metadata-reserved-prefix"]),
    ],
)
def test_a_word_a_place_or_a_section_leads_to_requirements_and_their_statements(what: str, found: list[str]) -> None:
    lines = call("explain", what).stdout.decode().splitlines()

    named = {line.split()[0] for line in lines[1:]}
    assert set(found) <= named
    assert all(line.endswith(")") and line.count(". (") == 1 for line in lines[1:])


@pytest.mark.parametrize("what", ["name-lenght", "name-length", "code points in a name"])
def test_what_means_one_requirement_is_explained(what: str) -> None:
    done = call("explain", what.replace("code points in a name", "unicode code points"))

    assert done.stdout.startswith(b"name-length, a requirement of agentcard-draft-00\n")


def test_what_nothing_is_about_is_told_with_the_way_to_all() -> None:
    done = call("explain", "xyzzy")

    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"agentcard-conformance explain --requirements lists all" in done.stderr


@pytest.mark.parametrize("what", ["version-semver", "contested/agentcard-draft-00/version-semver/build-of-two-dots"])
def test_what_is_left_open_comes_with_both_readings(what: str) -> None:
    said = call("explain", what).stdout.decode()

    assert "  left open       Does the looser expression for versions" in said
    assert "  valid, since    " in said and "  invalid, since  " in said


@pytest.mark.parametrize(
    ("requirement", "good", "bad"),
    [
        ("closed-note", '/by: "Ann"', None),
        ("title-required", None, 'the card: {}   ("title" is missing)'),
        ("json-syntax", None, "(expected"),
    ],
)
def test_a_good_and_a_bad_card_are_shown_where_it_looks(
    checkout: Checkout, requirement: str, good: str | None, bad: str | None
) -> None:
    checkout.write("fixtures/valid/note-1/closed-note/by.json", '{"title":"T","by":"Ann"}')

    told = json.loads(checkout.run("explain", requirement, "--format", "json").stdout)

    assert told.get("good") == good
    assert (bad or "") in told.get("bad", "")


def test_what_gets_advice_is_no_good_card() -> None:
    told = json.loads(call("explain", "name-visible", "--format", "json").stdout)

    assert ("good" in told, told["bad"]) == (False, '/name: "\\t"   (it has no visible character)')


def test_the_card_of_a_fixture_is_printed_byte_by_byte(checkout: Checkout) -> None:
    path = "invalid/note-1/json-encoding/latin-1.json"
    done = subprocess.run(
        [sys.executable, "-m", "agentcard_conformance", "explain", "--card", path],
        cwd=checkout.root,
        env={**os.environ, "PYTHONPATH": str(checkout.root / "runner" / "src")},
        capture_output=True,
        check=True,
    )
    assert done.stdout == (checkout.root / "fixtures" / path).read_bytes()


def test_a_card_that_is_no_fixture_cannot_be_printed(checkout: Checkout) -> None:
    done = checkout.run("explain", "--card", "title-type")
    assert done.returncode == 2
    assert "there is no fixture 'title-type'" in done.stderr


def test_a_terminal_shows_some_of_many_cards() -> None:
    lines = call("explain", "version-semver").stdout.decode().splitlines()
    told = json.loads(call("explain", "version-semver", "--format", "json").stdout)
    after = lines[next(number for number, line in enumerate(lines) if line.startswith("  valid  ")) + 1 :]

    assert after[:12] == [f"    {path}" for path in told["valid"][:12]]
    assert after[12] == f"    and {len(told['valid']) - 12} more; --format json lists all"
