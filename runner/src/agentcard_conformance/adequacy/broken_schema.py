"""Does a card show that one subschema is not what it was?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from agentcard_conformance.adequacy.cards import Card, Place, Row, alone
from agentcard_conformance.adequacy.schema_places import Node, changed_at
from agentcard_conformance.adequacy.watched import outcome
from agentcard_conformance.model import Json


@dataclass(frozen=True)
class BrokenSchema:
    """The schema alone, beside itself with one subschema changed."""

    node: Node
    before: Any
    after: Any
    whole: Any
    """The whole of the broken schema."""
    on_contested: bool = False
    typed: bool = False

    @classmethod
    def of(cls, root: Json, node: Node, changed: Mapping[str, Json]) -> Self:
        """A root is built afresh: evolving into a schema that names its `$schema` would bring the plain engine back."""
        broken = changed_at(root, node.at, changed)
        whole = alone(broken)
        if not node.at:
            return cls(node, alone(root), whole, whole)
        return cls(node, alone(root).evolve(schema=node.schema), whole.evolve(schema=changed), whole)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the subschema is asked."""
        return self.node.places

    def differs_at(self, place: Place, row: Row) -> bool:  # noqa: ARG002  # a subschema says the same everywhere
        """By the two subschemas alone."""
        key = "/".join(map(str, self.node.at))
        if key not in row.said:
            row.said[key] = self.before.is_valid(row.value)
        return row.said[key] is not outcome(lambda: self.after.is_valid(row.value))

    def differs(self, card: Card) -> bool:
        """By the two schemas as a whole."""
        if card.decoded is None:
            return False
        return bool(card.errors) is not outcome(lambda: not self.whole.is_valid(card.value))
