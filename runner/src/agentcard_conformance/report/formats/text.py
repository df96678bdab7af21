"""Reports as text, for a terminal."""

from collections.abc import Iterator

from agentcard_conformance.report.changes_text import changes_lines
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.report.standings import describe_conformance, describe_identity, dialect_standing
from agentcard_conformance.report.summary import summary_lines


def render(runs: ReportedRuns) -> str:
    """Of one report its summary, of several a table for each dialect; below, what has changed."""
    lines = summary_lines(runs.reports[0]) if len(runs.reports) == 1 else list(_tables(runs))
    for changes in runs.changes:
        lines += ["", *changes_lines(changes)]
    return "".join(f"{line}\n" for line in lines)


def _tables(runs: ReportedRuns) -> Iterator[str]:
    for number, dialect in enumerate(runs.dialects):
        yield from [""] * bool(number)
        yield dialect
        rows = [("validator", "right", "of", "conformant"), *_rows(runs, dialect)]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        for name, right, scored, conformant in rows:
            yield f"{name.ljust(widths[0])}  {right.rjust(widths[1])}  {scored.rjust(widths[2])}  {conformant}"


def _rows(runs: ReportedRuns, dialect: str) -> list[tuple[str, str, str, str]]:
    """The best first."""
    standings = [(dialect_standing(report.counts.dialect[dialect].all), report) for report in runs.about(dialect)]
    standings.sort(key=lambda each: (-each[0].right, each[1].validator))
    return [
        (
            describe_identity(report.validator),
            str(each.right),
            str(each.scored),
            describe_conformance(report.dialects[dialect]),
        )
        for each, report in standings
    ]
