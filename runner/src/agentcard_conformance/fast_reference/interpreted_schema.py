"""Whether a value matches a schema, found in plain Python: for a few small cards no engine is loaded.

Importing jsonschema-rs takes three starts of the interpreter, and jsonschema eight.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from regress import RegressError

from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.fast_reference.supported_schemas import UnsupportedSchema, demand_supported
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import equality_key, is_integer
from agentcard_conformance.schema_engine.patterns import pattern_matches

UNDECIDED = (UnsupportedSchema, RegressError, RecursionError)
"""Raised for a part that is not supported, a pattern that is none, and a part that leads to itself."""

Interpretation: TypeAlias = Callable[[Json, Json], bool]
"""Whether a value matches, from the value of the keyword and the value of the card."""


class InterpretedSchema:
    """A schema with everything that it refers to.

    It raises one of UNDECIDED where a part that it comes to may be read otherwise by an engine.
    """

    def __init__(self, documents: SchemaDocuments) -> None:
        self._documents = documents
        self._followed: dict[int, SchemaPart] = {}
        """By the identity of a schema, what it is or leads to."""

    def matches(self, schema: Json, value: Json, home: str = "") -> bool:
        """Whether a value matches a schema that stands in the document of an address."""
        part = self._followed.get(id(schema))
        if part is None:
            part = self._followed[id(schema)] = self.follow(SchemaPart(schema, home))
        keywords = part.schema
        if not isinstance(keywords, dict):
            return keywords is not False
        if "required" in keywords and not _has_members(keywords["required"], value):
            return False  # looked at first: what a document looks like is told by its names, mostly
        for keyword, wanted in keywords.items():
            if keyword in _PLAIN:
                if not _PLAIN[keyword](wanted, value):
                    return False
            elif keyword in _HOLDING and not _HOLDING[keyword](self, part, value):
                return False
        return True

    def keyword_matches(self, part: SchemaPart, keyword: str, value: Json) -> bool:
        """Whether a value matches one keyword of a part."""
        if keyword in _PLAIN:
            return _PLAIN[keyword](part.schema[keyword], value)
        return _HOLDING[keyword](self, part, value)

    def target_matches(self, home: str, reference: str, value: Json) -> bool:
        """Whether a value matches what a reference leads to that stands beside other keywords."""
        target = self._documents.resolve(home, reference)
        return self.matches(target.schema, value, target.home)

    def follow(self, part: SchemaPart) -> SchemaPart:
        """The part itself, or what it leads to where it only refers to another one."""
        if not part.home:
            demand_supported(part.schema, self._documents.root.schema)
        target = self._documents.target(part)
        return self.follow(target) if target else part


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


def _has_members(wanted: Json, value: Json) -> bool:
    return not isinstance(value, dict) or value.keys() >= {*wanted}


def _has_dependent_members(wanted: Json, value: Json) -> bool:
    return not isinstance(value, dict) or all(value.keys() >= {*wanted[name]} for name in wanted if name in value)


def _of(has_type: Callable[[Json], bool], matches: Interpretation) -> Interpretation:
    """Values of other types match."""
    return lambda wanted, value: not has_type(value) or matches(wanted, value)


def _of_length(type_name: str, matches: Interpretation) -> Interpretation:
    return _of(_TYPES[type_name], lambda wanted, value: matches(wanted, len(value)))


def _at_least(wanted: Json, value: Json) -> bool:
    return bool(value >= wanted)


def _at_most(wanted: Json, value: Json) -> bool:
    return bool(value <= wanted)


_PLAIN: Mapping[str, Interpretation] = {
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
    "required": _has_members,
    "dependentRequired": _has_dependent_members,
}
"""The keywords that hold no schema."""


def _all_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    for each in part.schema["allOf"]:  # noqa: SIM110  # `all` takes a frame more, and a card may have a hundred levels
        if not whole.matches(each, value, part.home):
            return False
    return True


def _answers(whole: InterpretedSchema, part: SchemaPart, keyword: str, value: Json) -> Iterator[bool]:
    return (whole.matches(each, value, part.home) for each in part.schema[keyword])


def _branch_matches(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    branch = "then" if whole.matches(part.schema["if"], value, part.home) else "else"
    return branch not in part.schema or whole.matches(part.schema[branch], value, part.home)


def _dependents_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    wanted = part.schema["dependentSchemas"] if isinstance(value, dict) else {}
    return all(whole.matches(wanted[name], value, part.home) for name in wanted if name in value)


def _members_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    if isinstance(value, dict):
        for name, each in part.schema["properties"].items():
            if name in value and not whole.matches(each, value[name], part.home):
                return False
    return True


def _other_members_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    declared = part.schema.get("properties", ())
    others = [value[name] for name in value if name not in declared] if isinstance(value, dict) else []
    return _each_matches(whole, part, "additionalProperties", others)


def _names_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    return _each_matches(whole, part, "propertyNames", list(value) if isinstance(value, dict) else [])


def _items_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    first = len(part.schema.get("prefixItems", ()))
    return _each_matches(whole, part, "items", value[first:] if isinstance(value, list) else [])


def _each_matches(whole: InterpretedSchema, part: SchemaPart, keyword: str, values: list[Json]) -> bool:
    wanted = part.schema[keyword]
    if wanted is False:
        return not values
    for value in values:  # noqa: SIM110  # as above
        if not whole.matches(wanted, value, part.home):
            return False
    return True


def _first_items_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    pairs = zip(part.schema["prefixItems"], value if isinstance(value, list) else [], strict=False)
    return all(whole.matches(each, item, part.home) for each, item in pairs)


def _some_items_match(whole: InterpretedSchema, part: SchemaPart, value: Json) -> bool:
    if not isinstance(value, list):
        return True
    count = sum(whole.matches(part.schema["contains"], item, part.home) for item in value)
    return bool(part.schema.get("minContains", 1) <= count <= part.schema.get("maxContains", count))


_HOLDING: Mapping[str, Callable[[InterpretedSchema, SchemaPart, Json], bool]] = {
    "$ref": lambda whole, part, value: whole.target_matches(part.home, part.schema["$ref"], value),
    "$dynamicRef": lambda whole, part, value: whole.target_matches(part.home, part.schema["$dynamicRef"], value),
    "allOf": _all_match,
    "anyOf": lambda whole, part, value: any(_answers(whole, part, "anyOf", value)),
    "oneOf": lambda whole, part, value: sum(_answers(whole, part, "oneOf", value)) == 1,
    "not": lambda whole, part, value: not whole.matches(part.schema["not"], value, part.home),
    "if": _branch_matches,
    "dependentSchemas": _dependents_match,
    "properties": _members_match,
    "additionalProperties": _other_members_match,
    "propertyNames": _names_match,
    "items": _items_match,
    "prefixItems": _first_items_match,
    "contains": _some_items_match,
}
"""The keywords that hold schemas, or lead to one."""
