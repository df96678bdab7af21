"""In which ways can a schema be a little too wide or too narrow?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, nextafter
from typing import TypeAlias

from regress import Regex, RegressError

from agentcard_conformance.adequacy.breakage import Breakage, Kind
from agentcard_conformance.adequacy.broken_schema import BrokenSchema
from agentcard_conformance.adequacy.pattern_breakages import variants
from agentcard_conformance.adequacy.schema_places import Node, nodes
from agentcard_conformance.adequacy.schema_types import Asserted, asserted
from agentcard_conformance.model import Json, pointer

ANNOTATIONS = frozenset(
    [
        *("$schema", "$id", "$comment", "$defs", "$anchor", "$vocabulary", "title", "description", "default"),
        *("examples", "deprecated", "readOnly", "writeOnly", "contentMediaType", "contentEncoding", "contentSchema"),
    ]
)
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
DROPPED, WIDENED, REQUIRED = "dropped", "widened by ", " required"
GONE = object()
"""A keyword that is left out."""

Change: TypeAlias = tuple[str, Mapping[str, object], tuple[Json, ...]]
"""A label, the keywords that are other than they were, and what to try."""


def schema_breakages(schema: Json) -> Iterator[Breakage]:
    """Every keyword of every subschema, one step away from what it says."""
    certain = asserted(schema)
    for node in nodes(schema):
        for keyword in (word for word in node.schema if word not in ANNOTATIONS):
            changes = _changes(keyword, node.schema[keyword], node.schema)
            kept = (change for change in changes if not _is_masked(certain, node, keyword, change[0]))
            yield from (_breakage(schema, node, keyword, change) for change in kept)


def _is_masked(certain: Asserted, node: Node, keyword: str, label: str) -> bool:
    """Is what would be let in or asked for decided elsewhere?"""
    if keyword == "type" and label.startswith((DROPPED, WIDENED)):
        listed = node.schema["type"]
        return certain.masks(node, [listed] if isinstance(listed, str) else listed)
    if keyword == "properties" and label.endswith(REQUIRED):
        return certain.asks_for(node, label.removeprefix("with ").removesuffix(REQUIRED))
    return False


def _breakage(root: Json, node: Node, keyword: str, change: Change) -> Breakage:
    label, keywords, hints = change
    changed = {name: value for name, value in {**node.schema, **keywords}.items() if value is not GONE}
    return Breakage(
        f"schema {pointer((*node.at, keyword))} {label}",
        Kind.SCHEMA,
        node.requirement,
        lambda: BrokenSchema.of(root, node, changed),
        hints,
    )


def _changes(keyword: str, value: Json, node: Mapping[str, Json]) -> Iterator[Change]:
    if not _says_nothing(keyword, value, node):
        yield DROPPED, {keyword: GONE}, ()
    if operator := OPERATORS.get(keyword):
        yield from operator(keyword, value, node)


def _says_nothing(keyword: str, value: Json, node: Mapping[str, Json]) -> bool:
    """Members that may be anything are named for readers, as long as the object is open."""
    open_object = not {"additionalProperties", "unevaluatedProperties"} & node.keys()
    return keyword == "properties" and open_object and all(each is True for each in value.values())


def _bound(keyword: str, value: int, _node: Mapping[str, Json]) -> Iterator[Change]:
    upper = keyword.startswith("max")
    for label, step in (("loosened", 1 if upper else -1), ("tightened", -1 if upper else 1)):
        if value + step >= 0:
            yield label, {keyword: value + step}, (value, value + step)


def _real(keyword: str, value: float, _node: Mapping[str, Json]) -> Iterator[Change]:
    upper = keyword in ("maximum", "exclusiveMaximum")
    for label, towards in (("loosened", inf if upper else -inf), ("tightened", -inf if upper else inf)):
        step = nextafter(value, towards)
        yield label, {keyword: step}, (value, step)


def _type(keyword: str, value: Json, _node: Mapping[str, Json]) -> Iterator[Change]:
    listed = [value] if isinstance(value, str) else value
    for other in TYPES:
        if other not in listed and not (other == "integer" and "number" in listed):
            yield f"{WIDENED}{other}", {keyword: [*listed, other]}, ()
    for each in listed:
        narrower = [other for other in listed if other != each] + ["integer"] * (each == "number")
        if narrower:
            yield f"without {each}" if len(listed) > 1 else f"narrowed to {narrower[0]}", {keyword: narrower}, ()


def _enum(keyword: str, value: Sequence[Json], _node: Mapping[str, Json]) -> Iterator[Change]:
    for index, member in enumerate(value):
        if len(value) > 1:
            yield f"without {member!a}", {keyword: [*value[:index], *value[index + 1 :]]}, (member,)
        for other in _likenesses(member):
            if other not in value:
                yield f"with {other!a}", {keyword: [*value, other]}, (other,)
    for other in ("", None):
        if other not in value:
            yield f"with {other!a}", {keyword: [*value, other]}, (other,)


def _const(keyword: str, value: Json, _node: Mapping[str, Json]) -> Iterator[Change]:
    for other in _likenesses(value):
        yield f"or {other!a}", {keyword: GONE, "enum": [value, other]}, (other,)


def _likenesses(member: Json) -> Iterator[Json]:
    """What a hasty comparison takes for the same."""
    if isinstance(member, str):
        likely = (member.upper(), member.capitalize(), f"{member} ", f" {member}", f"{member}\n")
        yield from (each for each in dict.fromkeys(likely) if each != member)


def _required(keyword: str, value: Sequence[str], _node: Mapping[str, Json]) -> Iterator[Change]:
    for member in value:
        if len(value) > 1:
            yield f"without {member}", {keyword: [each for each in value if each != member]}, ()


def _properties(keyword: str, value: Mapping[str, Json], node: Mapping[str, Json]) -> Iterator[Change]:
    required = node.get("required", [])
    for member, body in value.items():
        if body is not True:
            rest = {name: each for name, each in value.items() if name != member}
            yield f"without {member}", {keyword: rest}, ()
        if member not in required:
            yield f"with {member}{REQUIRED}", {"required": [*required, member]}, ()
    if not {"additionalProperties", "unevaluatedProperties"} & node.keys():
        yield "closed", {"additionalProperties": False}, ()


def _pattern(keyword: str, value: str, _node: Mapping[str, Json]) -> Iterator[Change]:
    seen = {value}
    for variant in variants(value):
        if variant.pattern not in seen and _compiles(variant.pattern):
            seen.add(variant.pattern)
            yield variant.label, {keyword: variant.pattern}, tuple(variant.characters)


def _compiles(pattern: str) -> bool:
    try:
        Regex(pattern, "u")
    except RegressError:
        return False
    return True


def _listed(keyword: str, value: Sequence[Json], _node: Mapping[str, Json]) -> Iterator[Change]:
    """One of several schemas gone; in allOf, one that is but a reference goes when its $ref is dropped."""
    for index, each in enumerate(value):
        covered = keyword == "allOf" and isinstance(each, dict) and [*each] == ["$ref"]
        if len(value) > 1 and not covered:
            yield f"without {index}", {keyword: [*value[:index], *value[index + 1 :]]}, ()


OPERATORS: dict[str, Callable[[str, Json, Mapping[str, Json]], Iterator[Change]]] = {
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _bound),
    **dict.fromkeys(("minContains", "maxContains"), _bound),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _real),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _listed),
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "properties": _properties,
    "pattern": _pattern,
}
