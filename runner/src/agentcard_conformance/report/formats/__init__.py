"""The formats that tools read a report in: one module each, holding a function `render`."""

from collections.abc import Mapping
from typing import Protocol, cast

from agentcard_conformance.model import Dialect
from agentcard_conformance.plugins import load_plugin, plugin_names
from agentcard_conformance.report.report import Report


class ReportFormat(Protocol):
    """What every format's module holds."""

    def render(self, report: Report, dialects: Mapping[str, Dialect]) -> str:
        """All of the report; the dialects say what its requirements are."""
        ...


def report_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def load_report_format(name: str) -> ReportFormat:
    """The format of that name."""
    return cast("ReportFormat", load_plugin(__name__, name))
