"""The report as --report writes it."""

from collections.abc import Mapping

from agentcard_conformance.model import Dialect
from agentcard_conformance.report.document import report_text
from agentcard_conformance.report.report import Report


def render(report: Report, dialects: Mapping[str, Dialect]) -> str:  # noqa: ARG001  # the ids are enough
    """One JSON document, described by schema/suite/report.schema.json."""
    return report_text(report)
