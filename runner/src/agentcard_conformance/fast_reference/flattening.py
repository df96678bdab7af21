"""Turns a schema of many small ones into one of few: the fast engine walks a card for each of them.

The flat schema matches the same values, refers to nothing outside, and has no annotations.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.keywords import ANNOTATIONS, KEYWORDS, REFERENCES, Holds

_LEFT_OUT = frozenset({*ANNOTATIONS, *REFERENCES, "format", "allOf", "$dynamicAnchor"})
_NEVER: Mapping[str, Json] = {"not": True}

_TOGETHER = (
    ("additionalProperties", "properties", "patternProperties"),
    ("prefixItems", "items"),
    ("contains", "minContains", "maxContains"),
    ("if", "then", "else"),
)
"""Keywords that mean something else without the first of their row, or beside another one."""

_MEANINGLESS_ALONE = frozenset({"minContains", "maxContains", "then", "else"})


def flatten(documents: SchemaDocuments, parts: Sequence[SchemaPart]) -> Json:
    """One schema that matches where all of these do."""
    flattener = _Flattener(documents)
    schema = flattener.flatten_all(parts)
    needed = {name: flattener.definitions[name] for name in sorted(flattener.used)}
    return {**schema, "$defs": needed} if needed else schema


class _Flattener:
    def __init__(self, documents: SchemaDocuments) -> None:
        self.documents = documents
        self.definitions: dict[str, Json] = {}
        self.used: set[str] = set()
        self._names: dict[frozenset[int], str] = {}

    def flatten_all(self, parts: Iterable[SchemaPart]) -> Json:
        """Made where it is first met, and referred to from then on, also from within itself."""
        pieces = [piece for part in parts for piece in self._pieces(part)]
        key = frozenset(id(piece.schema) for piece in pieces)
        if not pieces:
            return True
        if key not in self._names:
            name = self._names[key] = str(len(self._names))
            merged = self.definitions[name] = self._merge(pieces)
            if name not in self.used:
                return merged
        self.used.add(self._names[key])
        return {"$ref": f"#/$defs/{self._names[key]}"}

    def flatten_value(self, keyword: str, value: Json, home: str) -> Json:
        """The value of a keyword, with the schemas in it flattened."""
        holds = KEYWORDS[keyword].holds if keyword in KEYWORDS else Holds.NONE
        if holds is Holds.ONE:
            return self.flatten_all([SchemaPart(value, home)])
        if holds is Holds.LIST:
            return [self.flatten_all([SchemaPart(part, home)]) for part in value]
        if holds is Holds.MAP:
            return {name: self.flatten_all([SchemaPart(part, home)]) for name, part in value.items()}
        return value

    def _merge(self, parts: Iterable[SchemaPart]) -> dict[str, Json]:
        pieces = self._resolve_conditions([_without_annotations(part) for part in parts])
        types = _allowed_types(pieces)
        merger = _Merger(self, types)
        for schema, home in pieces:
            for unit in _units(schema, types):
                merger.add(unit, home)
        return merger.schema()

    def _pieces(self, part: SchemaPart) -> Iterator[SchemaPart]:
        """What a reference leads to and `allOf` lists, and what stands beside them."""
        if isinstance(part.schema, bool):
            yield from [SchemaPart(_NEVER)] * (not part.schema)
            return
        for reference in REFERENCES:
            if reference in part.schema:
                yield from self._pieces(self.documents.resolve(part.home, part.schema[reference]))
        for each in part.schema.get("allOf", ()):
            yield from self._pieces(SchemaPart(each, part.home))
        yield from [part] * bool(_without_annotations(part).schema)

    def _resolve_conditions(self, pieces: list[SchemaPart]) -> list[SchemaPart]:
        """What is asked only of values of a type stands as it is where another piece demands that type."""
        types = _allowed_types(pieces)
        for index, (schema, home) in enumerate(pieces):
            if "else" not in schema and types and _accepts_types(schema.get("if"), types):
                rest = {keyword: schema[keyword] for keyword in schema if keyword not in ("if", "then")}
                then = map(_without_annotations, self._pieces(SchemaPart(schema.get("then", True), home)))
                return self._resolve_conditions([*pieces[:index], SchemaPart(rest, home), *then, *pieces[index + 1 :]])
            if "else" not in schema and _accepts_all_but_null(schema, types or ()):
                rest = {keyword: schema[keyword] for keyword in schema if keyword not in ("if", "then")}
                plain = {keyword: schema["then"][keyword] for keyword in schema["then"] if keyword != "type"}
                return self._resolve_conditions(
                    [*pieces[:index], SchemaPart(rest, home), SchemaPart(plain, home), *pieces[index + 1 :]]
                )
        return pieces


class _Merger:
    """Makes one schema of units that come from several."""

    def __init__(self, flattener: _Flattener, types: Collection[str] | None) -> None:
        self._flattener = flattener
        self._types = types
        self._properties: dict[str, list[SchemaPart]] = {}
        self._items: list[SchemaPart] = []
        self._required: dict[str, None] = {}
        self._merged: dict[str, Json] = {}
        self._separate: list[Json] = []

    def add(self, unit: Mapping[str, Json], home: str) -> None:
        """Beside what is there already, or apart where the two do not go together."""
        if list(unit) == ["properties"]:
            for name, part in unit["properties"].items():
                self._properties.setdefault(name, []).append(SchemaPart(part, home))
        elif list(unit) == ["items"]:
            self._items.append(SchemaPart(unit["items"], home))
        elif list(unit) == ["required"]:
            self._required |= dict.fromkeys(unit["required"])
        elif list(unit) != ["type"]:
            self._add_unit({word: self._flattener.flatten_value(word, value, home) for word, value in unit.items()})

    def schema(self) -> dict[str, Json]:
        """All that was added; nothing matches it if no type is left."""
        properties = {name: self._flattener.flatten_all(parts) for name, parts in self._properties.items()}
        told = {name: part for name, part in properties.items() if part is not True}
        items = self._flattener.flatten_all(self._items) if self._items else True
        if self._types is not None and not self._types:
            return {**_NEVER}
        fixed = {} if self._types is None else {"type": _type_value(self._types)}
        collected = {"required": list(self._required), "properties": told, "allOf": self._separate}
        some = {keyword: value for keyword, value in collected.items() if value}
        return {**fixed, **self._merged, **({} if items is True else {"items": items}), **some}

    def _add_unit(self, unit: Mapping[str, Json]) -> None:
        if any(row[0] in unit for row in _TOGETHER[:2]) or any(keyword in self._merged for keyword in unit):
            self._separate += [dict(unit)] * (not self._is_repeated(unit))
        else:
            self._merged |= unit

    def _is_repeated(self, unit: Mapping[str, Json]) -> bool:
        """Letter for letter, since to Python 0 is false; and not of a row, where it may mean something else."""
        [keyword, *others] = unit
        is_alone = not others and not any(keyword in row for row in _TOGETHER)
        return is_alone and json.dumps(self._merged[keyword]) == json.dumps(unit[keyword])


def _without_annotations(part: SchemaPart) -> SchemaPart:
    """Only what judges a value, and leads nowhere else."""
    kept = {keyword: value for keyword, value in part.schema.items() if keyword not in _LEFT_OUT}
    return SchemaPart(kept, part.home)


def _allowed_types(pieces: Iterable[SchemaPart]) -> frozenset[str] | None:
    """Which types are left to a value; None when all are. Where a number may be, so may an integer."""
    demanded = [piece.schema["type"] for piece in pieces if "type" in piece.schema]
    kinds = [frozenset([names] if isinstance(names, str) else names) for names in demanded]
    wide = [names | {"integer"} if "number" in names else names for names in kinds]
    return frozenset.intersection(*wide) if wide else None


def _type_value(types: Collection[str]) -> str | list[str]:
    """A single name is looked up faster than a list of one."""
    names = [name for name in sorted(types) if name != "integer" or "number" not in types]
    return names if len(names) > 1 else names[0]


def _accepts_types(condition: Json, types: Collection[str]) -> bool:
    """Whether an `if` matches every value of these types."""
    asks_type = isinstance(condition, dict) and list(condition) == ["type"]
    accepted = _allowed_types([SchemaPart(condition)]) if asks_type else None
    return accepted is not None and accepted.issuperset(types)


def _accepts_all_but_null(schema: Mapping[str, Json], types: Collection[str]) -> bool:
    """Whether an `if` matches every value but null, and `then` says nothing of null but by its type."""
    others, then = frozenset(types) - {"null"}, schema.get("then")
    if "null" not in types or not others or not isinstance(then, dict) or not _accepts_types(schema.get("if"), others):
        return False
    told = (KEYWORDS[keyword].type if keyword in KEYWORDS else "" for keyword in then if keyword != "type")
    return all(told) and _accepts_types({"type": then.get("type", [*others])}, others)


def _units(schema: Mapping[str, Json], types: Collection[str] | None) -> Iterator[dict[str, Json]]:
    """The keywords that may matter, those together that need one another."""
    left = {keyword: value for keyword, value in schema.items() if _may_matter(keyword, types)}
    for row in _TOGETHER:
        if row[0] in left:
            yield {keyword: left.pop(keyword) for keyword in row if keyword in left}
    yield from ({keyword: value} for keyword, value in left.items() if keyword not in _MEANINGLESS_ALONE)


def _may_matter(keyword: str, types: Collection[str] | None) -> bool:
    """Whether it says something of a value of these types; of a number, what is said of an integer."""
    of_type = KEYWORDS[keyword].type if keyword in KEYWORDS else ""
    wanted = "integer" if of_type == "number" else of_type
    return not (types and wanted and wanted not in types)
