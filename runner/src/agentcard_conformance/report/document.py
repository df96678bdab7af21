"""Reads and writes reports as JSON, described by schema/suite/report.schema.json."""

import json
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Answer, Expected, Identity, Json, Outcome
from agentcard_conformance.report.report import Counts, DialectReport, OutcomeCounts, Report, ReportedResult

_FORMAT = 1


def write_report(report: Report, file: Path) -> None:
    """Write a report whole or not at all."""
    text = json.dumps(report_document(report), indent=1, sort_keys=True) + "\n"
    write_file(file, [text.encode("ascii")])


def report_document(report: Report) -> dict[str, Json]:
    """A report as a JSON object."""
    return {
        "format": _FORMAT,
        "suite": report.suite,
        "validator": report.validator._asdict(),
        "profile": report.profile,
        "dialects": {name: dialect._asdict() for name, dialect in report.dialects.items()},
        "not_run": list(report.not_run),
        "counts": report.counts._asdict(),
        "readings": report.readings,
        "results": {path: _result_document(result) for path, result in report.results.items()},
        "complete": len(report.results),
    }


def read_report(file: Path) -> Report:
    """A report again; one that was cut short or is of another format is refused."""
    try:
        document = json.loads(file.read_text("ascii"))
    except OSError as error:
        raise CallError(f"the report {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not a report: {error}") from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise SuiteError(file, f"is not a report of format {_FORMAT}")
    if not isinstance(document.get("results"), dict) or len(document["results"]) != document.get("complete"):
        raise SuiteError(file, "is not complete; run again")
    try:
        return _parse_report(document)
    except KeyError as error:
        raise SuiteError(file, f"is not a report: it lacks {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SuiteError(file, f"is not a report: {error}") from None


def _result_document(result: ReportedResult) -> dict[str, str]:
    why = {"why": result.why} if result.got is Answer.SKIP else {}
    return {"expected": result.expected, "got": result.got, "result": result.result, **why}


def _parse_report(document: Mapping[str, Json]) -> Report:
    return Report(
        suite=document["suite"],
        validator=Identity(**document["validator"]),
        profile=document["profile"],
        dialects={name: DialectReport(**each) for name, each in document["dialects"].items()},
        not_run=tuple(document["not_run"]),
        counts=_parse_counts(document["counts"]),
        results={path: _parse_result(each) for path, each in document["results"].items()},
    )


def _parse_result(document: Mapping[str, Json]) -> ReportedResult:
    expected, got, outcome = document["expected"], document["got"], document["result"]
    return ReportedResult(Expected(expected), Answer(got), Outcome(outcome), document.get("why", ""))


def _parse_counts(document: Mapping[str, Json]) -> Counts:
    return Counts(_parse_outcomes(document["all"]), *(_parse_groups(document[name]) for name in Counts._fields[1:]))


def _parse_groups(document: Mapping[str, Json]) -> dict[str, OutcomeCounts]:
    return {name: _parse_outcomes(each) for name, each in document.items()}


def _parse_outcomes(document: Mapping[str, Json]) -> OutcomeCounts:
    return {Outcome(name): int(count) for name, count in document.items()}
