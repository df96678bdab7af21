"""An explanation as JSON."""

import json

from agentcard_conformance.authoring.explain.explanation import Explanation


def render(explanation: Explanation) -> str:
    """One object, in ASCII."""
    return json.dumps(_to_document(explanation), indent=2) + "\n"


def _to_document(explanation: Explanation) -> dict[str, object]:
    document: dict[str, object] = {"title": explanation.title, **explanation.facts}
    if explanation.table:
        columns = explanation.table.columns
        document["rows"] = [dict(zip(columns, row, strict=True)) for row in explanation.table.rows]
    if explanation.parts:
        document["parts"] = [_to_document(each) for each in explanation.parts]
    return document
