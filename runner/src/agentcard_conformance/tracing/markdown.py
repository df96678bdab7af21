"""How does an explanation stand in a document?"""

import re
from collections.abc import Sequence

from agentcard_conformance.tracing.explanation import Cell, Explanation, Fact

_MEANS_SOMETHING = re.compile(r"([\\`*_\[\]<>|])")


def render(explanation: Explanation) -> str:
    """A heading, and under it a list or a table."""
    parts = [f"## {_plain(explanation.title)}"]
    if explanation.facts:
        parts.append("\n".join(_fact(name, fact) for name, fact in explanation.facts.items()))
    if explanation.table:
        columns = explanation.table.columns
        rows = [columns, ["---"] * len(columns), *explanation.table.rows]
        parts.append("\n".join(map(_row, rows)))
    return "\n\n".join(parts) + "\n"


def _fact(name: str, fact: Fact) -> str:
    if isinstance(fact, str):
        return f"- **{name}**: {_plain(fact)}"
    return "\n".join([f"- **{name}**: {len(fact) or 'none'}", *(f"  - {_plain(each)}" for each in fact)])


def _row(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(_plain(str(cell)) for cell in cells) + " |"


def _plain(text: str) -> str:
    return _MEANS_SOMETHING.sub(r"\\\1", text)
