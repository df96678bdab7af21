"""What does a schema say of a value, however it is written and wherever its parts stand?

All that is asked of one value without a condition, through `$ref` and `allOf`, is taken together; of that, neither the
order nor the names of definitions matter. Two schemas with one shape say the same. With two shapes they may still, so
shapes only save work and point at what to try: whether a card is judged differently, the engines say.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.compare.schemas.references import REFERENCES, Node, Schemas
from agentcard_conformance.model import Json

Taken: TypeAlias = tuple[Node, ...]
"""What is asked of one value without a condition."""

Groups: TypeAlias = dict[Hashable, list[Node]]
"""By what their neighbours leave to a keyword: `items` beside `prefixItems` is about other items."""

State: TypeAlias = tuple[int, tuple[Address, ...]]
"""One of the two schemas, and where in it that stands."""

PLAIN = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"),
    *("minContains", "maxContains"),
)
SAYS_NOTHING = {"minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": False}
TOGETHER = ("items", "additionalProperties", "propertyNames")
TOGETHER_NAMED = ("properties", "patternProperties", "dependentSchemas")
BRANCHES = ("anyOf", "oneOf")
UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
"""What they are about, the whole of the subschema that holds them says."""

CONDITION = ("if", "then", "else")
COUNTS = {"contains": ("minContains", "maxContains")}
DENIES_NOTHING = ("not", False)
APART = ("contains", "not", *BRANCHES, "if", *UNEVALUATED)
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
    if keyword in COUNTS["contains"] and "contains" not in words:
        return
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


def members(parts: Taken) -> dict[Address, Groups]:
    """The keywords, with names, whose schemas are taken together; and in which subschemas they stand."""
    found: dict[Address, Groups] = defaultdict(lambda: defaultdict(list))
    for node in parts:
        for steps in _steps(node.words):
            beside = tuple(_said(steps[0], node.words[steps[0]], node.words)) if steps[0] in TOGETHER else ()
            found[steps][beside].append(node)
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
        yield from ((word, node) for word in APART if word in node.words and (word, node.words[word]) != DENIES_NOTHING)


class Below(NamedTuple):
    """The values that a keyword asks further, and how."""

    label: Hashable
    asked: tuple[Taken, ...]
    ordered: bool = True

    def told(self, number: Callable[[Taken], int]) -> Hashable:
        """The same where it says the same of values that are numbered alike."""
        numbers = [*map(number, self.asked)]
        return self.label, tuple(numbers if self.ordered else sorted(numbers))


def ways(word: str, node: Node) -> list[Address]:
    """To each schema in a keyword that stands for itself."""
    if word in BRANCHES:
        return [(word, index) for index in range(len(node.words[word]))]
    return [(each,) for each in partners(word) if each in node.words]


def partners(word: str) -> Sequence[str]:
    """The keywords with further schemas that one says its own together with, itself the first."""
    return CONDITION if word == "if" else (word,)


class Shapes:
    """A number for each meaning, the same on both sides.

    All that can be reached is held for the same at first, and told apart by what is said of it and of what it leads
    to, until nothing more is: so a schema that comes back to itself has the meaning of one that was unrolled.
    """

    def __init__(self, sides: Iterable[tuple[Schemas, Taken]]) -> None:
        found: dict[State, tuple[Schemas, Taken]] = {}
        todo = [*sides]
        while todo:
            schemas, parts = todo.pop()
            if _state(schemas, parts) not in found:
                found[_state(schemas, parts)] = schemas, parts
                todo += [(schemas, asked) for below in _further(schemas, parts) for asked in below.asked]
        self._numbers = _told_apart(found)
        self._words: dict[Hashable, int] = {}

    def of(self, schemas: Schemas, parts: Taken) -> int:
        """Of what is asked together."""
        return self._numbers[_state(schemas, parts)]

    def of_word(self, schemas: Schemas, word: str, node: Node) -> int:
        """Of one keyword that stands for itself."""
        told = _lead(self._numbers, id(schemas), _alone(schemas, word, node))
        return self._words.setdefault(told, len(self._words))


def _state(schemas: Schemas, parts: Taken) -> State:
    return id(schemas), key(parts)


def _told_apart(found: Mapping[State, tuple[Schemas, Taken]]) -> dict[State, int]:
    said = {state: frozenset((unit.kind, unit.said) for unit in units(parts)) for state, (_, parts) in found.items()}
    further = {state: [*_further(*each)] for state, each in found.items()}
    numbers, kinds = dict.fromkeys(found, 0), 1
    while True:
        known: dict[Hashable, int] = {}
        lead = partial(_lead, numbers)
        meant = {state: (said[state], frozenset(map(partial(lead, state[0]), further[state]))) for state in found}
        numbers = {state: known.setdefault(each, len(known)) for state, each in meant.items()}
        if len(known) == kinds:
            return numbers
        kinds = len(known)


def _lead(numbers: Mapping[State, int], side: int, below: Below) -> Hashable:
    return below.told(lambda asked: numbers[side, key(asked)])


def _further(schemas: Schemas, parts: Taken) -> Iterator[Below]:
    for steps, groups in members(parts).items():
        yield from (Below((steps, beside), (within(schemas, steps, nodes),)) for beside, nodes in groups.items())
    yield from (_alone(schemas, word, node) for word, node in apart(parts))


def _alone(schemas: Schemas, word: str, node: Node) -> Below:
    asked = [*ways(word, node), *([()] if word in UNEVALUATED else [])]
    label = (word, *(way[0] for way in ways(word, node)), *(node.words.get(each) for each in COUNTS.get(word, ())))
    return Below(label, tuple(within(schemas, way, [node]) for way in asked), ordered=word not in BRANCHES)
