"""An explanation as Markdown, for a document."""

from collections.abc import Sequence

from agentcard_conformance.authoring.explain.explanation import Cell, Explanation, Fact
from agentcard_conformance.authoring.explain.formats import printable_lines
from agentcard_conformance.escaping import escape_markdown


def render(explanation: Explanation) -> str:
    """A heading, and under it a list or a table; the parts under smaller headings."""
    parts = (_render_alone(each, "###") for each in explanation.parts)
    return printable_lines("\n".join([_render_alone(explanation, "##"), *parts]))


def _render_alone(explanation: Explanation, level: str) -> str:
    parts = [f"{level} {escape_markdown(explanation.title)}"]
    if explanation.facts:
        parts.append("\n".join(_fact_lines(name, fact) for name, fact in explanation.facts.items()))
    if explanation.table:
        columns = explanation.table.columns
        rows = [columns, ["---"] * len(columns), *explanation.table.rows]
        parts.append("\n".join(map(_row, rows)))
    return "\n\n".join(parts) + "\n"


def _fact_lines(name: str, fact: Fact) -> str:
    if isinstance(fact, str):
        return f"- **{name}**: {escape_markdown(fact)}"
    return "\n".join([f"- **{name}**: {len(fact) or 'none'}", *(f"  - {escape_markdown(each)}" for each in fact)])


def _row(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(escape_markdown(str(cell)) for cell in cells) + " |"
