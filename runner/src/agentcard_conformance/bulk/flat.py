"""How does a schema of many small ones become one of few, for an engine that walks a card for each of them?

What comes out holds of the same values, refers to nothing outside, and holds nothing that only annotates.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from jsonschema_rs import Draft202012Validator

from agentcard_conformance.bulk.documents import REFERENCES, Documents, Node
from agentcard_conformance.bulk.trust import ANNOTATIONS, LISTS, MAPS, SINGLE
from agentcard_conformance.model import Json

Holds: TypeAlias = Callable[[Json], bool]

LEFT_OUT = frozenset({*ANNOTATIONS, *REFERENCES, "allOf", "$schema", "$vocabulary", "$dynamicAnchor"})
NEVER: Mapping[str, Json] = {"not": True}

LOOKS_AT: Mapping[str, Collection[str]] = {
    "object": (
        *("properties", "patternProperties", "additionalProperties", "required", "propertyNames"),
        *("minProperties", "maxProperties", "dependentRequired", "dependentSchemas"),
    ),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"),
    "string": ("minLength", "maxLength", "pattern"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
}
"""Keywords that say nothing of a value of another type."""

TOGETHER = (
    ("additionalProperties", "properties", "patternProperties"),
    ("prefixItems", "items"),
    ("contains", "minContains", "maxContains"),
    ("if", "then", "else"),
)
"""Keywords that mean something else without the first of their row, or beside another one."""

SILENT_ALONE = frozenset({"minContains", "maxContains", "then", "else"})


def holder(schema: Json) -> Holds:
    """Says whether a value holds to a schema; nothing is fetched."""
    holds: Holds = Draft202012Validator(schema, offline=True).is_valid
    return holds


def flat(documents: Documents, nodes: Sequence[Node]) -> Json:
    """One schema that holds where all of these do."""
    made = _Flat(documents)
    schema = made.whole(nodes)
    needed = {name: made.named[name] for name in sorted(made.used)}
    return {**schema, "$defs": needed} if needed else schema


class _Flat:
    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.named: dict[str, Json] = {}
        self.used: set[str] = set()
        self._names: dict[frozenset[int], str] = {}

    def whole(self, nodes: Iterable[Node]) -> Json:
        """Made where it is first met, and referred to from then on, also from within itself."""
        parts = [part for node in nodes for part in self._parts(node)]
        key = frozenset(id(part.schema) for part in parts)
        if not parts:
            return True
        if key not in self._names:
            name = self._names[key] = str(len(self._names))
            made = self.named[name] = self._merged(parts)
            if name not in self.used:
                return made
        self.used.add(self._names[key])
        return {"$ref": f"#/$defs/{self._names[key]}"}

    def _merged(self, parts: Iterable[Node]) -> dict[str, Json]:
        pieces = self._decided([_own(part) for part in parts])
        types = _types(pieces)
        merger = _Merger(self, types)
        for schema, home in pieces:
            for unit in _units(schema, types):
                merger.take(unit, home)
        return merger.schema()

    def _parts(self, node: Node) -> Iterator[Node]:
        """What a reference leads to and `allOf` lists, and what stands beside them."""
        if isinstance(node.schema, bool):
            yield from [Node(NEVER)] * (not node.schema)
            return
        for reference in REFERENCES:
            if reference in node.schema:
                yield from self._parts(self.documents.target(node.home, node.schema[reference]))
        for part in node.schema.get("allOf", ()):
            yield from self._parts(Node(part, node.home))
        yield from [node] * bool(_own(node).schema)

    def _decided(self, pieces: list[Node]) -> list[Node]:
        """What is asked only of values of a type stands as it is where another piece demands that type."""
        types = _types(pieces)
        for index, (schema, home) in enumerate(pieces):
            if "else" not in schema and types and _accepts(schema.get("if"), types):
                rest = Node({keyword: schema[keyword] for keyword in schema if keyword not in ("if", "then")}, home)
                then = map(_own, self._parts(Node(schema.get("then", True), home)))
                return self._decided([*pieces[:index], rest, *then, *pieces[index + 1 :]])
        return pieces

    def converted(self, keyword: str, value: Json, home: str) -> Json:
        """The value of a keyword, with the schemas in it made flat."""
        if keyword in SINGLE:
            return self.whole([Node(value, home)])
        if keyword in LISTS:
            return [self.whole([Node(part, home)]) for part in value]
        return {name: self.whole([Node(part, home)]) for name, part in value.items()} if keyword in MAPS else value


class _Merger:
    """Makes one schema of units that come from several."""

    def __init__(self, maker: _Flat, types: Collection[str] | None) -> None:
        self._maker = maker
        self._types = types
        self._properties: dict[str, list[Node]] = {}
        self._items: list[Node] = []
        self._required: dict[str, None] = {}
        self._merged: dict[str, Json] = {}
        self._apart: list[Json] = []

    def take(self, unit: Mapping[str, Json], home: str) -> None:
        """Beside what is there already, or apart where the two do not go together."""
        if list(unit) == ["properties"]:
            for name, part in unit["properties"].items():
                self._properties.setdefault(name, []).append(Node(part, home))
        elif list(unit) == ["items"]:
            self._items.append(Node(unit["items"], home))
        elif list(unit) == ["required"]:
            self._required |= dict.fromkeys(unit["required"])
        elif list(unit) != ["type"]:
            self._add({keyword: self._maker.converted(keyword, value, home) for keyword, value in unit.items()})

    def _add(self, unit: Mapping[str, Json]) -> None:
        if any(row[0] in unit for row in TOGETHER[:2]) or any(keyword in self._merged for keyword in unit):
            self._apart += [dict(unit)] * (not self._is_said(unit))
        else:
            self._merged |= unit

    def _is_said(self, unit: Mapping[str, Json]) -> bool:
        """Letter for letter, since to Python 0 is false; and not of a row, where it may mean something else."""
        [keyword, *others] = unit
        is_alone = not others and not any(keyword in row for row in TOGETHER)
        return is_alone and json.dumps(self._merged[keyword]) == json.dumps(unit[keyword])

    def schema(self) -> dict[str, Json]:
        """All that was taken; nothing holds to it if no type is left."""
        properties = {name: self._maker.whole(nodes) for name, nodes in self._properties.items()}
        told = {name: part for name, part in properties.items() if part is not True}
        items = self._maker.whole(self._items) if self._items else True
        if self._types is not None and not self._types:
            return {**NEVER}
        fixed = {} if self._types is None else {"type": _written(self._types)}
        collected = {"required": list(self._required), "properties": told, "allOf": self._apart}
        some = {keyword: value for keyword, value in collected.items() if value}
        return {**fixed, **self._merged, **({} if items is True else {"items": items}), **some}


def _own(part: Node) -> Node:
    """Without what only annotates, and without what leads elsewhere."""
    kept = {keyword: value for keyword, value in part.schema.items() if keyword not in LEFT_OUT}
    return Node(kept, part.home)


def _types(pieces: Iterable[Node]) -> frozenset[str] | None:
    """Which types are left to a value; none named when all are. Where a number may be, so may an integer."""
    demanded = [piece.schema["type"] for piece in pieces if "type" in piece.schema]
    kinds = [frozenset([names] if isinstance(names, str) else names) for names in demanded]
    wide = [names | {"integer"} if "number" in names else names for names in kinds]
    return frozenset.intersection(*wide) if wide else None


def _written(types: Collection[str]) -> str | list[str]:
    """A single name is looked up faster than a list of one."""
    names = [name for name in sorted(types) if name != "integer" or "number" not in types]
    return names if len(names) > 1 else names[0]


def _accepts(asked: Json, types: Collection[str]) -> bool:
    """Does what an `if` asks for hold of every value of these types?"""
    accepted = _types([Node(asked)]) if isinstance(asked, dict) and list(asked) == ["type"] else None
    return accepted is not None and accepted.issuperset(types)


def _units(schema: Mapping[str, Json], types: Collection[str] | None) -> Iterator[dict[str, Json]]:
    """The keywords that may matter, those together that need one another."""
    silent = [keyword for kind, keywords in LOOKS_AT.items() if types and kind not in types for keyword in keywords]
    left = {keyword: value for keyword, value in schema.items() if keyword not in silent}
    for row in TOGETHER:
        if row[0] in left:
            yield {keyword: left.pop(keyword) for keyword in row if keyword in left}
    yield from ({keyword: value} for keyword, value in left.items() if keyword not in SILENT_ALONE)
