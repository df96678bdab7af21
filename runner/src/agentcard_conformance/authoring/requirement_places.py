"""Where in a card each requirement of a dialect looks, and which members it defines, as its schema and rules say."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Dialect, Json, PathPattern, parts_at
from agentcard_conformance.schema_engine.subschemas import resolve_local

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("if", "then", "else", "not")
_ANY_PART = ("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains")
_DEEPEST = 20
"""Steps; a schema that refers to itself would be followed without end."""


def places_of_requirements(dialect: Dialect) -> Mapping[str, frozenset[PathPattern]]:
    """By requirement, the places that it is about; of one that nothing reports, those of the others of its area."""
    found: defaultdict[str, set[PathPattern]] = defaultdict(set)
    for name, place in _places_in_schema(dialect):
        found[name].add(place)
    for use in dialect.rules:
        found[use.requirement].add(use.at)
    by_area: defaultdict[str, set[PathPattern]] = defaultdict(set)
    for name, places in found.items():
        by_area[dialect.requirements[name].area] |= places
    return {
        each.id: frozenset(found.get(each.id) or by_area.get(each.area) or ()) for each in dialect.requirements.values()
    }


def undefined_members(dialect: Dialect, value: Json) -> Iterator[tuple[PathPattern, frozenset[str]]]:
    """Each member of a card that the dialect does not define, with the names that it defines there.

    Where it defines no member at all, as in the schema of a parameter, any is as good as another.
    """
    defined: defaultdict[PathPattern, set[str]] = defaultdict(set)
    for schema, at in _schemas_with_places(dialect.schema, dialect.schema, ()):
        defined[at] |= schema.get("properties", {}).keys()
    for at, names in defined.items():
        for steps, part in parts_at(value, at) if names else ():
            for name in part.keys() - names if isinstance(part, dict) else ():
                yield (*map(str, steps), name), frozenset(names)


def _places_in_schema(dialect: Dialect) -> Iterator[tuple[str, PathPattern]]:
    """Each requirement that a part of the schema states, with the place of the values that it holds for."""
    for schema, at in _schemas_with_places(dialect.schema, dialect.schema, ()):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name in dialect.requirements:
            yield name, at


def _schemas_with_places(root: Json, schema: Json, at: PathPattern) -> Iterator[tuple[Mapping[str, Json], PathPattern]]:
    """A schema and all in it and behind its references, each with the place of the values that it holds for."""
    if not isinstance(schema, dict) or len(at) > _DEEPEST:
        return
    yield schema, at
    if schema.get("$ref", "").startswith("#/"):
        yield from _schemas_with_places(root, resolve_local(root, schema["$ref"])[1], at)
    for part, place in _parts_of_schema(schema, at):
        yield from _schemas_with_places(root, part, place)


def _parts_of_schema(schema: Mapping[str, Json], at: PathPattern) -> Iterator[tuple[Json, PathPattern]]:
    """What stands in a schema, each with the place of the values that it holds for."""
    yield from ((schema[keyword], at) for keyword in _IN_PLACE if keyword in schema)
    yield from ((part, at) for keyword in _IN_PLACE_LISTS for part in schema.get(keyword, ()))
    yield from ((schema[keyword], (*at, "*")) for keyword in _ANY_PART if keyword in schema)
    yield from ((part, (*at, "*")) for part in schema.get("prefixItems", ()))
    yield from ((part, (*at, "*")) for part in schema.get("patternProperties", {}).values())
    yield from ((part, (*at, name)) for name, part in schema.get("properties", {}).items())
