"""The report in the Common Test Report Format, which dashboards and comment bots read."""

import json
from collections import Counter

from agentcard_conformance.model import Json, Outcome
from agentcard_conformance.report.report import ReportedResult, Said
from agentcard_conformance.report.reported_runs import ReportedRuns

_STATUSES = {
    Outcome.PASS: "passed",
    Outcome.FAIL: "failed",
    Outcome.NO_ANSWER: "failed",
    Outcome.STALE: "failed",
    Outcome.SKIP: "skipped",
    Outcome.KNOWN_FAILURE: "pending",
    Outcome.READING: "other",
}
_SPECIFICATION = "0.0.0"
"""The version that its readers ask for."""


def render(runs: ReportedRuns) -> str:
    """One test for each fixture; a report tells no times, so that all of them are 0."""
    report = runs.only_report("ctrf")
    tests = [_test(runs, path, result) for path, result in report.results.items()]
    counts = Counter(each["status"] for each in tests)
    numbers = {name: counts[name] for name in ("passed", "failed", "skipped", "pending", "other")}
    results = {
        "tool": {"name": report.validator.name, "version": report.validator.version},
        "summary": {"tests": len(tests), **numbers, "start": 0, "stop": 0},
        "tests": tests,
    }
    document = {"reportFormat": "CTRF", "specVersion": _SPECIFICATION, "results": results}
    return json.dumps(document, indent=1) + "\n"


def _test(runs: ReportedRuns, path: str, result: ReportedResult) -> dict[str, Json]:
    _, dialect, requirement, *_ = path.split("/")
    found: dict[str, Json] = {
        "name": path,
        "status": _STATUSES[result.result],
        "duration": 0,
        "rawStatus": result.result,
        "suite": [dialect, requirement],
        "filePath": f"fixtures/{path}",
    }
    if result.result not in (Outcome.PASS, Outcome.READING):
        found["message"] = _message(result, runs.reports[0].said.get(path, Said()))
        found["trace"] = runs.suite.dialects[dialect].requirements[requirement].statement
    return found


def _message(result: ReportedResult, said: Said) -> str:
    known = f"known failure: {result.known.reason}" if result.known else ""
    told = [f"{each.pointer} {each.message}".strip() for each in said.errors]
    words = "; ".join(filter(None, [known, result.why, said.why, *told]))
    return f"expected {result.expected}, got {result.got}{f': {words}' if words else ''}"
