"""Does a schema mean the same to the fast engine as to the reference, and can the way to its errors be walked?"""

import re
from collections.abc import Callable, Mapping

from agentcard_conformance.decoders.json_text import MAX_DEPTH
from agentcard_conformance.model import Json

EXACT = 2**53
"""Numbers below are themselves in binary64, so that a card's number is on the same side of them, exact or not."""

TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
SCHEMA = "https://json-schema.org/draft/2020-12/schema"

PATTERN = re.compile(
    r"(?: [^\\.\[\](){}?*+|^$] | \\[\\.\[\](){}?*+|^$/] | \[\^?(?:(?!--)[^\\\[\]&~^] | \\[\\\[\]^/.-])+\]"
    r"| \(\?: | \((?!\?) | \) | [|^$] | [*+?] | \{[0-9]{1,3}(?:,(?:[0-9]{1,3})?)?\} )*",
    re.VERBOSE,
)
"""What ECMA-262 with the flag u and Rust read alike: no classes by letter, no dot, nothing that looks around."""

REFERENCE = re.compile(r"#/\$defs/[^/~%]+")
BELOW_CHOICE = frozenset({"anyOf", "oneOf", "not", "if", "contains"})
"""Where a value that is refused may make the whole hold."""

MAY_BE_FALSE = frozenset({"additionalProperties", "items"})
"""Of `false` anywhere else the reference's engine loses the way."""

OF_THE_SAME = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
"""Keywords whose schemas look at the value that their own schema looks at."""


def _is_schema(value: Json) -> bool:
    return value is True or value is False or isinstance(value, dict)


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < EXACT


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < EXACT


def _is_scalar(value: Json) -> bool:
    return value is None or isinstance(value, (str, bool)) or _is_number(value)


def _is_type(value: Json) -> bool:
    names = value if isinstance(value, list) else [value]
    return all(isinstance(name, str) and name in TYPES for name in names)


def _are_names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_pattern(value: Json) -> bool:
    return isinstance(value, str) and PATTERN.fullmatch(value) is not None


def _anything(_: Json) -> bool:
    return True


ANNOTATIONS = (
    *("$comment", "$id", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
    *("format", "contentEncoding", "contentMediaType", "contentSchema", "$defs"),
)
SINGLE = ("not", "if", "then", "else", "items", "additionalProperties", "propertyNames", "contains")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs")

KEYWORDS: Mapping[str, Callable[[Json], bool]] = {
    **dict.fromkeys(ANNOTATIONS, _anything),
    **dict.fromkeys(SINGLE, _is_schema),
    **dict.fromkeys(LISTS, lambda value: isinstance(value, list)),
    **dict.fromkeys(("properties", "dependentSchemas", "$defs"), lambda value: isinstance(value, dict)),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties"), _is_count),
    **dict.fromkeys(("maxProperties", "minContains", "maxContains"), _is_count),
    "$schema": lambda value: value == SCHEMA,
    "$ref": lambda value: isinstance(value, str) and REFERENCE.fullmatch(value) is not None,
    "type": _is_type,
    "const": _is_scalar,
    "enum": lambda value: isinstance(value, list) and all(map(_is_scalar, value)),
    "required": _are_names,
    "dependentRequired": lambda value: isinstance(value, dict) and all(map(_are_names, value.values())),
    "pattern": _is_pattern,
    "uniqueItems": lambda value: isinstance(value, bool),
}
"""Every keyword that is understood, and of which values: the rest goes to the reference."""


def is_trusted(schema: Json) -> bool:
    """Is all of it understood, and does no part of it mean itself?"""
    if not isinstance(schema, dict) or not _is_understood(schema, schema):
        return False
    definitions = schema.get("$defs", {})
    return not any(_meets_itself(part, definitions, (name,)) for name, part in definitions.items())


def parts(keyword: str, value: Json) -> list[Json]:
    """The schemas that a keyword holds."""
    if keyword in SINGLE:
        return [value]
    if keyword in LISTS:
        return list(value)
    return list(value.values()) if keyword in MAPS else []


def _is_understood(schema: Json, root: Json, depth: int = 1, *, chosen: bool = False) -> bool:
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        return schema is True
    if not all(keyword in KEYWORDS and KEYWORDS[keyword](value) for keyword, value in schema.items()):
        return False
    if not _is_plain(schema, root, depth) or (chosen and schema.get("uniqueItems")):
        return False
    below = [(keyword, part) for keyword, value in schema.items() for part in parts(keyword, value)]
    return all(
        (part is False and keyword in MAY_BE_FALSE)
        or _is_understood(part, root, depth + 1, chosen=chosen or keyword in BELOW_CHOICE)
        for keyword, part in below
    )


def _is_plain(schema: Mapping[str, Json], root: Json, depth: int) -> bool:
    """An `$id` within a schema moves what its references mean; beside an `$ref`, the way of an error is lost."""
    asserted = [keyword for keyword in schema if keyword not in ANNOTATIONS]
    if "$ref" in asserted and (asserted != ["$ref"] or _name(schema["$ref"]) not in root.get("$defs", {})):
        return False
    return depth == 1 or not {"$id", "$schema", "$defs"} & schema.keys()


def _name(reference: str) -> str:
    return reference.removeprefix("#/$defs/")


def _meets_itself(schema: Json, definitions: Mapping[str, Json], passed: tuple[str, ...]) -> bool:
    """By way of keywords that look at the same value."""
    if not isinstance(schema, dict):
        return False
    if "$ref" in schema:
        name = _name(schema["$ref"])
        return name in passed or _meets_itself(definitions[name], definitions, (*passed, name))
    same = [(keyword, value) for keyword, value in schema.items() if keyword in OF_THE_SAME]
    return any(_meets_itself(part, definitions, passed) for keyword, value in same for part in parts(keyword, value))
