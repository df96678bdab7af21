"""What does a schema say of a value, however it is written and wherever its parts stand?

All that is asked of one value without a condition, through `$ref` and `allOf`, is taken together; of that, neither the
order nor the names of definitions matter. Two schemas with one shape say the same. With two shapes they may still, so
shapes only save work and point at what to try: whether a card is judged differently, the engines say.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.compare.references import REFERENCES, Node, Schemas
from agentcard_conformance.model import Json

Taken: TypeAlias = tuple[Node, ...]
"""What is asked of one value without a condition."""

PLAIN = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"),
    *("minContains", "maxContains"),
)
SAYS_NOTHING = {"minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": False}
TOGETHER = ("items", "additionalProperties", "propertyNames")
TOGETHER_NAMED = ("properties", "patternProperties", "dependentSchemas")
BRANCHES = ("anyOf", "oneOf")
APART = ("contains", "not", *BRANCHES, "if", "unevaluatedProperties", "unevaluatedItems")
"""What cannot be taken together with another of its kind: one or the other is not both."""


class Unit(NamedTuple):
    """The least of a keyword that can differ."""

    keyword: str
    said: Hashable
    node: Node

    @property
    def kind(self) -> str:
        """What may stand in for it: a constant is a list of one."""
        return "enum" if self.keyword == "const" else self.keyword


def taken(schemas: Schemas, *nodes: Node) -> Taken:
    """The subschemas that are asked with these, and these."""
    found: dict[Address, Node] = {}
    todo = [*nodes]
    while todo:
        node = todo.pop(0)
        if node.at in found or node.schema is True:
            continue
        found[node.at] = node
        todo += [*schemas.targets(node)]
        todo += [schemas.child(node, "allOf", index) for index in range(len(node.words.get("allOf", ())))]
    return tuple(found.values())


def key(parts: Taken) -> tuple[Address, ...]:
    """Where it stands; what only refers to another place is there as that place."""
    return tuple(
        node.at for node in parts if not isinstance(node.schema, dict) or node.words.keys() - {*REFERENCES, "allOf"}
    )


def units(parts: Taken) -> Iterator[Unit]:
    """What is said without a further schema."""
    for node in parts:
        for keyword, value in node.words.items():
            yield from (Unit(keyword, said, node) for said in _said(keyword, value, node.words))
        if node.schema is False:
            yield Unit("false", (), node)


def _said(keyword: str, value: Json, words: Mapping[str, Json]) -> Iterator[Hashable]:
    if keyword in PLAIN and not (keyword in SAYS_NOTHING and value == SAYS_NOTHING[keyword]):
        yield spelled(value)
    elif keyword == "type":
        yield _types([value] if isinstance(value, str) else value)
    elif keyword in ("enum", "const"):
        yield frozenset(map(spelled, value if keyword == "enum" else [value]))
    elif keyword == "required":
        yield from value
    elif keyword == "dependentRequired":
        yield from ((name, needed) for name, listed in value.items() for needed in listed)
    elif keyword == "additionalProperties":
        yield frozenset(words.get("properties", ())), frozenset(words.get("patternProperties", ()))
    elif keyword == "items" and "prefixItems" in words:
        yield len(words["prefixItems"])


def _types(listed: Sequence[str]) -> Hashable:
    return frozenset(listed) - ({"integer"} if "number" in listed else set())


def spelled(value: Json) -> Hashable:
    """A key that is the same only for values that JSON Schema takes for equal."""
    if isinstance(value, dict):
        return "object", frozenset((name, spelled(part)) for name, part in value.items())
    if isinstance(value, list):
        return "array", tuple(map(spelled, value))
    return (isinstance(value, bool), value)


def members(parts: Taken) -> dict[Address, list[Node]]:
    """The keywords, with names, whose schemas are taken together; and in which subschemas they stand."""
    found: dict[Address, list[Node]] = defaultdict(list)
    for node in parts:
        for steps in _steps(node.words):
            found[steps].append(node)
    return found


def within(schemas: Schemas, steps: Address, nodes: Iterable[Node]) -> Taken:
    """What is asked by one keyword of all of these."""
    return taken(schemas, *(schemas.child(node, *steps) for node in nodes))


def _steps(words: Mapping[str, Json]) -> Iterator[Address]:
    yield from ((word,) for word in TOGETHER if word in words)
    yield from ((word, name) for word in TOGETHER_NAMED for name in words.get(word, ()))
    yield from (("prefixItems", index) for index in range(len(words.get("prefixItems", ()))))


def apart(parts: Taken) -> Iterator[tuple[str, Node]]:
    """The keywords with further schemas that stand each for itself."""
    for node in parts:
        yield from ((word, node) for word in APART if word in node.words)


class Shapes:
    """A number for each meaning, the same on both sides."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[tuple[int, tuple[Address, ...]], int] = {}
        self._open: list[tuple[int, tuple[Address, ...]]] = []

    def of(self, schemas: Schemas, parts: Taken) -> int:
        """Of what is asked together; where it comes back to itself, how far up that is."""
        here = (id(schemas), key(parts))
        if here in self._open:
            return self._number(("again", self._open[::-1].index(here)))
        if here not in self._known:
            self._open.append(here)
            self._known[here] = self._number(frozenset(self._described(schemas, parts)))
            self._open.pop()
        return self._known[here]

    def of_word(self, schemas: Schemas, word: str, node: Node) -> int:
        """Of one keyword that stands for itself."""
        return self._number((word, *self._within(schemas, word, node)))

    def _described(self, schemas: Schemas, parts: Taken) -> Iterator[Hashable]:
        yield from ((unit.kind, unit.said) for unit in units(parts))
        for steps, nodes in members(parts).items():
            yield steps, self.of(schemas, within(schemas, steps, nodes))
        yield from (self.of_word(schemas, word, node) for word, node in apart(parts))

    def _within(self, schemas: Schemas, word: str, node: Node) -> Iterable[Hashable]:
        if word in BRANCHES:
            return sorted(self._one(schemas, node, word, index) for index in range(len(node.words[word])))
        if word == "if":
            return [self._one(schemas, node, each) if each in node.words else 0 for each in ("if", "then", "else")]
        return [self._one(schemas, node, word)]

    def _one(self, schemas: Schemas, node: Node, *steps: str | int) -> int:
        return self.of(schemas, taken(schemas, schemas.child(node, *steps)))

    def _number(self, described: Hashable) -> int:
        return self._numbers.setdefault(described, len(self._numbers) + 1)
