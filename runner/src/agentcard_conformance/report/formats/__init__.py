"""The formats that a report has: one module each, holding a function `render`."""

from typing import Protocol, cast

from agentcard_conformance.plugins import load_plugin, plugin_names
from agentcard_conformance.report.reported_runs import ReportedRuns


class ReportFormat(Protocol):
    """What every format's module holds."""

    def render(self, runs: ReportedRuns) -> str:
        """All of the reports; raises CallError when there are several and the format has room for one."""
        ...


def report_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def load_report_format(name: str) -> ReportFormat:
    """The format of that name."""
    return cast("ReportFormat", load_plugin(__name__, name))
