"""Which statement of the source became which requirement, and what shows it?"""

from agentcard_conformance.tracing.explanation import Explanation, Table, known, load
from agentcard_conformance.tracing.subjects import of_fixture, of_requirement, of_row, of_rows, untestable

__all__ = ["Explanation", "Table", "known", "load", "of_fixture", "of_requirement", "of_row", "of_rows", "untestable"]
