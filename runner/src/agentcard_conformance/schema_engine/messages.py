"""What it means that a keyword of JSON Schema does not hold, in a sentence for the author of a card."""

from collections.abc import Callable, Mapping, Sequence

from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.addresses import ADDRESS_PATTERNS
from agentcard_conformance.schema_engine.engine import SchemaError
from agentcard_conformance.schema_engine.keywords import TYPES
from agentcard_conformance.schema_engine.pattern_words import describe_mismatch

_LONGEST_SHOWN = 60
_MOST_SHOWN = 100  # of many; nobody reads more, and a card may have a million

_TYPE_NAMES: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "a boolean"),
    ((int, float), "a number"),
    (str, "a string"),
    (list, "an array"),
    (dict, "an object"),
    (type(None), "null"),
)
_UNITS = ((str, "character"), (list, "item"), (dict, "member"))
_WITH_ARTICLE = {"null": "null", "integer": "an integer", "array": "an array", "object": "an object"}
_NAMES_A_TYPE = {"$ref": "#/$defs/simpleTypes"}
"""The first alternative that the metaschema gives for `type`; it has alternatives nowhere else."""


def describe_error(error: SchemaError) -> str:
    """One sentence without a full stop."""
    return describe_failure(str(error.validator or ""), error.validator_value, error.instance)


def describe_failure(keyword: str, wanted: Json, value: Json) -> str:
    """The same, from the keyword, its value and what it met; without a keyword, the schema is just false."""
    if describe := _SENTENCES.get(keyword):
        return describe(wanted, value)
    return f'the keyword "{keyword}" does not allow it' if keyword else "nothing is allowed here"


def show_value(value: Json) -> str:
    """A value as it would stand in a card, cut where it grows long."""
    if isinstance(value, (list, dict)):
        return _type_name(value)
    text = '"' + ascii(value)[1:-1] + '"' if isinstance(value, str) else _number_or_literal(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _number_or_literal(value: Json) -> str:
    literals = {"None": "null", "True": "true", "False": "false"}
    return literals.get(str(value), str(getattr(value, "text", value)))


def _type_name(value: Json) -> str:
    return next(name for kind, name in _TYPE_NAMES if isinstance(value, kind))


def _wrong_type(wanted: Json, value: Json) -> str:
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"it is {_type_name(value)}, not {' or '.join(_WITH_ARTICLE.get(name, f'a {name}') for name in names)}"


def _required_missing(wanted: Json, value: Json) -> str:
    return _are_missing([name for name in wanted if name not in value])


def _are_missing(names: Sequence[str]) -> str:
    return f"{', '.join(map(show_value, names))} {'is' if len(names) == 1 else 'are'} missing"


def _wrong_text(wanted: Json, value: Json) -> str:
    formats = [name for name, pattern in ADDRESS_PATTERNS.items() if pattern == wanted]
    named = [f"is no {name.replace('uri', 'URI').replace('-', ' ')}" for name in formats]
    what = "".join(named) or describe_mismatch(wanted, value) or f"does not match {wanted}"
    return f"{show_value(value)} {what}"


def _wrong_length(relation: str) -> Callable[[Json, Json], str]:
    return lambda wanted, value: f"it has {len(value)} {_units(value)}, {relation} {wanted}"


def _units(value: Json) -> str:
    unit = next(name for kind, name in _UNITS if isinstance(value, kind))
    return unit if len(value) == 1 else f"{unit}s"


def _wrong_number(relation: str) -> Callable[[Json, Json], str]:
    return lambda wanted, value: f"{show_value(value)} is {relation} {wanted}"


def _undeclared_member(wanted: Json, value: Json) -> str:
    """Of several members, which one is meant is not known here."""
    member = f"the member {show_value(*value)}" if len(value) == 1 else "a member"
    if wanted is False:
        return f"{member} is not declared, and no others are allowed"
    return f"{member} is not declared, and does not match the schema for additional members"


def _dependent_missing(wanted: Json, value: Json) -> str:
    lacking = {name: [each for each in others if each not in value] for name, others in wanted.items() if name in value}
    found = (f"{_are_missing(names)}, required beside {show_value(name)}" for name, names in lacking.items() if names)
    return "; ".join(found)


def _no_alternative(wanted: Json, value: Json) -> str:
    if names := _demanded_names(wanted):
        is_null = any(name in value for name in names)
        return f"none of {', '.join(map(show_value, names))} is there{', but as null' if is_null else ''}"
    if wanted[:1] != [_NAMES_A_TYPE]:
        return f"it matches none of the {len(wanted)} allowed alternatives"
    named = value if isinstance(value, list) else [value]
    wrong = [each for each in named if each not in TYPES]
    if not wrong:
        return "it is not a list of different types"
    shown = ", ".join(map(show_value, wrong[:_MOST_SHOWN]))
    return f"{shown} {'is not a type' if len(wrong) == 1 else 'are not types'} of JSON Schema"


_NOT_NULL = {"not": {"type": "null"}}


def _demanded_names(alternatives: Json) -> list[str]:
    """Where each alternative is that a member is there, whatever it holds or anything but null, the names of these."""
    one_each = all(
        isinstance(each, dict)
        and len(each.get("required", ())) == 1
        and each.keys() <= {"type", "properties", "required"}
        and all(part is True or part == _NOT_NULL for part in each.get("properties", {}).values())
        for each in alternatives
    )
    return [name for each in alternatives for name in each["required"]] if one_each else []


_SENTENCES: Mapping[str, Callable[[Json, Json], str]] = {
    "type": _wrong_type,
    "required": _required_missing,
    "enum": lambda wanted, value: f"{show_value(value)} is not one of {', '.join(map(show_value, wanted))}",
    "const": lambda wanted, value: f"{show_value(value)} is not {show_value(wanted)}",
    "pattern": _wrong_text,
    "minLength": _wrong_length("fewer than"),
    "maxLength": _wrong_length("more than"),
    "minItems": _wrong_length("fewer than"),
    "maxItems": _wrong_length("more than"),
    "minProperties": _wrong_length("fewer than"),
    "maxProperties": _wrong_length("more than"),
    "minimum": _wrong_number("less than"),
    "maximum": _wrong_number("greater than"),
    "multipleOf": _wrong_number("not a multiple of"),
    "exclusiveMinimum": _wrong_number("not greater than"),
    "exclusiveMaximum": _wrong_number("not less than"),
    "uniqueItems": lambda _wanted, _value: "it has an item twice",
    "additionalProperties": _undeclared_member,
    "unevaluatedProperties": _undeclared_member,
    "unevaluatedItems": lambda _wanted, _value: "it has an item that is not declared",
    "dependentRequired": _dependent_missing,
    "contains": lambda _wanted, _value: "none of its items matches what one of them must match",
    "minContains": lambda wanted, _value: f"fewer than {wanted} of its items match what these must match",
    "maxContains": lambda wanted, _value: f"more than {wanted} of its items match what only these may match",
    "anyOf": _no_alternative,
    "oneOf": lambda wanted, _value: f"it must match exactly one of {len(wanted)} alternatives",
    "not": lambda _wanted, _value: "it matches what is not allowed",
    "format": lambda wanted, value: f"{show_value(value)} is not a valid {wanted}",
}
