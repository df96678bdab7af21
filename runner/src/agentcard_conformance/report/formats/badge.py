"""A badge as the endpoint JSON of shields.io, which draws it."""

import json

from agentcard_conformance.report.badges import read_badge
from agentcard_conformance.report.reported_runs import ReportedRuns


def render(runs: ReportedRuns) -> str:
    """One JSON object, of a complete report alone."""
    badge = read_badge(runs.only_report("badge"))
    document = {"schemaVersion": 1, "label": badge.label, "message": badge.message, "color": badge.colour}
    return json.dumps(document, indent=1) + "\n"
