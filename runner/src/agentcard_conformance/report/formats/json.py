"""The report as --report writes it."""

from agentcard_conformance.report.document import report_text
from agentcard_conformance.report.reported_runs import ReportedRuns


def render(runs: ReportedRuns) -> str:
    """One JSON document, described by schema/suite/report.schema.json."""
    return report_text(runs.only_report("json"))
