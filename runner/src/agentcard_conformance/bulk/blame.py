"""What is wrong with a card by its schema, found as the reference finds it, and much sooner?

The reference's engine holds every part of a card against every keyword, 100 times slower than one that only says yes
or no. That one, asked on the way down, tells which parts need no look; asked at every level, it would read a card of a
hundred levels a hundred times.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import getitem

from agentcard_conformance.bulk.documents import REFERENCES, Documents, Node
from agentcard_conformance.bulk.flat import Holds, flat, holder
from agentcard_conformance.bulk.keywords import FINDERS, Find, Unmet, Visit
from agentcard_conformance.bulk.trust import ANNOTATIONS
from agentcard_conformance.model import Fault, Json, Real, Rule
from agentcard_conformance.reference.schema import Broken
from agentcard_conformance.rules import json_schema
from agentcard_conformance.rules.schema_words import sentence

ASKED = frozenset({0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96})
"""The levels at which the fast engine is asked first: all near the top, and then fewer and fewer."""


class Blame:
    """A schema with all that it refers to, each part made ready when it is first needed."""

    def __init__(self, documents: Documents, requirements: Collection[str]) -> None:
        self.documents = documents
        self.requirements = requirements
        self._known: dict[tuple[int, str], Subschema] = {}

    def broken(self, node: Node, plain: Json, exact: Callable[[], Json]) -> Iterator[Broken]:
        """Every keyword that does not hold, of a value in binary64, with its numbers as written where they matter."""
        for unmet in self.subschema(node).unmet(Visit(plain)):
            matter = isinstance(unmet.value, (int, float)) or unmet.keyword == "uniqueItems"
            value = reduce(getitem, unmet.at, exact()) if matter else unmet.value
            if unmet.keyword != "uniqueItems" or _repeats(value):
                fault = Fault(sentence(unmet.keyword, unmet.wanted, value), unmet.at)
                yield Broken(unmet.requirement, fault, unmet.keyword == "type")

    def rule(self, schema: Json) -> Rule:
        """The rule whose faults are the errors of a schema."""
        node = Node(schema)

        def find(value: Json) -> Iterator[Fault]:
            yield from (broken.fault for broken in self.broken(node, _plain(value), lambda: value))

        return find

    def subschema(self, node: Node) -> "Subschema":
        """The same one for the same part; what only refers to another one is that one."""
        key = (id(node.schema), node.home)
        if key not in self._known:
            self._known[key] = Subschema(self, self._meant(node))
        return self._known[key]

    def _meant(self, node: Node) -> Node:
        keywords = node.schema if isinstance(node.schema, dict) else ()
        asserted = [keyword for keyword in keywords if keyword not in ANNOTATIONS]
        if len(asserted) != 1 or asserted[0] not in REFERENCES:
            return node
        return self._meant(self.documents.target(node.home, node.schema[asserted[0]]))


class Subschema:
    """One schema within another."""

    def __init__(self, blame: Blame, node: Node) -> None:
        self._blame = blame
        self._node = node
        self.schema: Mapping[str, Json] = node.schema if isinstance(node.schema, dict) else {}
        self._keywords: dict[str, Holds] = {}
        self._children: dict[int, Subschema] = {}

    def is_met(self, value: Json, level: int) -> bool:
        """Does it hold of a value, by a quick look? Not at every level."""
        return level in ASKED and self.holds(value)

    def unmet(self, visit: Visit) -> Iterator[Unmet]:
        """What of it does not hold of a value, without a look beforehand."""
        if self._requirement:
            visit = Visit(visit.value, visit.at, self._requirement)
        for find, wanted in self._finders:
            yield from find(self, wanted, visit)

    def child(self, schema: Json) -> "Subschema":
        """One that stands in it."""
        if id(schema) not in self._children:
            self._children[id(schema)] = self._blame.subschema(Node(schema, self._node.home))
        return self._children[id(schema)]

    def target(self, reference: str) -> "Subschema":
        """One that it refers to."""
        return self._blame.subschema(self._blame.documents.target(self._node.home, reference))

    def keyword(self, name: str) -> Holds:
        """One keyword of it."""
        if name not in self._keywords:
            alone = Node({name: self.schema[name]}, self._node.home)
            self._keywords[name] = holder(flat(self._blame.documents, [alone]))
        return self._keywords[name]

    @cached_property
    def holds(self) -> Holds:
        """All of it."""
        return holder(flat(self._blame.documents, [self._node]))

    @cached_property
    def _requirement(self) -> str:
        comment = self.schema.get("$comment")
        return comment if isinstance(comment, str) and comment in self._blame.requirements else ""

    @cached_property
    def _finders(self) -> Sequence[tuple[Find, Json]]:
        return [(FINDERS[keyword], wanted) for keyword, wanted in self.schema.items() if keyword in FINDERS]


def _repeats(value: Json) -> bool:
    """Two integers beyond 64 bits may be one in binary64."""
    return next(json_schema.errors({"uniqueItems": True}, value), None) is not None


def _plain(value: Json) -> Json:
    """A number as binary64 has it: the fast engine takes no other ones."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return float(value) if isinstance(value, Real) else value
