"""A run is written down whole, the same however it was asked, and read again only when it is whole."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from agentcard_conformance.corpus import Suite, read_json, read_suite
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import (
    Answer,
    Expected,
    Fixture,
    Identity,
    KnownFailure,
    Outcome,
    ReportedError,
    Result,
    Verdict,
)
from agentcard_conformance.report.document import read_report, report_document, write_report
from agentcard_conformance.report.report import DialectScope, Report, ReportedResult, Run, build_report
from agentcard_conformance.report.summary import summary_lines
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from agentcard_conformance.schema_engine.engine import schema_errors
from conftest import DATA

Fixtures: TypeAlias = tuple[Fixture, ...]
Say: TypeAlias = Callable[[Fixture], Answer]

SCHEMAS = read_suite().root / "schema" / "suite"
NUMBER = "invalid/note-1/title-type/number.json"
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
        "0.1.0", WHO, {suite.default.id: DialectScope("full", suite.digest(suite.default.id), scored)}, not_run, results
    )


def report_of(small: Suite, say: Say, known: KnownFailures | None = None) -> Report:
    return build_report(run_of(small, answered(small.fixtures(), say, known), ("another",)))


def held_to(small: Suite, verdict: Verdict) -> tuple[Result, ...]:
    return tuple(hold_verdict(each, verdict, KnownFailures()) for each in small.fixtures())


def report_of_two(small: Suite) -> Report:
    """The fixtures once more, as if they belonged to a second dialect, which is read wrongly."""
    run = run_of(small, answered(small.fixtures(), right))
    again = (
        each._replace(path=each.path.replace("note-1", "note-2"), question=each.question._replace(dialect="note-2"))
        for each in small.fixtures()
    )
    results = (*run.results, *answered(tuple(again), wrong))
    return build_report(run._replace(scopes={**run.scopes, "note-2": run.scopes["note-1"]}, results=results))


def conformant(report: Report) -> Mapping[str, bool | None]:
    (dialect,) = report.dialects.values()
    return dialect.conformant


def escaped(path: str) -> str:
    return path.replace("/", "~1")


def refusal(tmp_path: Path, text: str) -> str:
    file = tmp_path / "report.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SuiteError) as caught:
        read_report(file, SCHEMAS)
    return str(caught.value).removeprefix(f"{file}: ")


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

    assert counts["all"] == counts["dialect"]["note-1"]["all"] == {"pass": 10, "skip": 1, "no-answer": 1, "reading": 4}
    assert counts["dialect"]["note-1"]["area"]["title"] == {"pass": 5}
    assert counts["dialect"]["note-1"]["level"]["contested"] == {"reading": 4}
    assert counts["dialect"]["note-1"]["requirement"]["card-object"] == {"pass": 1, "skip": 1}


def test_areas_of_one_name_are_counted_for_each_dialect(small: Suite) -> None:
    counts = report_of_two(small).counts

    assert counts.dialect["note-1"].area["title"] == {Outcome.PASS: 5}
    assert counts.dialect["note-2"].area["title"] == {Outcome.FAIL: 5}
    assert counts.all == {Outcome.PASS: 12, Outcome.FAIL: 12, Outcome.READING: 8}


def test_each_fixture_has_its_result(small: Suite) -> None:
    results = report_document(report_of(small, mixed))["results"]

    assert results["invalid/note-1/card-object/array.json"] == {
        "expected": "invalid",
        "got": "skip",
        "result": "skip",
        "why": "not today",
    }
    assert results["invalid/note-1/json-encoding/latin-1.json"]["result"] == "no-answer"


def test_each_result_without_an_answer_says_why(small: Suite) -> None:
    said = report_document(report_of(small, mixed))["said"]

    assert said == {"invalid/note-1/json-encoding/latin-1.json": {"why": "not today"}}


@pytest.mark.parametrize(
    ("answer", "outcome", "link"),
    [
        (Answer.VALID, "known-failure", "https://example.com"),
        (Answer.INVALID, "stale", ""),
        (Answer.VALID, "known-failure", ""),
    ],
)
def test_a_known_failure_says_its_reason_and_link(small: Suite, answer: Answer, outcome: str, link: str) -> None:
    known = KnownFailures((KnownFailure("counts bytes", fixture=NUMBER, link=link),))
    document = report_document(report_of(small, lambda _: answer, known))["results"][NUMBER]

    assert document["result"] == outcome
    assert document["known"] == {"reason": "counts bytes", **({"link": link} if link else {})}


def test_what_a_validator_said_is_kept_apart(small: Suite) -> None:
    errors = (ReportedError("/title", "it is a number", "title-type"), ReportedError(), ReportedError(message="bad"))
    spoken, silent = (
        report_document(build_report(run_of(small, held_to(small, Verdict(Answer.INVALID, errors=each)))))
        for each in (errors, ())
    )

    assert spoken.pop("said")[NUMBER] == {
        "errors": [{"pointer": "/title", "message": "it is a number", "requirement": "title-type"}, {"message": "bad"}]
    }
    assert silent.pop("said") == {}
    assert spoken == silent


def test_what_is_said_is_bounded_and_safe_to_show(small: Suite, schema: Any) -> None:
    error = ReportedError("/\udc00" * 1000, "\x1b[31m\u202e\n" * 1000, "\u00e9" * 1000)
    report = build_report(run_of(small, held_to(small, Verdict(Answer.INVALID, errors=(error,) * 100))))

    (text,) = {text for said in report.said.values() for each in said.errors for text in each[:1]}
    assert (len(report.said[NUMBER].errors), len(text), text.isascii(), text.isprintable()) == (5, 200, True, True)
    assert list(schema_errors(schema, json.loads(json.dumps(report_document(report))))) == []


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
    shown = Run("0.1.0", WHO, {"note-1": DialectScope("full", "sha256:" + "0" * 64, {"full": frozenset()})}, (), ())

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
    report = build_report(run_of(small, held_to(small, Verdict(Answer.SKIP, "half \ud800 \x1b \u00e9"))))
    write_report(report, tmp_path / "report.json")

    assert (tmp_path / "report.json").read_bytes().isascii()
    assert read_report(tmp_path / "report.json", SCHEMAS) == report


def test_all_that_is_in_a_report_is_read_again(small: Suite, tmp_path: Path) -> None:
    known = KnownFailures((KnownFailure("because", fixture=NUMBER, link="https://example.com"),))
    verdict = Verdict(Answer.VALID, errors=(ReportedError("/a", "b", "c"), ReportedError(message="d")))
    results = tuple(hold_verdict(each, verdict, known) for each in small.fixtures())
    report = build_report(run_of(small, results, ("another",)))
    write_report(report, tmp_path / "report.json")

    assert read_report(tmp_path / "report.json", SCHEMAS) == report


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda it: it["results"].popitem(), "is not complete, 15 of 16 results are there; run again"),
        (lambda it: it.pop("complete"), 'is not a report of format 2: at the top level, "complete" is missing'),
        (lambda it: it.pop("results"), 'is not a report of format 2: at the top level, "results" is missing'),
        (lambda it: it["results"][NUMBER].pop("got"), f'at /results/{escaped(NUMBER)}, "got" is missing'),
        (lambda it: it["results"][NUMBER].update(got="no"), f'at /results/{escaped(NUMBER)}/got, "no" is not one of'),
        (lambda it: it["validator"].update(size=1), 'at /validator, the member "size" is not declared'),
        (
            lambda it: it["dialects"]["note-1"].update(run="16"),
            "at /dialects/note-1/run, it is a string, not an integer",
        ),
        (lambda it: it["counts"]["dialect"]["note-1"].pop("area"), 'at /counts/dialect/note-1, "area" is missing'),
        (lambda it: it["counts"]["all"].update({"pass": 13}), "/counts/all does not count the results"),
        (
            lambda it: it["counts"]["dialect"]["note-1"]["requirement"].popitem(),
            "its counts of 'note-1' do not count the results",
        ),
        (
            lambda it: it["counts"]["dialect"]["note-1"]["all"].update({"pass": 1}),
            "its counts of 'note-1' do not count the results",
        ),
        (lambda it: it["dialects"]["note-1"].update(run=15), "its counts of 'note-1' do not count the results"),
        (lambda it: it["counts"]["dialect"].clear(), "it tells a part of 'note-1' alone"),
        (lambda it: it["dialects"].update(ghost=it["dialects"]["note-1"]), "it tells a part of 'ghost' alone"),
        (
            lambda it: it["results"][NUMBER].update(got="valid"),
            f"the result of {NUMBER} is not what was expected and got",
        ),
        (
            lambda it: it["results"][NUMBER].update(got="valid", expected="valid"),
            f"the result of {NUMBER} is not what was expected and got",
        ),
        (
            lambda it: it["dialects"]["note-1"].update(earned=4),
            "its refusals of 'note-1' do not count the results",
        ),
        (
            lambda it: it["results"][NUMBER].update(nearest_valid="valid/note-1/a/b.json"),
            f"the card that is nearest to {NUMBER} has no result",
        ),
        (lambda it: it["readings"].popitem(), "/readings does not say what the results say"),
        (lambda it: it["said"].update({"valid/a/b/c": {"why": "w"}}), "/said names valid/a/b/c, which has no result"),
        (lambda it: it.update(format=3), "is a report of format 3, and formats 1 to 2 are read here"),
        (lambda it: it.update(format=1), "is not a report of format 1: at the top level"),
        (lambda it: it.update(format=True), 'is not a report: it is no JSON object with a number as "format"'),
        (lambda it: it.clear(), 'is not a report: it is no JSON object with a number as "format"'),
    ],
)
def test_a_report_that_was_cut_or_is_of_another_kind_is_refused(
    small: Suite, tmp_path: Path, spoil: Callable[[Any], object], said: str
) -> None:
    report = json.loads(json.dumps(report_document(report_of(small, right))))
    spoil(report)

    assert said in refusal(tmp_path, json.dumps(report))


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("suite", '"suite": "0.2.0", '),
        (NUMBER, f'"results": {{"{NUMBER}": 1, "{NUMBER}": 2}}, '),
        ("got", '"a": {"got": 1, "got": 1}, '),
    ],
)
def test_what_stands_twice_is_refused(small: Suite, tmp_path: Path, name: str, again: str) -> None:
    text = json.dumps(report_document(report_of(small, right)))

    assert (
        refusal(tmp_path, "{" + again + text[1:]) == f"is not a report: the member {name!a} stands twice in one object"
    )


@pytest.mark.parametrize("text", ["", "[]", "7", '{"format": 2, "resu', '{"format": NaN}', "\u00e9", "[" * 100_000])
def test_what_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    assert refusal(tmp_path, text).startswith("is not a report: ")


def test_a_report_of_the_first_format_is_read() -> None:
    report = read_report(DATA / "reports" / "format-1.json", SCHEMAS)

    assert report.validator == WHO
    assert report.counts.all == report.counts.dialect["note-1"].all
    assert report.counts.dialect["note-1"].area["title"] == {Outcome.PASS: 5}
    assert report.counts.dialect["note-1"].requirement["title-type"] == {Outcome.PASS: 2}
    assert report.results["invalid/note-1/card-object/array.json"] == ReportedResult(
        Expected.INVALID, Answer.SKIP, Outcome.SKIP, "not today"
    )
    assert report.said == {}


def test_areas_of_several_dialects_are_nobodys_in_the_first_format(small: Suite, tmp_path: Path) -> None:
    document = json.loads((DATA / "reports" / "format-1.json").read_text())
    document["dialects"]["note-2"] = {**document["dialects"]["note-1"], "run": 0}
    (tmp_path / "report.json").write_text(json.dumps(document))
    counts = read_report(tmp_path / "report.json", SCHEMAS).counts

    assert (counts.dialect["note-1"].area, counts.dialect["note-2"].all) == ({}, {})
    assert counts.dialect["note-1"].all == counts.all
    assert counts.dialect["note-1"].requirement["title-type"] == {Outcome.PASS: 2}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda it: it.pop("counts"), 'is not a report of format 1: at the top level, "counts" is missing'),
        (lambda it: it["results"].popitem(), "is not complete, 15 of 16 results are there; run again"),
        (lambda it: it.update(said={}), 'at the top level, the member "said" is not declared'),
    ],
)
def test_the_first_format_is_held_to_its_schema(tmp_path: Path, spoil: Callable[[Any], object], said: str) -> None:
    document = json.loads((DATA / "reports" / "format-1.json").read_text())
    spoil(document)

    assert said in refusal(tmp_path, json.dumps(document))


def test_a_report_that_is_not_there_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="cannot be read"):
        read_report(tmp_path / "missing.json", SCHEMAS)


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
        "3 invalid cards refused, 3 of them earned: the nearest valid card is accepted, too",
        "contested, and not scored: it reads 4 valid",
        "conformant to note-1? core: yes, full: no",
        "not run: another (choose with --dialect)",
    ]


def test_of_two_dialects_each_has_its_table(small: Suite) -> None:
    assert summary_lines(report_of_two(small)) == [
        "a validator 1.2 (Rust), held to note-1, note-2, profile full",
        "",
        "note-1",
        "area      pass  fail  reading",
        "document     7     0        4",
        "title        5     0        0",
        "all         12     0        4",
        "",
        "note-2",
        "area      pass  fail  reading",
        "document     0     7        4",
        "title        0     5        0",
        "all          0    12        4",
        "",
        "note-1: 5 invalid cards refused, 5 of them earned: the nearest valid card is accepted, too",
        "contested, and not scored: it reads 4 invalid, 4 valid",
        "conformant to note-1? core: yes, full: yes",
        "conformant to note-2? core: not run in full, full: not run in full",
    ]


def test_a_name_of_a_validator_breaks_no_terminal(small: Suite) -> None:
    run = Run("0.1.0", Identity("\x1b[2J\ud800\n"), run_of(small, ()).scopes, (), ())

    assert summary_lines(build_report(run))[0] == r"\x1b[2J\ud800\n, held to note-1, profile full"
