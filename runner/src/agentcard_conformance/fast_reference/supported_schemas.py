"""Decides whether both engines read a schema alike, so that the fast one may stand in for the exact one."""

import re
from collections.abc import Callable, Mapping

from agentcard_conformance.model import Json
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH
from agentcard_conformance.schema_engine.keywords import (
    ANNOTATIONS,
    IN_PLACE,
    KEYWORDS,
    METASCHEMA,
    TYPES,
    Holds,
    keywords_where,
)
from agentcard_conformance.schema_engine.subschemas import is_local, schemas_in

_EXACT = 2**53
"""Numbers below are themselves in binary64, so that a card's number is on the same side of them, exact or not."""

_SIMPLE_PATTERN = re.compile(
    r"(?: [^\\.\[\](){}?*+|^$] | \\[\\.\[\](){}?*+|^$/] | \[\^?(?:(?!--)[^\\\[\]&~^] | \\[\\\[\]^/.-])+\]"
    r"| \(\?: | \((?!\?) | \) | [|^$] | [*+?] | \{[0-9]{1,3}(?:,(?:[0-9]{1,3})?)?\} )*",
    re.VERBOSE,
)
"""What ECMA-262 with the flag u and Rust read alike: no classes by letter, no dot, nothing that looks around."""

_REFERENCE = re.compile(rf"#/\$defs/[^/~%]+|{re.escape(METASCHEMA)}")
_CHOOSING = frozenset({"anyOf", "oneOf", "not", "if", "contains"})
"""Where a value that is refused may make the whole hold."""

_MAY_BE_FALSE = frozenset({"additionalProperties", "items"})
"""Of `false` anywhere else the exact engine loses the way."""

_AT_THE_TOP = frozenset({"$id", "$schema", "$defs"})
_NOT_ASSERTED = frozenset({*ANNOTATIONS, "format"})
_HOLDING = frozenset(keywords_where(lambda keyword: keyword.holds is not Holds.NONE)) - {"contentSchema"}
_UNSUPPORTED = frozenset(
    {
        *("$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary", "multipleOf"),
        *("patternProperties", "unevaluatedProperties", "unevaluatedItems"),
    }
)


class UnsupportedSchema(Exception):
    """A part of a schema that the engines may read differently."""


def demand_supported(part: Json, root: Json) -> None:
    """Raise UnsupportedSchema unless the keywords of a part of a schema are ones that both engines read alike.

    The parts within it are not looked at, nor whether it leads to itself.
    """
    if part is True or part is root is False:
        return
    if not isinstance(part, dict) or not _are_keywords_understood(part, root, is_root=part is root):
        raise UnsupportedSchema


def is_supported(schema: Json) -> bool:
    """Whether every keyword is one that both engines read alike, and no part of the schema leads to itself."""
    if not isinstance(schema, dict) or not _is_understood(schema, schema):
        return False
    definitions = schema.get("$defs", {})
    return not any(_leads_to_itself(part, definitions, (name,)) for name, part in definitions.items())


def _is_understood(schema: Json, root: Json, depth: int = 1, *, chosen: bool = False) -> bool:
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        return schema is True
    if not _are_keywords_understood(schema, root, is_root=depth == 1) or (chosen and schema.get("uniqueItems")):
        return False
    return _HOLDING.isdisjoint(schema) or all(
        (part is False and keyword in _MAY_BE_FALSE)
        or _is_understood(part, root, depth + 1, chosen=chosen or keyword in _CHOOSING)
        for keyword in schema.keys() & _HOLDING
        for _, part in schemas_in(keyword, schema[keyword])
    )


def _are_keywords_understood(schema: Mapping[str, Json], root: Json, *, is_root: bool) -> bool:
    """An `$id` within a schema moves what its references mean."""
    for keyword, value in schema.items():  # no `all`: a card waits for it
        if keyword not in _UNDERSTOOD or not _UNDERSTOOD[keyword](value):
            return False
    if "$ref" in schema and not _is_reference_simple(schema, root):
        return False
    return is_root or _AT_THE_TOP.isdisjoint(schema)


def _is_reference_simple(schema: Mapping[str, Json], root: Json) -> bool:
    """Beside an `$ref`, the way of an error is lost."""
    asserted = [keyword for keyword in schema if keyword not in _NOT_ASSERTED or keyword == "$schema"]
    return asserted == ["$ref"] and _is_there(schema["$ref"], root)


def _is_there(reference: str, root: Mapping[str, Json]) -> bool:
    return not is_local(reference) or _definition_name(reference) in root.get("$defs", {})


def _definition_name(reference: str) -> str:
    return reference.removeprefix("#/$defs/")


def _leads_to_itself(schema: Json, definitions: Mapping[str, Json], passed: tuple[str, ...]) -> bool:
    """By way of keywords that judge the same value."""
    if not isinstance(schema, dict):
        return False
    if is_local(schema.get("$ref", "")):
        name = _definition_name(schema["$ref"])
        return name in passed or _leads_to_itself(definitions[name], definitions, (*passed, name))
    same = [part for word, value in schema.items() if word in IN_PLACE for _, part in schemas_in(word, value)]
    return any(_leads_to_itself(part, definitions, passed) for part in same)


def _is_schema(value: Json) -> bool:
    return value is True or value is False or isinstance(value, dict)


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _EXACT


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _EXACT


def _is_scalar(value: Json) -> bool:
    return value is None or isinstance(value, (str, bool)) or _is_number(value)


def _is_type(value: Json) -> bool:
    return value in TYPES if isinstance(value, str) else _are_names(value) and all(name in TYPES for name in value)


def _are_names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_HOLDERS: Mapping[Holds, Callable[[Json], bool]] = {
    Holds.NONE: lambda _: True,
    Holds.ONE: _is_schema,
    Holds.LIST: lambda value: isinstance(value, list),
    Holds.MAP: lambda value: isinstance(value, dict),
}
_VALUES: Mapping[str, Callable[[Json], bool]] = {
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties"), _is_count),
    **dict.fromkeys(("maxProperties", "minContains", "maxContains"), _is_count),
    "contentSchema": lambda _: True,
    "$schema": lambda value: value == METASCHEMA,
    "$ref": lambda value: isinstance(value, str) and _REFERENCE.fullmatch(value) is not None,
    "type": _is_type,
    "const": _is_scalar,
    "enum": lambda value: isinstance(value, list) and all(map(_is_scalar, value)),
    "required": _are_names,
    "dependentRequired": lambda value: isinstance(value, dict) and all(map(_are_names, value.values())),
    "pattern": lambda value: isinstance(value, str) and _SIMPLE_PATTERN.fullmatch(value) is not None,
    "uniqueItems": lambda value: isinstance(value, bool),
}
"""Which values of a keyword are understood; of others any, as far as they hold schemas as they should."""

_UNDERSTOOD = {
    name: _VALUES.get(name, _HOLDERS[keyword.holds]) for name, keyword in KEYWORDS.items() if name not in _UNSUPPORTED
}
