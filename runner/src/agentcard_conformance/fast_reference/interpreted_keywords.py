"""What the keywords that look at no part of a value mean, in plain Python: for a few small cards no engine is loaded.

Importing jsonschema-rs takes three starts of the interpreter, and jsonschema eight.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import equality_key, is_integer
from agentcard_conformance.schema_engine.patterns import pattern_matches

Interpretation: TypeAlias = Callable[[Json, Json], bool]
"""Whether a value matches, from the value of the keyword and the value of the card."""


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_TYPES: Mapping[str, Callable[[Json], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": is_integer,
    "null": lambda value: value is None,
    "number": _is_number,
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}


def _has_type(wanted: Json, value: Json) -> bool:
    return _TYPES[wanted](value) if isinstance(wanted, str) else any(_TYPES[name](value) for name in wanted)


def _has_different_items(wanted: Json, value: Json) -> bool:
    return not (wanted and isinstance(value, list)) or len({equality_key(item) for item in value}) == len(value)


def _of(has_type: Callable[[Json], bool], matches: Interpretation) -> Interpretation:
    """Values of other types match."""
    return lambda wanted, value: not has_type(value) or matches(wanted, value)


def _of_length(type_name: str, matches: Interpretation) -> Interpretation:
    return _of(_TYPES[type_name], lambda wanted, value: matches(wanted, len(value)))


def _at_least(wanted: Json, value: Json) -> bool:
    return bool(value >= wanted)


def _at_most(wanted: Json, value: Json) -> bool:
    return bool(value <= wanted)


INTERPRETATIONS: Mapping[str, Interpretation] = {
    "type": _has_type,
    "const": lambda wanted, value: equality_key(value) == equality_key(wanted),
    "enum": lambda wanted, value: equality_key(value) in map(equality_key, wanted),
    "pattern": _of(_TYPES["string"], pattern_matches),
    "minLength": _of_length("string", _at_least),
    "maxLength": _of_length("string", _at_most),
    "minItems": _of_length("array", _at_least),
    "maxItems": _of_length("array", _at_most),
    "minProperties": _of_length("object", _at_least),
    "maxProperties": _of_length("object", _at_most),
    "minimum": _of(_is_number, _at_least),
    "maximum": _of(_is_number, _at_most),
    "exclusiveMinimum": _of(_is_number, lambda wanted, value: value > wanted),
    "exclusiveMaximum": _of(_is_number, lambda wanted, value: value < wanted),
    "uniqueItems": _has_different_items,
}
