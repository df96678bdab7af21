"""Each format says what the report says, in the form that its readers know."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Answer, Fixture, Identity, ReportedError, Result, Verdict
from agentcard_conformance.report.changes import compare_all
from agentcard_conformance.report.formats import load_report_format, report_format_names
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from conftest import DATA

GOLDEN = DATA / "reports" / "formats"
WHO = Identity("lenient <b>", "1.2", "Rust", "https://example.com")
Say: TypeAlias = Callable[[Fixture], Verdict]

OWN_TAGS = {"<details>", "</details>", "<summary>", "</summary>"}


def right(fixture: Fixture) -> Verdict:
    return Verdict(Answer.VALID if fixture.expected.value == "contested" else Answer(fixture.expected.value))


def lenient(fixture: Fixture) -> Verdict:
    """One of each outcome."""
    error = ReportedError("/title", "=1+1 <script>\u202e", "odd")
    wrong = Verdict(Answer.VALID, errors=(error,))
    named = {"number": wrong, "array": Verdict(Answer.SKIP, "no arrays"), "latin-1": Verdict(Answer.NONE, "crashed")}
    return named.get(Path(fixture.path).stem) or right(fixture)


def result(fixture: Fixture, verdict: Verdict) -> Result:
    return hold_verdict(fixture, verdict, KnownFailures())


def report_of(suite: Suite, say: Say = lenient, who: Identity = WHO) -> Report:
    fixtures = suite.fixtures()
    scored = frozenset(each.path for each in fixtures if each.expected != "contested")
    scope = DialectScope("full", suite.digest("note-1"), {"full": scored})
    return build_report(Run("0.2.0", who, {"note-1": scope}, (), tuple(result(each, say(each)) for each in fixtures)))


def rendered(suite: Suite, form: str, *reports: Report) -> str:
    return load_report_format(form).render(ReportedRuns(suite, reports or (report_of(suite),)))


def with_changes(suite: Suite) -> ReportedRuns:
    old, new = report_of(suite, right), report_of(suite)
    return ReportedRuns(suite, (new,), compare_all([old], [new]))


@pytest.mark.parametrize("form", [each for each in report_format_names() if each != "results"])
def test_a_format_is_what_it_was(small: Suite, form: str) -> None:
    """Where the change is meant, remove the file: it is written anew, and this fails once more."""
    text = rendered(small, form)
    shown = re.sub(r"(<(style|script)>).*?(</\2>)|'sha256-[^']*'", r"\1\3", text, flags=re.DOTALL)
    file = GOLDEN / f"report.{form}"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(shown.encode())
        pytest.fail(f"{file} was written: look at it")

    assert shown == file.read_bytes().decode()


@pytest.mark.parametrize("form", [each for each in report_format_names() if each != "results"])
def test_what_a_validator_calls_itself_breaks_no_format(small: Suite, form: str) -> None:
    text = rendered(
        small, form, report_of(small, who=Identity("\u202e\ud800\x00", "\ud800", "\ud800", "https://\ud800"))
    )

    assert text.encode().decode().replace("\r\n", "").replace("\n", "").isprintable()


@pytest.mark.parametrize("form", ["badge", "ctrf", "github", "json", "junit", "svg"])
def test_a_format_with_room_for_one_report_refuses_two(small: Suite, form: str) -> None:
    with pytest.raises(CallError, match=f"{form} is made from one report, and 2 were named: name one"):
        rendered(small, form, report_of(small), report_of(small, right))


@pytest.mark.parametrize("form", ["csv", "html", "markdown", "text"])
def test_the_others_show_all(small: Suite, form: str) -> None:
    other = report_of(small, right, Identity("strict"))

    assert "strict" in rendered(small, form, report_of(small), other)


def test_every_row_of_the_table_has_as_many_cells(small: Suite) -> None:
    rows = list(csv.reader(io.StringIO(rendered(small, "csv"), newline=""), strict=True))

    assert {len(row) for row in rows} == {13}
    assert len(rows) == 1 + len(small.fixtures())


def test_no_cell_is_a_formula(small: Suite) -> None:
    report = report_of(small, who=Identity("=HYPERLINK(1)"))
    rows = list(csv.reader(io.StringIO(rendered(small, "csv", report), newline=""), strict=True))

    assert {row[0] for row in rows[1:]} == {"'=HYPERLINK(1)"}


def test_nothing_that_was_said_is_html_in_markdown(small: Suite) -> None:
    text = load_report_format("markdown").render(with_changes(small))
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    inside = [child for token in tokens for child in token.children or ()]
    html = "".join(each.content for each in (*tokens, *inside) if each.type in ("html_block", "html_inline"))

    assert set(re.findall(r"<[^>]*>", html)) == OWN_TAGS


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_two_validators_of_one_name_are_told_apart(small: Suite, form: str) -> None:
    text = rendered(small, form, *(report_of(small, who=Identity("twin", language=each)) for each in ("Go", "Rust")))

    assert "twin (Go), twin (Rust)" in text


def test_a_picture_is_xml_that_says_the_same_as_the_badge(small: Suite) -> None:
    badge = json.loads(rendered(small, "badge"))
    title = ET.fromstring(rendered(small, "svg"))[0].text  # noqa: S314  # our own text

    assert title == f"{badge['label']}: {badge['message']}" == "note-1: not conformant"


def test_a_conformant_validator_has_a_green_badge(small: Suite) -> None:
    badge = json.loads(rendered(small, "badge", report_of(small, right)))

    assert (badge["message"], badge["color"]) == ("conformant to full", "brightgreen")


def test_a_part_of_a_report_has_no_badge(small: Suite) -> None:
    whole = report_of(small, right)
    part = whole._replace(dialects={"note-1": whole.dialects["note-1"]._replace(conformant={"full": None})})

    with pytest.raises(CallError, match="a badge is made from a complete report, and this one of a part of note-1"):
        rendered(small, "badge", part)


def test_ctrf_counts_its_tests(small: Suite) -> None:
    results = json.loads(rendered(small, "ctrf"))["results"]
    statuses = [each["status"] for each in results["tests"]]

    assert {name: statuses.count(name) for name in set(statuses)} == {
        name: count for name, count in results["summary"].items() if count and name != "tests"
    }
    assert results["summary"]["tests"] == len(small.fixtures())
