"""Reads and writes reports as JSON, described by schema/suite/report.schema.json."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.corpus import parse_json, read_json
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.files import write_file
from agentcard_conformance.model import (
    Answer,
    Expected,
    Identity,
    Json,
    KnownFailure,
    Outcome,
    ReportedError,
    to_pointer,
)
from agentcard_conformance.report.format_1 import to_format_2
from agentcard_conformance.report.report import (
    Counts,
    DialectCounts,
    DialectReport,
    OutcomeCounts,
    Report,
    ReportedResult,
    Said,
    count_refusals,
)
from agentcard_conformance.schema_engine.engine import schema_errors
from agentcard_conformance.schema_engine.fast_engine import compile_check
from agentcard_conformance.schema_engine.messages import describe_error

_FORMAT = 2
_SCHEMAS = {1: "report-1.schema.json", _FORMAT: "report.schema.json"}


def write_report(report: Report, file: Path) -> None:
    """Write a report whole or not at all."""
    write_file(file, [report_text(report).encode("ascii")])


def report_text(report: Report) -> str:
    """A report as the text of its file."""
    return json.dumps(report_document(report), indent=1, sort_keys=True) + "\n"


def report_document(report: Report) -> dict[str, Json]:
    """A report as a JSON object."""
    counts = {name: each._asdict() for name, each in report.counts.dialect.items()}
    return {
        "format": _FORMAT,
        "suite": report.suite,
        "validator": report.validator._asdict(),
        "dialects": {name: dialect._asdict() for name, dialect in report.dialects.items()},
        "not_run": list(report.not_run),
        "counts": {"all": report.counts.all, "dialect": counts},
        "readings": report.readings,
        "results": {path: _result_document(result) for path, result in report.results.items()},
        "said": {path: _said_document(said) for path, said in report.said.items()},
        "complete": len(report.results),
    }


def read_report(file: Path, schemas: Path) -> Report:
    """A report again, of this format or the first; one that does not hold to its schema is refused.

    `schemas` is the folder schema/suite.
    """
    document = _read_document(file)
    number = document.get("format") if isinstance(document, dict) else None
    if type(number) is not int:
        raise SuiteError(file, 'is not a report: it is no JSON object with a number as "format"')
    if number not in _SCHEMAS:
        raise SuiteError(file, f"is a report of format {number}, and formats 1 to {_FORMAT} are read here; update this")
    _refuse_mismatch(file, read_json(schemas / _SCHEMAS[number]), document)
    _refuse_contradictions(file, document)
    report = to_format_2(document) if number == 1 else document
    _refuse_miscounted_dialects(file, report)
    parsed = _parse_report(report)
    _refuse_miscounted_refusals(file, parsed)
    return parsed


def _read_document(file: Path) -> Json:
    try:
        return parse_json(file.read_text("ascii"))
    except OSError as error:
        raise CallError(f"the report {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not a report: {error}") from None


def _refuse_mismatch(file: Path, schema: Json, document: Json) -> None:
    """The fast engine looks, and only where it refuses, the exact one says why: it takes a second for a report."""
    error = None if compile_check(schema)(document) else next(schema_errors(schema, document), None)
    if error:
        where = to_pointer(error.absolute_path) or "the top level"
        raise SuiteError(file, f"is not a report of format {document['format']}: at {where}, {describe_error(error)}")


def _refuse_contradictions(file: Path, document: Mapping[str, Json]) -> None:
    """What is told twice is told alike: a report that was cut or edited by hand differs here."""
    results = document["results"]
    if len(results) != document["complete"]:
        raise SuiteError(
            file, f"is not complete, {len(results)} of {document['complete']} results are there; run again"
        )
    if document["counts"]["all"] != Counter(each["result"] for each in results.values()):
        raise SuiteError(file, "is not a report: /counts/all does not count the results; run again")
    if document["readings"] != {path: each["got"] for path, each in results.items() if each["result"] == "reading"}:
        raise SuiteError(file, "is not a report: /readings does not say what the results say; run again")
    if wrong := next((path for path, each in results.items() if not _is_consistent(path, each)), ""):
        raise SuiteError(file, f"is not a report: the result of {wrong} is not what was expected and got; run again")
    if strange := document.get("said", {}).keys() - results.keys():
        raise SuiteError(file, f"is not a report: /said names {min(strange)}, which has no result; run again")


def _is_consistent(path: str, result: Mapping[str, Json]) -> bool:
    is_right = result["got"] == result["expected"]
    return path.startswith(f"{result['expected']}/") and is_right is (result["result"] in (Outcome.PASS, Outcome.STALE))


def _refuse_miscounted_dialects(file: Path, document: Mapping[str, Json]) -> None:
    """What is told of each dialect is what its results come to: a page of results is made from the counts alone."""
    dialects, counts = document["dialects"], document["counts"]["dialect"]
    outcomes = _outcomes_by_dialect(document["results"])
    if strange := (dialects.keys() ^ counts.keys()) | (outcomes.keys() - dialects.keys()):
        raise SuiteError(file, f"is not a report: it tells a part of {min(strange)!a} alone; run again")
    for name, told in counts.items():
        requirements = outcomes.get(name, {})
        total = sum(requirements.values(), Counter())
        if (told["requirement"], told["all"], dialects[name]["run"]) != (requirements, total, total.total()):
            raise SuiteError(file, f"is not a report: its counts of {name!a} do not count the results; run again")


def _refuse_miscounted_refusals(file: Path, report: Report) -> None:
    for path, result in report.results.items():
        if result.nearest_valid and result.nearest_valid not in report.results:
            raise SuiteError(file, f"is not a report: the card that is nearest to {path} has no result; run again")
    for name, told in report.dialects.items():
        if (told.refused, told.earned) != count_refusals(report.results, name):
            raise SuiteError(file, f"is not a report: its refusals of {name!a} do not count the results; run again")


def _outcomes_by_dialect(results: Mapping[str, Json]) -> dict[str, dict[str, Counter[str]]]:
    """The outcomes of each dialect, by the requirement that the path of a fixture names."""
    outcomes: dict[str, dict[str, Counter[str]]] = {}
    for path, result in results.items():
        _, dialect, requirement, *_ = [*path.split("/"), "", ""]
        outcomes.setdefault(dialect, {}).setdefault(requirement, Counter())[result["result"]] += 1
    return outcomes


def _result_document(result: ReportedResult) -> dict[str, Json]:
    why = {"why": result.why} if result.got is Answer.SKIP else {}
    known = {"known": _without_empty(reason=result.known.reason, link=result.known.link)} if result.known else {}
    nearest = _without_empty(nearest_valid=result.nearest_valid)
    return {"expected": result.expected, "got": result.got, "result": result.result, **why, **known, **nearest}


def _said_document(said: Said) -> dict[str, Json]:
    return _without_empty(why=said.why, errors=[_without_empty(**each._asdict()) for each in said.errors])


def _without_empty(**members: Json) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value}


def _parse_report(document: Mapping[str, Json]) -> Report:
    return Report(
        suite=document["suite"],
        validator=Identity(**document["validator"]),
        dialects={name: DialectReport(**each) for name, each in document["dialects"].items()},
        not_run=tuple(document["not_run"]),
        counts=_parse_counts(document["counts"]),
        results={path: _parse_result(each) for path, each in document["results"].items()},
        said={path: _parse_said(each) for path, each in document["said"].items()},
    )


def _parse_result(document: Mapping[str, Json]) -> ReportedResult:
    expected, got, outcome = document["expected"], document["got"], document["result"]
    known = KnownFailure(**document["known"]) if "known" in document else None
    why, nearest_valid = document.get("why", ""), document.get("nearest_valid", "")
    return ReportedResult(Expected(expected), Answer(got), Outcome(outcome), why, known, nearest_valid)


def _parse_said(document: Mapping[str, Json]) -> Said:
    return Said(tuple(ReportedError(**each) for each in document.get("errors", ())), document.get("why", ""))


def _parse_counts(document: Mapping[str, Json]) -> Counts:
    by_dialect = {name: _parse_dialect_counts(each) for name, each in document["dialect"].items()}
    return Counts(_parse_outcomes(document["all"]), by_dialect)


def _parse_dialect_counts(document: Mapping[str, Json]) -> DialectCounts:
    groups = (_parse_groups(document[name]) for name in DialectCounts._fields[1:])
    return DialectCounts(_parse_outcomes(document["all"]), *groups)


def _parse_groups(document: Mapping[str, Json]) -> dict[str, OutcomeCounts]:
    return {name: _parse_outcomes(each) for name, each in document.items()}


def _parse_outcomes(document: Mapping[str, Json]) -> OutcomeCounts:
    return {Outcome(name): int(count) for name, count in document.items()}
