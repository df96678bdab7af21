"""Is a value so deep that no engine is to be shown it?"""

from agentcard_conformance.model import Json
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH

DEEPEST = MAX_DEPTH
"""Levels of a card or of a schema: jsonschema-rs builds 250 and ends the process at 40,000."""


def is_deep(value: Json) -> bool:
    """Is it nested beyond what the engines are shown?"""
    row = [[value]]
    for _ in range(DEEPEST + 1):
        row = [_parts(part) for each in row for part in each if isinstance(part, (dict, list))]
    return bool(row)


def _parts(value: Json) -> list[Json]:
    return [*value.values()] if isinstance(value, dict) else value
