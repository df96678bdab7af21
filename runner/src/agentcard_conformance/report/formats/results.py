"""The page RESULTS.md: how many requirements of each area each validator meets."""

from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.report.results_page import results_page


def render(runs: ReportedRuns) -> str:
    """Markdown, with a table for each dialect and who reads what is left open how."""
    return results_page(runs.suite, runs.reports)
