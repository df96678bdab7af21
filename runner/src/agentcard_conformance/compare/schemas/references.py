"""Which subschemas does a revision have, and where do its references lead?"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urljoin

from jsonschema_specifications import REGISTRY
from referencing.jsonschema import DRAFT202012

from agentcard_conformance.compare.findings import Address, Revision
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.fast_engine import restore_step

NOWHERE = "https://schema.invalid/folder/schema.json"
"""The address of a schema that gives itself none; in a folder, so that a reference can be seen to leave it."""

ONE = (
    *("not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames"),
    *("unevaluatedProperties", "unevaluatedItems", "contentSchema"),
)
LISTED = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("properties", "patternProperties", "dependentSchemas", "$defs")
REFERENCES = ("$ref", "$dynamicRef")


class Node(NamedTuple):
    """A subschema."""

    at: Address
    """In another document than the revision's own, the first step is that document's address."""
    schema: Json
    resolver: Any
    requirement: str
    """The last `$comment` on the way to it that names one."""

    @property
    def words(self) -> Mapping[str, Json]:
        """Its keywords; one that is true or false has none."""
        return self.schema if isinstance(self.schema, dict) else {}


def address(schema: Json) -> str:
    """By which address a schema is referred to."""
    given = schema.get("$id", "") if isinstance(schema, dict) else ""
    return str(urljoin(NOWHERE, given)).removesuffix("#")


def below(schema: Json) -> Iterator[tuple[Address, Json]]:
    """Each subschema that stands directly in a schema."""
    if not isinstance(schema, dict):
        return
    for word in ONE:
        if word in schema:
            yield (word,), schema[word]
    for word in LISTED:
        yield from (((word, index), each) for index, each in enumerate(schema.get(word, ())))
    for word in NAMED:
        yield from (((word, name), each) for name, each in schema.get(word, {}).items())


class Schemas:
    """A revision's documents, and what they refer to; nothing is fetched."""

    def __init__(self, revision: Revision) -> None:
        self.revision = revision
        self.home = address(revision.schema)
        self.documents = {self.home: plainly(revision.schema)}
        self.documents |= {name: plainly(schema) for name, schema in revision.neighbours.items()}
        resources = [(name, DRAFT202012.create_resource(schema)) for name, schema in self.documents.items()]
        self.registry: Any = REGISTRY.with_resources(resources).crawl()
        self._nodes: dict[Address, Node] = {}
        self._at = {id(schema): at for name in self.documents for at, schema in self._tree(name)}

    @property
    def root(self) -> Node:
        """The schema as a whole."""
        return self._top(self.home)

    def nodes(self) -> Iterator[Node]:
        """All subschemas of all documents, those of $defs among them."""
        for name in self.documents:
            yield from self._within(self._top(name))

    def find(self, at: Address) -> Node | None:
        """The subschema at an address."""
        if not self._nodes:
            self._nodes = {node.at: node for node in self.nodes()}
        return self._nodes.get(at)

    def child(self, node: Node, *steps: str | int) -> Node:
        """A subschema within another."""
        schema = node.schema
        for step in steps:
            schema = schema[step]
        return self._node((*node.at, *steps), schema, node.resolver, node.requirement)

    def targets(self, node: Node) -> Iterator[Node]:
        """What its references lead to; raises what `referencing` raises when that is nowhere."""
        for word in REFERENCES:
            if word in node.words:
                found = node.resolver.lookup(node.words[word])
                at = self._at.get(id(found.contents), (node.words[word],))
                yield self._node(at, found.contents, found.resolver, node.requirement)

    def requirement(self, way: Address) -> str:
        """The last one named on the way that an engine went, `$ref` by `$ref`."""
        node, steps = self.root, [*way]
        while steps:
            word = str(steps.pop(0))
            if word in REFERENCES:
                node = next(self.targets(node))
            elif word in (*LISTED, *NAMED) and steps:
                step = restore_step(node.words[word], steps[0])
                if step != "" or steps[0] == "":
                    steps.pop(0)
                node = self.child(node, word, step)
            elif word in ONE:
                node = self.child(node, word)
        return node.requirement

    def _top(self, name: str) -> Node:
        at = () if name == self.home else (name,)
        return self._node(at, self.documents[name], self.registry.resolver(base_uri=name), "")

    def _node(self, at: Address, schema: Json, resolver: Any, about: str) -> Node:
        if not isinstance(schema, dict):
            return Node(at, schema, resolver, about)
        comment = schema.get("$comment", "")
        about = comment if comment in self.revision.requirements else about
        return Node(at, schema, resolver.in_subresource(DRAFT202012.create_resource(schema)), about)

    def _within(self, node: Node) -> Iterator[Node]:
        yield node
        for steps, _ in below(node.schema):
            yield from self._within(self.child(node, *steps))

    def _tree(self, name: str) -> Iterator[tuple[Address, Json]]:
        """Every object of a document with its address: what a reference finds is told by its identity."""
        todo: list[tuple[Address, Json]] = [(() if name == self.home else (name,), self.documents[name])]
        while todo:
            at, value = todo.pop()
            if isinstance(value, dict):
                yield at, value
                todo += [((*at, step), part) for step, part in value.items()]
            elif isinstance(value, list):
                todo += [((*at, step), part) for step, part in enumerate(value)]


def plainly(schema: Json) -> Json:
    """Without its `$schema`: a reference to what names one gets the plain engine instead of ours."""
    return {word: value for word, value in schema.items() if word != "$schema"} if isinstance(schema, dict) else schema
