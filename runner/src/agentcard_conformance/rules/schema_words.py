"""What does a keyword of JSON Schema that failed mean, in a sentence for the author of a card?"""

from collections.abc import Callable, Sequence
from typing import Protocol

from agentcard_conformance.model import Json, Step

LONGEST_SHOWN = 60

KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "a boolean"),
    ((int, float), "a number"),
    (str, "a string"),
    (list, "an array"),
    (dict, "an object"),
    (type(None), "null"),
)
UNITS = ((str, "character"), (list, "item"), (dict, "member"))
ARTICLES = {"null": "null", "integer": "an integer", "array": "an array", "object": "an object"}
TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
NAMES_A_TYPE = {"$ref": "#/$defs/simpleTypes"}
"""The first alternative that the metaschema gives for `type`; it has a choice nowhere else."""


class Failed(Protocol):
    """A keyword that does not hold, as the engine reports it."""

    validator: object
    """Its name; none where the schema is just false."""
    validator_value: Json
    instance: Json
    message: str
    absolute_path: Sequence[Step]
    absolute_schema_path: Sequence[Step]


def what_is_wrong(error: Failed) -> str:
    """One sentence without a full stop."""
    return sentence(str(error.validator or ""), error.validator_value, error.instance)


def sentence(keyword: str, wanted: Json, value: Json) -> str:
    """From the keyword, what it asks and what it met; without a keyword, the schema is just false."""
    if speak := SENTENCES.get(keyword):
        return speak(wanted, value)
    return f'the keyword "{keyword}" does not allow it' if keyword else "nothing is allowed here"


def shown(value: Json) -> str:
    """A value as it would stand in a card, cut where it grows long."""
    if isinstance(value, (list, dict)):
        return _kind(value)
    text = '"' + ascii(value)[1:-1] + '"' if isinstance(value, str) else _number_or_word(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _number_or_word(value: Json) -> str:
    words = {"None": "null", "True": "true", "False": "false"}
    return words.get(str(value), str(getattr(value, "text", value)))


def _kind(value: Json) -> str:
    return next(name for kind, name in KINDS if isinstance(value, kind))


def _type(wanted: Json, value: Json) -> str:
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"it is {_kind(value)}, not {' or '.join(ARTICLES.get(name, f'a {name}') for name in names)}"


def _required(wanted: Json, value: Json) -> str:
    return _missing([name for name in wanted if name not in value])


def _missing(names: Sequence[str]) -> str:
    return f"{', '.join(map(shown, names))} is missing"


def _length(relation: str) -> Callable[[Json, Json], str]:
    return lambda wanted, value: f"it has {len(value)} {_units(value)}, {relation} {wanted}"


def _units(value: Json) -> str:
    unit = next(name for kind, name in UNITS if isinstance(value, kind))
    return unit if len(value) == 1 else f"{unit}s"


def _compared(relation: str) -> Callable[[Json, Json], str]:
    return lambda wanted, value: f"{shown(value)} is {relation} {wanted}"


def _undeclared(wanted: Json, value: Json) -> str:
    """Of several members, which one is meant is not known here."""
    said = f"{shown(*value)} is a member" if len(value) == 1 else "it has a member"
    return f"{said} that is not declared{'' if wanted is False else ', and not of the kind that may be added'}"


def _dependent(wanted: Json, value: Json) -> str:
    lacking = {name: [each for each in others if each not in value] for name, others in wanted.items() if name in value}
    said = (f"{_missing(names)}, which {shown(name)} asks for" for name, names in lacking.items() if names)
    return "; ".join(said)


def _none_fits(wanted: Json, value: Json) -> str:
    if wanted[:1] != [NAMES_A_TYPE]:
        return f"it is none of the {len(wanted)} kinds that are allowed"
    named = value if isinstance(value, list) else [value]
    wrong = [each for each in named if each not in TYPES]
    return f"{', '.join(map(shown, wrong))} is no type of JSON Schema" if wrong else "it is no list of different types"


SENTENCES: dict[str, Callable[[Json, Json], str]] = {
    "type": _type,
    "required": _required,
    "enum": lambda wanted, value: f"{shown(value)} is none of {', '.join(map(shown, wanted))}",
    "const": lambda wanted, value: f"{shown(value)} is not {shown(wanted)}",
    "pattern": lambda wanted, value: f"{shown(value)} does not match {wanted}",
    "minLength": _length("fewer than"),
    "maxLength": _length("more than"),
    "minItems": _length("fewer than"),
    "maxItems": _length("more than"),
    "minProperties": _length("fewer than"),
    "maxProperties": _length("more than"),
    "minimum": _compared("less than"),
    "maximum": _compared("greater than"),
    "multipleOf": _compared("no multiple of"),
    "exclusiveMinimum": _compared("not greater than"),
    "exclusiveMaximum": _compared("not less than"),
    "uniqueItems": lambda _wanted, _value: "an item stands in it twice",
    "additionalProperties": _undeclared,
    "unevaluatedProperties": _undeclared,
    "unevaluatedItems": lambda _wanted, _value: "it has an item that is not declared",
    "dependentRequired": _dependent,
    "contains": lambda _wanted, _value: "it has no item of the kind that one has to be of",
    "minContains": lambda wanted, _value: f"fewer than {wanted} of its items are of the kind that counts",
    "maxContains": lambda wanted, _value: f"more than {wanted} of its items are of the kind that counts",
    "anyOf": _none_fits,
    "oneOf": lambda wanted, _value: f"it is none of {len(wanted)} kinds, or several, and has to be exactly one",
    "not": lambda _wanted, _value: "it is of a kind that is not allowed",
    "format": lambda wanted, value: f"{shown(value)} is not a {wanted}",
}
