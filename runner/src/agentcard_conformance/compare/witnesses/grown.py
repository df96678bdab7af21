"""Which values hold to a schema, as far as it can be seen from its keywords?

They are where a search begins when no card is at hand that fits. What the keywords ask together may be beyond us; then
some of them do not hold, and whoever uses them asks the engines.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count, islice
from typing import Any, NamedTuple, TypeVar

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.compare.schemas.references import Node
from agentcard_conformance.compare.schemas.shapes import BRANCHES, Taken, spelled, taken, within
from agentcard_conformance.compare.verdicts.sides import Side
from agentcard_conformance.compare.witnesses.asked import LONGEST, kinds, scalars, together
from agentcard_conformance.compare.witnesses.pattern_samples import samples
from agentcard_conformance.model import Json

T = TypeVar("T")

EVERY_OTHER = ("additionalProperties", "unevaluatedProperties")
CHOICES = (*BRANCHES, "if", "dependentSchemas")

DEEPEST = 12
MOST = 12
"""Values of one schema."""

LARGEST = 2_000
"""Characters of the members of one object that may be left out."""

WAYS = 16
"""Combinations of its branches."""


class Grower:
    """Values of one side's subschemas."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._known: dict[object, list[Json]] = {}

    def values(self, *nodes: Node, depth: int = 0) -> list[Json]:
        """A few, the plain ones first."""
        parts = taken(self.side.schemas, *nodes)
        key = (depth, tuple(node.at for node in parts))
        if key not in self._known:
            self._known[key] = []
            self._known[key] = [*islice(self._distinct(parts, depth), MOST)]
        return self._known[key]

    def _distinct(self, parts: Taken, depth: int) -> Iterator[Json]:
        """Those that hold first: by the exact engine, which can be asked about a part of a schema."""
        seen: dict[object, Json] = {}
        for value in in_turn([self._made(way, depth) for way in self._ways(parts)]):
            seen.setdefault(spelled(value), value)
            if len(seen) >= 4 * MOST:
                break
        yield from sorted(seen.values(), key=lambda value: not self._holds(parts, value))

    def _holds(self, parts: Taken, value: Json) -> bool:
        errors = (self.side.exact.descend(value, node.schema, resolver=node.resolver) for node in parts)
        return not any(next(each, None) for each in errors)

    def _ways(self, parts: Taken) -> list[Taken]:
        """The same, with one branch of every choice; those of which nothing is known to contradict itself."""
        ways = [_Way(parts, frozenset())]
        while any(way.choice for way in ways):
            further = [each for way in ways for each in (self._split(way) if way.choice else [way])]
            ways = [way for way in further if together(way.parts)["types"]][:WAYS]
        return [way.parts for way in ways]

    def _split(self, way: "_Way") -> Iterator["_Way"]:
        node, word = way.choice[0]
        decided = way.decided | {(node.at, word)}
        for branch in _branches(node, word):
            chosen = (self.side.schemas.child(node, *steps) for steps in branch)
            yield _Way(taken(self.side.schemas, *way.parts, *chosen), decided)

    def _made(self, parts: Taken, depth: int) -> Iterator[Json]:
        words = together(parts)
        if depth > DEEPEST or words.get("false"):
            return
        if "enum" in words:
            yield from words["enum"]
            return
        makers = {"object": self._objects, "array": self._arrays}
        yield from in_turn(
            [makers[kind](parts, words, depth) if kind in makers else scalars(kind, words) for kind in kinds(words)]
        )

    def _objects(self, parts: Taken, words: Mapping[str, Any], depth: int) -> Iterator[Json]:
        """All members, in their several ways; then only those that are asked for."""
        names = dict.fromkeys([*words["required"], *words["names"]])
        listed = {name: self._members(parts, name, depth) for name in names}
        for turn in range(MOST):
            asked = {name: listed[name][turn % len(listed[name])] for name in words["required"] if listed[name]}
            if turn % 2:
                yield asked
                continue
            whole = asked | _fitting({name: some[turn % len(some)] for name, some in listed.items() if some})
            yield whole | self._others(parts, words, len(whole), turn, depth) | self._unnamed(parts, turn, depth)

    def _members(self, parts: Taken, name: str, depth: int) -> list[Json]:
        ways = ((node, _way(node, name)) for node in parts)
        return self.values(*(self.side.schemas.child(node, *way) for node, way in ways if way), depth=depth + 1)

    def _others(self, parts: Taken, words: Mapping[str, Any], there: int, turn: int, depth: int) -> Json:
        """Members that no schema names, as many as are missing and one for each pattern."""
        found: dict[str, Json] = {}
        for node in parts:
            for pattern in node.words.get("patternProperties", ()):
                values = self.values(self.side.schemas.child(node, "patternProperties", pattern), depth=depth + 1)
                found |= {name: values[turn % len(values)] for name in samples(pattern)[:1] if values}
        missing = min(words.get("minProperties", 0) - there - len(found), LONGEST)
        return found | dict.fromkeys(islice(self._names(parts, depth), max(missing, 0)), 0)

    def _unnamed(self, parts: Taken, turn: int, depth: int) -> Json:
        """One member that is asked what every other is, if that is something."""
        holders = [(node, word) for node in parts for word in EVERY_OTHER if isinstance(node.words.get(word), dict)]
        values = self.values(*(self.side.schemas.child(*each) for each in holders), depth=depth + 1) if holders else []
        return {next(self._names(parts, depth)): values[turn % len(values)]} if values else {}

    def _names(self, parts: Taken, depth: int) -> Iterator[str]:
        holders = [node for node in parts if "propertyNames" in node.words]
        named = self.values(*within(self.side.schemas, ("propertyNames",), holders), depth=depth + 1) if holders else []
        yield from (name for name in named if isinstance(name, str))
        yield from (f"x{number}" for number in count())

    def _arrays(self, parts: Taken, words: Mapping[str, Any], depth: int) -> Iterator[Json]:
        first, items = self._first(parts, depth), self._every(parts, depth)
        low, high = words.get("minItems", 0), words.get("maxItems", LONGEST)
        wanted = self._contained(parts, words, depth)
        yield from (first + wanted + [value] for value in items[:4] if not first)
        for size in dict.fromkeys([max(low, len(first), 1), low, low + 1, high]):
            rest = size - len(first) - len(wanted)
            if 0 <= size < LONGEST and (items or rest <= 0):
                yield (first + wanted + [items[turn % len(items)] for turn in range(rest)])[: max(size, len(wanted))]

    def _first(self, parts: Taken, depth: int) -> list[Json]:
        ways = {("prefixItems", index) for node in parts for index in range(len(node.words.get("prefixItems", ())))}
        found = []
        for way in sorted(ways):
            holders = [node for node in parts if len(node.words.get("prefixItems", ())) > way[1]]
            found += self.values(*within(self.side.schemas, way, holders), depth=depth + 1)[:1]
        return found

    def _every(self, parts: Taken, depth: int) -> list[Json]:
        holders = [node for node in parts if "items" in node.words]
        return self.values(*within(self.side.schemas, ("items",), holders), depth=depth + 1)

    def _contained(self, parts: Taken, words: Mapping[str, Any], depth: int) -> list[Json]:
        found: list[Json] = []
        for node in parts:
            if "contains" in node.words:
                found += self.values(self.side.schemas.child(node, "contains"), depth=depth + 1)[:1]
        return found * int(min(words.get("minContains", 1), LONGEST))


class _Way(NamedTuple):
    """What is asked together, and which of its choices have been made."""

    parts: Taken
    decided: frozenset[tuple[Address, str]]

    @property
    def choice(self) -> list[tuple[Node, str]]:
        """Those that have not."""
        words = ((node, word) for node in self.parts for word in CHOICES if word in node.words)
        return [(node, word) for node, word in words if (node.at, word) not in self.decided]


def _way(node: Node, name: str) -> Address:
    """To what a subschema asks of a member."""
    if name in node.words.get("properties", ()):
        return "properties", name
    return ("additionalProperties",) if isinstance(node.words.get("additionalProperties"), dict) else ()


def _branches(node: Node, word: str) -> list[list[Address]]:
    """The ways of a keyword that leaves a choice, each as what is asked then."""
    if word in BRANCHES:
        return [[(word, index)] for index in range(len(node.words[word]))]
    if word == "if":
        return [[("if",), *_there(node, "then")], _there(node, "else")]
    return [[(word, name) for name in node.words[word]]]


def _there(node: Node, word: str) -> list[Address]:
    return [(word,)] if word in node.words else []


def _fitting(members: Mapping[str, Json]) -> dict[str, Json]:
    """As many as make no card of it that nobody reads: a schema that comes back to itself has no largest value."""
    sizes = accumulate(len(json.dumps(value)) for value in members.values())
    return {name: members[name] for name, size in zip(members, sizes, strict=True) if size <= LARGEST}


def in_turn(several: Sequence[Iterable[T]]) -> Iterator[T]:
    """One of each, then the next of each."""
    rest = [iter(each) for each in several]
    while rest:
        left = []
        for each in rest:
            for value in islice(each, 1):
                yield value
                left.append(each)
        rest = left
