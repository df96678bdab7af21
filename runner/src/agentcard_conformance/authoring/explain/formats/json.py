"""An explanation as JSON."""

import json

from agentcard_conformance.authoring.explain.explanation import Explanation


def render(explanation: Explanation) -> str:
    """One object, in ASCII."""
    document: dict[str, object] = {"title": explanation.title, **explanation.facts}
    if explanation.table:
        columns = explanation.table.columns
        document["rows"] = [dict(zip(columns, row, strict=True)) for row in explanation.table.rows]
    return json.dumps(document, indent=2) + "\n"
