"""Reports as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterator

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.report.report import Report, Said
from agentcard_conformance.report.reported_runs import ReportedRuns

_COLUMNS = (
    *("validator", "version", "dialect", "area", "level", "requirement", "section", "fixture"),
    *("expected", "got", "result", "said", "known"),
)
_READ_AS_FORMULA = ("=", "+", "-", "@")
"""How a text begins that a spreadsheet computes instead of showing it."""


def render(runs: ReportedRuns) -> str:
    """One row for each validator and fixture, as RFC 4180 has it."""
    written = io.StringIO(newline="")
    rows = csv.writer(written, lineterminator="\r\n")
    rows.writerow(_COLUMNS)
    for report in runs.reports:
        rows.writerows([_cell(each) for each in row] for row in _rows(runs, report))
    return written.getvalue()


def _rows(runs: ReportedRuns, report: Report) -> Iterator[tuple[str, ...]]:
    who = (report.validator.name, report.validator.version)
    for path, result in report.results.items():
        _, dialect, name, *_ = path.split("/")
        requirement = runs.suite.dialects[dialect].requirements[name]
        about = (dialect, requirement.area, requirement.level, name, requirement.section, path)
        known = result.known.reason if result.known else ""
        said = "; ".join(_told(report.said.get(path, Said()), result.why))
        yield (*who, *about, result.expected, result.got, result.result, said, known)


def _told(said: Said, why: str) -> Iterator[str]:
    yield from filter(None, (why, said.why))
    yield from (f"{each.pointer} {each.message}".strip() for each in said.errors)


def _cell(text: str) -> str:
    """An apostrophe in front keeps a text a text."""
    shown = to_ascii(text)
    return f"'{shown}" if shown.startswith(_READ_AS_FORMULA) else shown
