"""How does a program read an explanation?"""

import json

from agentcard_conformance.tracing.explanation import Explanation


def render(explanation: Explanation) -> str:
    """One object, in ASCII."""
    told: dict[str, object] = {"title": explanation.title, **explanation.facts}
    if explanation.table:
        columns = explanation.table.columns
        told["rows"] = [dict(zip(columns, row, strict=True)) for row in explanation.table.rows]
    return json.dumps(told, indent=2) + "\n"
