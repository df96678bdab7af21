"""An explanation as a page that loads nothing."""

from pathlib import Path

from agentcard_conformance.authoring.explain.explanation import Explanation
from agentcard_conformance.report.page.rendering import render_page


def render(explanation: Explanation) -> str:
    """The facts and tables, with a list of the parts in front."""
    return render_page("explanation.html.jinja", folder=Path(__file__).parent, explanation=explanation)
