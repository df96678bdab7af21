"""Is a run written down whole, the same however it was asked, and read again only when it is whole?"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Answer, Expected, Fixture, Identity, KnownFailure, Result, Verdict
from agentcard_conformance.report.document import read_report, report_document, write_report
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.report.summary import summary_lines
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from agentcard_conformance.schema_engine.engine import schema_errors

Fixtures: TypeAlias = tuple[Fixture, ...]
Say: TypeAlias = Callable[[Fixture], Answer]

WHO = Identity("a validator", "1.2", "Rust", "https://example.com")


def right(fixture: Fixture) -> Answer:
    return Answer.VALID if fixture.expected is Expected.CONTESTED else Answer(fixture.expected.value)


def wrong(fixture: Fixture) -> Answer:
    return Answer.INVALID if right(fixture) is Answer.VALID else Answer.VALID


def mixed(fixture: Fixture) -> Answer:
    return {"array": Answer.SKIP, "latin-1": Answer.NONE, "7": Answer.VALID}.get(
        Path(fixture.path).stem, right(fixture)
    )


def answered(fixtures: Fixtures, say: Say, known: KnownFailures | None = None) -> tuple[Result, ...]:
    return tuple(hold_verdict(each, Verdict(say(each), "not today"), known or KnownFailures()) for each in fixtures)


def run_of(suite: Suite, results: tuple[Result, ...], not_run: tuple[str, ...] = ()) -> Run:
    fixtures = suite.fixtures([suite.default.id])
    scored = {
        profile: frozenset(
            each.path for each in fixtures if each.expected != "contested" and profile in each.requirement.profiles
        )
        for profile in suite.default.profiles
    }
    return Run(
        "0.1.0", WHO, "full", {suite.default.id: DialectScope(suite.digest(suite.default.id), scored)}, not_run, results
    )


def report_of(small: Suite, say: Say, known: KnownFailures | None = None) -> Report:
    return build_report(run_of(small, answered(small.fixtures(), say, known), ("another",)))


def conformant(report: Report) -> Mapping[str, bool | None]:
    (dialect,) = report.dialects.values()
    return dialect.conformant


@pytest.fixture(scope="session")
def fixtures(suite: Suite) -> Fixtures:
    """Those of the default dialect of this checkout."""
    return suite.fixtures([suite.default.id])


@pytest.fixture(scope="session")
def schema(suite: Suite) -> Any:
    """What a report holds to."""
    return read_json(suite.root / "schema" / "suite" / "report.schema.json")


@pytest.mark.parametrize("say", [right, wrong, mixed, lambda _: Answer.NONE, lambda _: Answer.SKIP])
def test_a_report_holds_to_its_schema(small: Suite, schema: Any, say: Say) -> None:
    report = json.loads(json.dumps(report_document(report_of(small, say))))

    assert [error.message for error in schema_errors(schema, report)] == []


def test_a_report_of_nothing_holds_to_its_schema(small: Suite, schema: Any) -> None:
    report = json.loads(json.dumps(report_document(build_report(run_of(small, ())))))

    assert [error.message for error in schema_errors(schema, report)] == []


def test_the_order_of_results_does_not_show(small: Suite, tmp_path: Path) -> None:
    results = list(answered(small.fixtures(), mixed))
    write_report(build_report(run_of(small, tuple(results))), tmp_path / "sorted.json")
    results = [*results[7:], *results[6::-1]]
    write_report(build_report(run_of(small, tuple(results))), tmp_path / "shuffled.json")

    assert (tmp_path / "shuffled.json").read_bytes() == (tmp_path / "sorted.json").read_bytes()


def test_results_come_by_path(small: Suite) -> None:
    report = build_report(run_of(small, answered(small.fixtures(), mixed)[::-1]))

    assert list(report.results) == sorted(report.results)


def test_counts_by_area_level_and_requirement(small: Suite) -> None:
    counts = report_document(report_of(small, mixed))["counts"]

    assert counts["all"] == {"pass": 10, "skip": 1, "no-answer": 1, "reading": 4}
    assert counts["area"]["title"] == {"pass": 5}
    assert counts["level"]["contested"] == {"reading": 4}
    assert counts["requirement"]["note-1/card-object"] == {"pass": 1, "skip": 1}


def test_each_fixture_has_its_result(small: Suite) -> None:
    results = report_document(report_of(small, mixed))["results"]

    assert results["invalid/note-1/card-object/array.json"] == {
        "expected": "invalid",
        "got": "skip",
        "result": "skip",
        "why": "not today",
    }
    assert results["invalid/note-1/json-encoding/latin-1.json"]["result"] == "no-answer"
    assert "why" not in results["invalid/note-1/json-encoding/latin-1.json"]


def test_what_is_contested_is_a_reading(small: Suite) -> None:
    readings = report_of(small, lambda _: Answer.INVALID).readings

    assert len(readings) == 4
    assert set(readings.values()) == {"invalid"}


@pytest.mark.parametrize(
    ("say", "core", "full"),
    [
        (right, True, True),
        (wrong, False, False),
        (lambda _: Answer.VALID, False, False),
        (lambda _: Answer.INVALID, False, False),
        (lambda _: Answer.NONE, False, False),
        (lambda _: Answer.SKIP, False, False),
        (mixed, True, False),
        (lambda each: Answer.INVALID if each.expected == "contested" else right(each), True, True),
    ],
)
def test_conformant_is_who_gets_all_of_a_profile_right(small: Suite, say: Say, core: bool, full: bool) -> None:
    assert conformant(report_of(small, say)) == {"core": core, "full": full}


@pytest.mark.parametrize(("say", "full"), [(right, None), (wrong, False)])
def test_of_a_run_in_part_only_failure_can_be_told(small: Suite, say: Say, full: bool | None) -> None:
    report = build_report(run_of(small, answered(small.fixtures()[5:], say)))

    assert conformant(report)["full"] is full


def test_a_profile_that_scores_nothing_is_conformed_to_by_nobody(small: Suite) -> None:
    shown = Run("0.1.0", WHO, "full", {"note-1": DialectScope("sha256:" + "0" * 64, {"full": frozenset()})}, (), ())

    assert small.default.id == "note-1"
    assert conformant(build_report(shown)) == {"full": None}


@pytest.mark.parametrize(("say", "full"), [(right, True), (wrong, False)])
def test_what_is_listed_as_known_changes_no_verdict_on_conformance(small: Suite, say: Say, full: bool) -> None:
    listed = KnownFailures((KnownFailure("r", fixture="valid/note-1/title-type/string.json"),))

    assert conformant(report_of(small, say, listed))["full"] is full


@pytest.mark.parametrize("answer", [Answer.VALID, Answer.INVALID, Answer.NONE, Answer.SKIP])
def test_one_answer_to_everything_conforms_to_nothing_here(suite: Suite, fixtures: Fixtures, answer: Answer) -> None:
    report = build_report(run_of(suite, answered(fixtures, lambda _: answer)))

    assert conformant(report) == {"core": False, "full": False}


def test_right_answers_conform_to_everything_here(suite: Suite, fixtures: Fixtures) -> None:
    assert conformant(build_report(run_of(suite, answered(fixtures, right)))) == {"core": True, "full": True}


def test_what_is_written_is_ascii_and_read_again(small: Suite, tmp_path: Path) -> None:
    results = tuple(
        hold_verdict(each, Verdict(Answer.SKIP, "half \ud800 \x1b \u00e9"), KnownFailures())
        for each in small.fixtures()
    )
    report = build_report(run_of(small, results))
    write_report(report, tmp_path / "report.json")

    assert (tmp_path / "report.json").read_bytes().isascii()
    assert read_report(tmp_path / "report.json") == report


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda it: it["results"].popitem(), "is not complete; run again"),
        (lambda it: it.pop("complete"), "is not complete; run again"),
        (lambda it: it.pop("results"), "is not complete; run again"),
        (lambda it: it.update(format=2), "is not a report of format 1"),
        (lambda it: it.clear(), "is not a report of format 1"),
    ],
)
def test_a_report_that_was_cut_or_is_of_another_kind_is_refused(
    small: Suite, tmp_path: Path, spoil: Callable[[Any], object], said: str
) -> None:
    report = json.loads(json.dumps(report_document(report_of(small, right))))
    spoil(report)
    (tmp_path / "report.json").write_text(json.dumps(report))

    with pytest.raises(SuiteError, match=said):
        read_report(tmp_path / "report.json")


@pytest.mark.parametrize("text", ["", "[]", '{"format": 1, "resu', "\u00e9"])
def test_what_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text, "utf-8")

    with pytest.raises(SuiteError, match="is not a report"):
        read_report(tmp_path / "report.json")


def test_a_report_that_is_not_there_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="cannot be read"):
        read_report(tmp_path / "missing.json")


def test_a_report_that_cannot_be_written_leaves_what_was_there(small: Suite, tmp_path: Path) -> None:
    (tmp_path / "report.json").mkdir()

    with pytest.raises(CallError, match="cannot be written"):
        write_report(build_report(run_of(small, ())), tmp_path / "report.json")
    assert (tmp_path / "report.json").is_dir()


def test_a_person_reads_a_table_by_area(small: Suite) -> None:
    assert summary_lines(report_of(small, mixed)) == [
        "a validator 1.2 (Rust), held to note-1, profile full",
        "",
        "area      pass  fail  no answer  skip  reading",
        "document     5     0          1     1        4",
        "title        5     0          0     0        0",
        "all         10     0          1     1        4",
        "",
        "contested, and not scored: it reads 4 valid",
        "conformant to note-1? core: yes, full: no",
        "not run: another (choose with --dialect)",
    ]


def test_a_name_of_a_validator_breaks_no_terminal(small: Suite) -> None:
    run = Run("0.1.0", Identity("\x1b[2J\ud800\n"), "full", run_of(small, ()).scopes, (), ())

    assert summary_lines(build_report(run))[0] == r"\x1b[2J\ud800\n, held to note-1, profile full"
