"""An explanation as text, for a terminal."""

from collections.abc import Sequence

from agentcard_conformance.authoring.explain.explanation import Cell, Explanation, Fact, Table


def render(explanation: Explanation) -> str:
    """The title, and the facts beside their names."""
    width = max(map(len, explanation.facts), default=0)
    lines = [
        explanation.title,
        *(line for name, fact in explanation.facts.items() for line in _fact_lines(name, fact, width)),
    ]
    if explanation.table:
        lines += _table_lines(explanation.table)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _fact_lines(name: str, fact: Fact, width: int) -> list[str]:
    if isinstance(fact, str):
        return [f"  {name.ljust(width)}  {fact}"]
    return [f"  {name.ljust(width)}  {len(fact) or 'none'}", *(f"    {each}" for each in fact)]


def _table_lines(table: Table) -> list[str]:
    """The last column is a sentence, shown in place of cells that say nothing."""
    full = [row for row in table.rows if any(row[2:-1])]
    columns = range(len(table.columns) - 1)
    widths = [max(len(str(row[number])) for row in (table.columns, *full)) for number in columns]
    return [_cells(table.columns, widths), *(_row(row, widths) for row in table.rows)]


def _row(row: Sequence[Cell], widths: Sequence[int]) -> str:
    return _cells(row, widths) if any(row[2:-1]) else f"{_cells(row[:1], widths)}  {row[1]}: {row[-1]}"


def _cells(row: Sequence[Cell], widths: Sequence[int]) -> str:
    return "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=False))
