"""The ways in which a schema can be a little too wide or too narrow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, nextafter
from typing import TypeAlias

from agentcard_conformance.adequacy.breakage import Breakage, BreakageKind
from agentcard_conformance.adequacy.broken_schema import BrokenSchema
from agentcard_conformance.adequacy.pattern_breakages import pattern_variants
from agentcard_conformance.adequacy.schema_certainties import Certainties, find_certainties
from agentcard_conformance.adequacy.schema_nodes import SchemaNode, schema_nodes
from agentcard_conformance.model import Json, to_pointer
from agentcard_conformance.schema_engine.keywords import ANNOTATIONS
from agentcard_conformance.schema_engine.patterns import pattern_error

_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
_DROPPED, _WIDENED, _REQUIRED = "dropped", "widened by ", " required"
_LEFT_OUT = object()
"""In place of the value of a keyword that is left out."""

SchemaChange: TypeAlias = tuple[str, Mapping[str, object], tuple[Json, ...]]
"""A label, the keywords that are other than they were, and what to try."""


def schema_breakages(schema: Json, dialect: str) -> Iterator[Breakage]:
    """Every keyword of every subschema of a dialect's schema, one step away from what it says."""
    certainties = find_certainties(schema)
    for node in schema_nodes(schema):
        for keyword in (word for word in node.schema if word not in ANNOTATIONS):
            changes = _changes(keyword, node.schema[keyword], node.schema)
            kept = (change for change in changes if not _is_hidden(certainties, node, keyword, change[0]))
            yield from (_breakage(schema, dialect, node, keyword, change) for change in kept)


def _is_hidden(certainties: Certainties, node: SchemaNode, keyword: str, label: str) -> bool:
    """Whether what would be let in or required is decided elsewhere."""
    if keyword == "type" and label.startswith((_DROPPED, _WIDENED)):
        listed = node.schema["type"]
        return certainties.refuse_other_types(node, [listed] if isinstance(listed, str) else listed)
    if keyword == "properties" and label.endswith(_REQUIRED):
        return certainties.require_member(node, label.removeprefix("with ").removesuffix(_REQUIRED))
    return False


def _breakage(root: Json, dialect: str, node: SchemaNode, keyword: str, change: SchemaChange) -> Breakage:
    label, keywords, hints = change
    changed = {name: value for name, value in {**node.schema, **keywords}.items() if value is not _LEFT_OUT}
    return Breakage(
        f"schema {to_pointer((*node.at, keyword))} {label}",
        BreakageKind.SCHEMA,
        node.requirement,
        dialect,
        (dialect,),
        lambda _: [BrokenSchema.change(root, node, changed)],
        hints,
    )


def _changes(keyword: str, value: Json, node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    if not _judges_nothing(keyword, value, node):
        yield _DROPPED, {keyword: _LEFT_OUT}, ()
    if change := _CHANGES.get(keyword):
        yield from change(keyword, value, node)


def _judges_nothing(keyword: str, value: Json, node: Mapping[str, Json]) -> bool:
    """Members that may be anything are named for readers, as long as the object is open."""
    is_open = not {"additionalProperties", "unevaluatedProperties"} & node.keys()
    return keyword == "properties" and is_open and all(each is True for each in value.values())


def _change_count(keyword: str, value: int, _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    upper = keyword.startswith("max")
    for label, step in (("loosened", 1 if upper else -1), ("tightened", -1 if upper else 1)):
        if value + step >= 0:
            yield label, {keyword: value + step}, (value, value + step)


def _change_number(keyword: str, value: float, _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    upper = keyword in ("maximum", "exclusiveMaximum")
    for label, towards in (("loosened", inf if upper else -inf), ("tightened", -inf if upper else inf)):
        step = nextafter(value, towards)
        yield label, {keyword: step}, (value, step)


def _change_type(keyword: str, value: Json, _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    listed = [value] if isinstance(value, str) else value
    for other in _TYPES:
        if other not in listed and not (other == "integer" and "number" in listed):
            yield f"{_WIDENED}{other}", {keyword: [*listed, other]}, ()
    for each in listed:
        narrower = [other for other in listed if other != each] + ["integer"] * (each == "number")
        if narrower:
            yield f"without {each}" if len(listed) > 1 else f"narrowed to {narrower[0]}", {keyword: narrower}, ()


def _change_enum(keyword: str, value: Sequence[Json], _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    for index, member in enumerate(value):
        if len(value) > 1:
            yield f"without {member!a}", {keyword: [*value[:index], *value[index + 1 :]]}, (member,)
        for other in _similar_texts(member):
            if other not in value:
                yield f"with {other!a}", {keyword: [*value, other]}, (other,)
    for other in ("", None):
        if other not in value:
            yield f"with {other!a}", {keyword: [*value, other]}, (other,)


def _change_const(keyword: str, value: Json, _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    for other in _similar_texts(value):
        yield f"or {other!a}", {keyword: _LEFT_OUT, "enum": [value, other]}, (other,)


def _similar_texts(member: Json) -> Iterator[Json]:
    """What a hasty comparison takes for the same."""
    if isinstance(member, str):
        likely = (member.upper(), member.capitalize(), f"{member} ", f" {member}", f"{member}\n")
        yield from (each for each in dict.fromkeys(likely) if each != member)


def _change_required(keyword: str, value: Sequence[str], _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    for member in value:
        if len(value) > 1:
            yield f"without {member}", {keyword: [each for each in value if each != member]}, ()


def _change_properties(keyword: str, value: Mapping[str, Json], node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    required = node.get("required", [])
    for member, body in value.items():
        if body is not True:
            rest = {name: each for name, each in value.items() if name != member}
            yield f"without {member}", {keyword: rest}, ()
        if member not in required:
            yield f"with {member}{_REQUIRED}", {"required": [*required, member]}, ()
    if not {"additionalProperties", "unevaluatedProperties"} & node.keys():
        yield "closed", {"additionalProperties": False}, ()


def _change_pattern(keyword: str, value: str, _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    seen = {value}
    for variant in pattern_variants(value):
        if variant.pattern not in seen and not pattern_error(variant.pattern):
            seen.add(variant.pattern)
            yield variant.label, {keyword: variant.pattern}, tuple(variant.characters)


def _change_list(keyword: str, value: Sequence[Json], _node: Mapping[str, Json]) -> Iterator[SchemaChange]:
    """One of several schemas gone; in allOf, one that is but a reference goes when its $ref is dropped."""
    for index, each in enumerate(value):
        is_covered = keyword == "allOf" and isinstance(each, dict) and [*each] == ["$ref"]
        if len(value) > 1 and not is_covered:
            yield f"without {index}", {keyword: [*value[:index], *value[index + 1 :]]}, ()


_CHANGES: Mapping[str, Callable[[str, Json, Mapping[str, Json]], Iterator[SchemaChange]]] = {
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _change_count
    ),
    **dict.fromkeys(("minContains", "maxContains"), _change_count),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _change_number),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _change_list),
    "type": _change_type,
    "enum": _change_enum,
    "const": _change_const,
    "required": _change_required,
    "properties": _change_properties,
    "pattern": _change_pattern,
}
