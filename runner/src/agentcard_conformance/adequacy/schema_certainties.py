"""The types that a schema demands at a place whatever else holds, and the members it asks for there.

A guard such as `"if": {"type": "string"}` may be as loose as it likes where another subschema refuses all other types:
no card can tell, so that is no breakage.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agentcard_conformance.adequacy.schema_nodes import SchemaNode, schema_nodes
from agentcard_conformance.model import Json, PathPattern, Steps
from agentcard_conformance.schema_engine.subschemas import is_local, resolve_local

_Unconditional: TypeAlias = tuple[Steps, Mapping[str, Json], PathPattern]
"""Where a subschema stands, what it says, and which values it judges."""

_CONTAINER_TYPES = ({"type": "object"}, {"type": "array"})


@dataclass(frozen=True, slots=True)
class Certainties:
    """What is said of the values at a place without a condition."""

    types: Mapping[PathPattern, Mapping[Steps, frozenset[str]]]
    members: Mapping[PathPattern, frozenset[str]]

    def refuse_other_types(self, node: SchemaNode, listed: Sequence[str]) -> bool:
        """Whether every type that is not listed is refused elsewhere, wherever this subschema judges."""
        return all(self._refused_elsewhere(node.at, place, frozenset(listed)) for place in node.places)

    def require_member(self, node: SchemaNode, member: str) -> bool:
        """Whether a member is required wherever this subschema judges."""
        return all(member in self.members.get(place, ()) for place in node.places)

    def _refused_elsewhere(self, at: Steps, place: PathPattern, listed: frozenset[str]) -> bool:
        others = (types for other, types in self.types.get(place, {}).items() if other != at)
        return any(types <= listed for types in others)


def find_certainties(root: Json) -> Certainties:
    """What a schema says without a condition; members count as required in the branch that judges objects alone."""
    types: dict[PathPattern, dict[Steps, frozenset[str]]] = defaultdict(dict)
    for at, schema, place in _unconditional(root, (), root, ()):
        if "type" in schema:
            types[place][at] = frozenset([schema["type"]] if isinstance(schema["type"], str) else schema["type"])
    members: dict[PathPattern, set[str]] = defaultdict(set)
    for node in schema_nodes(root):
        if "if" not in node.at:
            for place in node.places:
                members[place].update(node.schema.get("required", ()))
    return Certainties(types, {place: frozenset(names) for place, names in members.items()})


def _unconditional(root: Json, at: Steps, schema: Json, place: PathPattern) -> Iterator[_Unconditional]:
    """What judges every value at a place: what lies below an object or an array is there only if it is one."""
    if not isinstance(schema, dict):
        return
    yield at, schema, place
    for index, each in enumerate(schema.get("allOf", ())):
        yield from _unconditional(root, (*at, "allOf", index), each, place)
    if is_local(schema.get("$ref", "")):
        target, meant = resolve_local(root, schema["$ref"])
        yield from _unconditional(root, target, meant, place)
    yield from _unconditional_parts(root, at, schema, place)
    if schema.get("if") in _CONTAINER_TYPES and isinstance(schema.get("then"), dict):
        yield from _unconditional_parts(root, (*at, "then"), schema["then"], place)


def _unconditional_parts(
    root: Json, at: Steps, schema: Mapping[str, Json], place: PathPattern
) -> Iterator[_Unconditional]:
    for name, each in schema.get("properties", {}).items():
        yield from _unconditional(root, (*at, "properties", name), each, (*place, name))
    if "items" in schema and "prefixItems" not in schema:
        yield from _unconditional(root, (*at, "items"), schema["items"], (*place, "*"))
