"""How does a person read an explanation at a terminal?"""

from collections.abc import Sequence

from agentcard_conformance.tracing.explanation import Cell, Explanation, Fact, Table


def render(explanation: Explanation) -> str:
    """The title, and the facts beside their names."""
    width = max(map(len, explanation.facts), default=0)
    lines = [
        explanation.title,
        *(line for name, fact in explanation.facts.items() for line in _fact(name, fact, width)),
    ]
    if explanation.table:
        lines += _table(explanation.table)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _fact(name: str, fact: Fact, width: int) -> list[str]:
    if isinstance(fact, str):
        return [f"  {name.ljust(width)}  {fact}"]
    return [f"  {name.ljust(width)}  {len(fact) or 'none'}", *(f"    {each}" for each in fact)]


def _table(table: Table) -> list[str]:
    """The last column is a sentence: it is shown in place of cells that say nothing."""
    told = [row for row in table.rows if any(row[2:-1])]
    widths = [max(len(str(row[number])) for row in (table.columns, *told)) for number in range(len(table.columns) - 1)]
    return [_cells(table.columns, widths), *(_row(row, widths) for row in table.rows)]


def _row(row: Sequence[Cell], widths: Sequence[int]) -> str:
    return _cells(row, widths) if any(row[2:-1]) else f"{_cells(row[:1], widths)}  {row[1]}: {row[-1]}"


def _cells(row: Sequence[Cell], widths: Sequence[int]) -> str:
    return "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=False))
