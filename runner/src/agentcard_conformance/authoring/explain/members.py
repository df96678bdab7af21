"""What a dialect asks of each member of its cards, as its schema, its rules and its requirements say."""

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from agentcard_conformance.model import Dialect, Json, Level, PathPattern, Requirement
from agentcard_conformance.schema_engine.subschemas import resolve_local

_ANY: Final = "*"
_IS_THERE: Final = "is there"
_NEVER: Final = "never"
_FOLLOWED: Final = frozenset({"$ref", "allOf", "then", "properties", "required", "items", "additionalProperties"})
"""Keywords that lead to what is said of a place, or of a place below it."""
_SILENT: Final = frozenset({"$comment", "$defs", "$id", "$schema", "default", "description", "examples", "title"})
_RANGES: Final = {
    ("minimum", "maximum"): "",
    ("minLength", "maxLength"): " characters",
    ("minItems", "maxItems"): " items",
    ("minProperties", "maxProperties"): " members",
}
_TOLD: Final = frozenset({_IS_THERE, "required", "type", "enum", "const", *(name for pair in _RANGES for name in pair)})
"""What is put into words; all else goes by the id of its requirement."""


class PlacedKeyword(NamedTuple):
    """A keyword of a schema, or a rule, with the place in cards that it is about and its requirement."""

    place: PathPattern
    keyword: str
    value: Json = None
    requirement: str = ""


def describe_members(dialect: Dialect) -> dict[PathPattern, str]:
    """By place, of the card and of its members: whether it is required, its type, its values and its bounds.

    What is said in another way, by a pattern, a condition or a rule, goes by the ids of its requirements.
    """
    rules = (PlacedKeyword(use.at, "rule", use.rule, use.requirement) for use in dialect.rules)
    by_place: dict[PathPattern, list[PlacedKeyword]] = {}
    for each in [*_read(dialect.schema, dialect.schema, dialect.requirements, PlacedKeyword((), _IS_THERE)), *rules]:
        by_place.setdefault(each.place, []).append(each)
    return {place: _describe(said, dialect.requirements) for place, said in by_place.items()}


def _read(
    root: Json,
    schema: Json,
    requirements: Container[str],
    under: PlacedKeyword,
    followed: tuple[str, ...] = (),
) -> Iterator[PlacedKeyword]:
    """What a schema says of a place and of all below it; a reference that leads into itself is followed once."""
    yield under if schema is not False else under._replace(keyword=_NEVER)
    if not isinstance(schema, dict) or (reference := schema.get("$ref", "")) in followed:
        return
    if (named := schema.get("$comment", "")) in requirements:
        under = under._replace(requirement=named)
    for steps, part in _parts(root, schema):
        below = under._replace(place=(*under.place, *steps))
        yield from _read(root, part, requirements, below, (*followed, reference) if reference else followed)
    for name in schema.get("required", ()):
        yield PlacedKeyword((*under.place, name), "required", value=True, requirement=under.requirement)
    for keyword, value in schema.items():
        leads_elsewhere = keyword == "$ref" and not value.startswith("#")
        if leads_elsewhere or (keyword not in _FOLLOWED | _SILENT and not _is_type_condition(keyword, schema)):
            yield under._replace(keyword=keyword, value=value)


def _parts(root: Json, schema: Mapping[str, Json]) -> Iterator[tuple[PathPattern, Json]]:
    """The schemas in a schema that hold wherever it does, each with the steps from its place to theirs."""
    if schema.get("$ref", "").startswith("#"):
        yield (), resolve_local(root, schema["$ref"])[1]
    yield from (((), part) for part in schema.get("allOf", ()))
    if _is_type_condition("if", schema):
        yield (), schema.get("then", True)
    yield from (((name,), part) for name, part in schema.get("properties", {}).items())
    yield from (((_ANY,), schema[name]) for name in ("items", "additionalProperties") if name in schema)


def _is_type_condition(keyword: str, schema: Mapping[str, Json]) -> bool:
    """Whether it only keeps what follows from values of other types, which another requirement refuses."""
    return keyword == "if" in schema and schema["if"].keys() == {"type"} and "else" not in schema


def _describe(said: Sequence[PlacedKeyword], requirements: Mapping[str, Requirement]) -> str:
    asked = {each.keyword: each.value for each in reversed(said)}
    if _NEVER in asked:
        return "not allowed"
    place = said[0].place
    presence = [] if not place or place[-1] == _ANY else ["required" if "required" in asked else "optional"]
    told = [*presence, *_describe_type(asked), *_describe_values(asked), *_describe_ranges(asked)]
    others = dict.fromkeys(each.requirement for each in said if each.keyword not in _TOLD and each.requirement)
    return ", ".join([*told, *(_with_level(requirements[name]) for name in others)]) or "any value"


def _describe_type(asked: Mapping[str, Json]) -> Iterator[str]:
    if "type" in asked:
        yield asked["type"] if isinstance(asked["type"], str) else " or ".join(asked["type"])


def _describe_values(asked: Mapping[str, Json]) -> Iterator[str]:
    values = [asked["const"]] if "const" in asked else asked.get("enum", [])
    if values:
        yield "one of " * (len(values) > 1) + " ".join(map(json.dumps, values))


def _describe_ranges(asked: Mapping[str, Json]) -> Iterator[str]:
    for (least, most), unit in _RANGES.items():
        if least in asked and most in asked:
            yield f"{asked[least]} to {asked[most]}{unit}"
        elif least in asked:
            yield f"at least {_counted(asked[least], unit)}"
        elif most in asked:
            yield f"at most {_counted(asked[most], unit)}"


def _counted(number: Json, unit: str) -> str:
    return f"{number}{unit.removesuffix('s') if number == 1 else unit}"


def _with_level(requirement: Requirement) -> str:
    return requirement.id if requirement.level is Level.MUST else f"{requirement.id} ({requirement.level})"
