"""`explain` with reports: the source section by section, who meets a requirement, and reports of bugs to be sent."""

import base64
import json
import re
import shlex
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from agentcard_conformance.authoring.explain.formats import explanation_format_names, render_explanation
from agentcard_conformance.authoring.explain.source_sections import explain_source
from agentcard_conformance.model import Dialect
from checkout_copy import Checkout
from conftest import SUITE
from small_checkout import small

DIALECTS = [pytest.param(dialect, id=name) for name, dialect in SUITE.dialects.items()]
LAX = """
def judge(card, dialect, context):
    return {"valid": True, "errors": [{"pointer": "/title", "message": "`<b>`"}]}
"""
SECTIONS = {
    "sections": [
        {"section": "9", "title": "Title"},
        {"section": "1", "title": "<script>"},
        {"section": "0", "title": "Preface", "why": "It tells a story."},
    ]
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A tiny suite with the reports of the reference and of a validator that accepts everything."""
    made = small(tmp_path_factory.mktemp("checkout"))
    made.write("schema/note-1/sections.json", json.dumps(SECTIONS))
    made.write("lax.py", LAX)
    (made.root / "reports").mkdir()
    made.run("run", "--report", "reports/right.json")
    made.run("run", "--validator", "python:lax:judge", "--report", "reports/lax.json")
    return made


def explained(checkout: Checkout, *arguments: str) -> str:
    done = checkout.run("explain", *arguments, "--reports", "reports")
    assert done.returncode == 0, done.stderr
    return done.stdout


def bug_report(checkout: Checkout, fixture: str) -> str:
    return explained(checkout, "lax", "--bug-report", fixture)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_requirement_stands_in_its_sections(dialect: Dialect) -> None:
    parts = explain_source(SUITE, dialect, ()).parts
    told = {row[0] for part in parts if part.table for row in part.table.rows}

    assert told == dialect.requirements.keys()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_section_has_requirements_or_says_why_not(dialect: Dialect) -> None:
    parts = explain_source(SUITE, dialect, ()).parts

    assert [part.title for part in parts if not part.table and not part.facts["no requirement"]] == []


@pytest.mark.parametrize("form", explanation_format_names())
def test_each_format_has_every_section(form: str) -> None:
    text = render_explanation(explain_source(SUITE, SUITE.default, ()), form)

    assert all(name in text for name in ("Design Goals", "name-length", "It says what the format does not do."))


def test_sections_come_in_the_order_of_the_source_with_who_meets_what(checkout: Checkout) -> None:
    page = json.loads(explained(checkout, "--source", "note-1", "--format", "json"))
    rows = {row["requirement"]: row["met by"] for part in page["parts"] for row in part.get("rows", ())}

    assert [part["title"] for part in page["parts"]] == ["9 Title", "1 <script>", "0 Preface"]
    assert rows["title-type"] == "agentcard-conformance reference"


def test_the_page_of_a_source_holds_no_script(checkout: Checkout) -> None:
    page = explained(checkout, "--source", "note-1", "--format", "html")

    assert "<script>" not in page
    assert "1 &lt;script&gt;" in page
    assert "script-src 'none'" in page


def test_a_section_that_nobody_listed_is_a_problem(tmp_path: Path) -> None:
    made = small(tmp_path)
    made.write("schema/note-1/sections.json", json.dumps(SECTIONS))
    found = made.run("lint", "--quick").stdout

    assert "lacks section '2', which" in found


def test_who_meets_a_requirement_and_what_others_said_is_told(checkout: Checkout) -> None:
    lines = explained(checkout, "title-type").splitlines()

    assert lines[lines.index("  met by       1") + 1].startswith("    agentcard-conformance reference")
    assert "        invalid/note-1/title-type/number.json: valid, saying /title `<b>`" in lines


def test_the_nearest_cards_of_both_sides_are_told_with_their_difference(checkout: Checkout) -> None:
    lines = explained(checkout, "title-type").splitlines()
    begin = lines.index("  nearest      2")

    assert lines[begin + 1 : begin + 3] == [
        "    + valid/note-1/title-type/string.json, which is valid",
        "    - invalid/note-1/title-type/number.json, which is not",
    ]
    assert {line[4:6] for line in lines[begin + 4 : begin + 6]} == {"- ", "+ "}


def test_a_bug_report_writes_the_very_card(checkout: Checkout) -> None:
    text = bug_report(checkout, "invalid/note-1/title-type/number.json")
    (encoded,) = re.findall(r"^echo (\S+) \| base64 -d > card.json$", text, re.MULTILINE)

    assert base64.b64decode(encoded) == (checkout.root / "fixtures/invalid/note-1/title-type/number.json").read_bytes()


def test_a_bug_report_says_what_was_expected_and_got(checkout: Checkout) -> None:
    text = bug_report(checkout, "invalid/note-1/title-type/number.json")

    assert text.startswith("# An invalid card is accepted (title-type of note-1)\n")
    assert "**Expected**: invalid. Statement 9 of the note.\nSection 9 of Note 1, <https://example.com/note>." in text
    assert "**Got**: valid.\nIt said: `` /title `<b>` ``" in text


def test_the_command_of_a_bug_report_shows_the_failure(checkout: Checkout) -> None:
    text = explained(checkout, "python:lax:judge", "--bug-report", "invalid/note-1/title-type/number.json")
    (line,) = re.findall(r"^agentcard-conformance (run .*)$", text, re.MULTILINE)
    done = checkout.run(*shlex.split(line))

    assert done.returncode == 1
    assert "got          valid" in done.stdout


def test_a_bug_report_takes_the_smallest_card_that_shows_it(checkout: Checkout) -> None:
    larger = checkout.write("fixtures/invalid/note-1/title-type/object.json", '{"title": {"much": "larger than that"}}')
    checkout.run("run", "--validator", "python:lax:judge", "--report", "reports/lax.json")
    checkout.run("run", "--report", "reports/right.json")
    text = bug_report(checkout, "invalid/note-1/title-type/object.json")
    larger.unlink()
    checkout.run("run", "--validator", "python:lax:judge", "--report", "reports/lax.json")
    checkout.run("run", "--report", "reports/right.json")

    assert "--fixture invalid/note-1/title-type/number.json" in text


def test_nothing_of_a_card_is_html_in_a_bug_report(checkout: Checkout) -> None:
    tokens = MarkdownIt("commonmark").parse(bug_report(checkout, "invalid/note-1/title-type/number.json"))

    assert [each for each in tokens if each.type == "html_block"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lax", "--bug-report", "valid/note-1/title-type/string.json"], "lax does nothing wrong about valid/note-1"),
        (["nobody", "--bug-report", "valid/note-1/title-type/string.json"], "there is no report of 'nobody' in"),
        (["--bug-report", "valid/note-1/title-type/string.json"], "--bug-report needs a validator"),
        (["title-type", "--source", "note-1"], "are about all: leave out the argument"),
    ],
)
def test_a_call_that_cannot_be_met_says_why(checkout: Checkout, arguments: list[str], said: str) -> None:
    done = checkout.run("explain", *arguments, "--reports", "reports")

    assert done.returncode == 2
    assert said in done.stderr
