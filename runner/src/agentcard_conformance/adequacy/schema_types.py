"""Which types does a schema let stand at a place whatever else holds, and which members does it ask for there?

A guard such as `"if": {"type": "string"}` may be as loose as it likes where another subschema refuses all other types:
no card can tell, so that is no breakage.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agentcard_conformance.adequacy.cards import Place
from agentcard_conformance.adequacy.schema_places import Address, Node, nodes, target
from agentcard_conformance.model import Json

Subschema: TypeAlias = tuple[Address, Mapping[str, Json], Place]
"""Where it stands, what it says, and which values it judges."""

CONTAINERS = ({"type": "object"}, {"type": "array"})


@dataclass(frozen=True, slots=True)
class Asserted:
    """What is said of the values at a place without a condition."""

    types: Mapping[Place, Mapping[Address, frozenset[str]]]
    members: Mapping[Place, frozenset[str]]

    def masks(self, node: Node, listed: Sequence[str]) -> bool:
        """Is every type that is not listed refused anyway, wherever this subschema is asked?"""
        return all(self._refused_elsewhere(node.at, place, frozenset(listed)) for place in node.places)

    def _refused_elsewhere(self, at: Address, place: Place, listed: frozenset[str]) -> bool:
        others = (types for address, types in self.types.get(place, {}).items() if address != at)
        return any(types <= listed for types in others)

    def asks_for(self, node: Node, member: str) -> bool:
        """Is a member required wherever this subschema is asked?"""
        return all(member in self.members.get(place, ()) for place in node.places)


def asserted(root: Json) -> Asserted:
    """What a schema says without a condition; members count as asked for in the branch that asks of an object alone."""
    types: dict[Place, dict[Address, frozenset[str]]] = defaultdict(dict)
    for at, schema, place in _certain(root, (), root, ()):
        if "type" in schema:
            types[place][at] = frozenset([schema["type"]] if isinstance(schema["type"], str) else schema["type"])
    members: dict[Place, set[str]] = defaultdict(set)
    for node in nodes(root):
        if "if" not in node.at:
            for place in node.places:
                members[place].update(node.schema.get("required", ()))
    return Asserted(types, {place: frozenset(names) for place, names in members.items()})


def _certain(root: Json, at: Address, schema: Json, place: Place) -> Iterator[Subschema]:
    """What is asked of every value at a place: what lies below an object or an array is there only if it is one."""
    if not isinstance(schema, dict):
        return
    yield at, schema, place
    for index, each in enumerate(schema.get("allOf", ())):
        yield from _certain(root, (*at, "allOf", index), each, place)
    if "$ref" in schema:
        address, aim = target(root, schema["$ref"])
        yield from _certain(root, address, aim, place)
    yield from _parts(root, at, schema, place)
    if schema.get("if") in CONTAINERS and isinstance(schema.get("then"), dict):
        yield from _parts(root, (*at, "then"), schema["then"], place)


def _parts(root: Json, at: Address, schema: Mapping[str, Json], place: Place) -> Iterator[Subschema]:
    for name, each in schema.get("properties", {}).items():
        yield from _certain(root, (*at, "properties", name), each, (*place, name))
    if "items" in schema and "prefixItems" not in schema:
        yield from _certain(root, (*at, "items"), schema["items"], (*place, "*"))
