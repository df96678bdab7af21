"""An explanation as text, for a terminal."""

from collections.abc import Sequence

from agentcard_conformance.authoring.explain.explanation import Cell, Explanation, Fact, Table
from agentcard_conformance.authoring.explain.formats import printable_lines

_MOST_LISTED = 12


def render(explanation: Explanation) -> str:
    """The title, and the facts beside their names; the parts in the same way."""
    return printable_lines("\n".join(map(_render_alone, (explanation, *explanation.parts))))


def _render_alone(explanation: Explanation) -> str:
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
    shown, more = fact[:_MOST_LISTED], len(fact) - _MOST_LISTED
    listed = [f"    {each}" for each in shown] + [f"    and {more:,} more; --format json lists all"] * (more > 0)
    return [f"  {name.ljust(width)}  {len(fact) or 'none'}", *listed]


def _table_lines(table: Table) -> list[str]:
    """The sentences of a last column are shown in place of cells that say nothing."""
    shown = len(table.columns) - table.has_sentences
    full = [row for row in table.rows if not _says_nothing(row, table)]
    widths = [max(len(str(row[number])) for row in (table.columns, *full)) for number in range(shown)]
    return [
        f"{_cells(row[:1], widths)}  {row[1]}: {row[-1]}" if _says_nothing(row, table) else _cells(row, widths)
        for row in (table.columns, *table.rows)
    ]


def _says_nothing(row: Sequence[Cell], table: Table) -> bool:
    """Whether its sentence is all that there is to show."""
    return table.has_sentences and not any(row[2:-1])


def _cells(row: Sequence[Cell], widths: Sequence[int]) -> str:
    return "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=False))
