"""Failures as GitHub's workflow commands, which show them on the page of a run."""

from collections.abc import Iterator, Mapping

from agentcard_conformance.escaping import github_command, to_ascii
from agentcard_conformance.model import Dialect, Outcome
from agentcard_conformance.report.report import Report
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.report.summary import summary_lines

_LEVELS = {Outcome.FAIL: "error", Outcome.NO_ANSWER: "error", Outcome.STALE: "error", Outcome.KNOWN_FAILURE: "notice"}


def render(runs: ReportedRuns) -> str:
    """One command for each card that is not well, and the summary, which GitHub leaves alone."""
    report = runs.only_report("github")
    return "".join(f"{line}\n" for line in [*_commands(report, runs.suite.dialects), "", *summary_lines(report)])


def _commands(report: Report, dialects: Mapping[str, Dialect]) -> Iterator[str]:
    for path, result in report.results.items():
        if level := _LEVELS.get(result.result):
            _, dialect, requirement, *_ = path.split("/")
            said = report.said.get(path)
            got = f"{result.got}{f': {said.why}' if said and said.why else ''}"
            statement = dialects[dialect].requirements[requirement].statement
            message = to_ascii(f"{result.result}: expected {result.expected}, got {got}") + f"\n{statement}"
            yield github_command(level, {"file": f"fixtures/{path}", "title": f"{dialect}: {requirement}"}, message)
