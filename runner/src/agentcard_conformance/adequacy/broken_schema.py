"""A schema with one subschema changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from agentcard_conformance.adequacy.decoded_cards import DecodedCard, PlacedValue, schema_alone
from agentcard_conformance.adequacy.schema_nodes import SchemaNode
from agentcard_conformance.adequacy.time_limit import call_safely
from agentcard_conformance.model import Json, PathPattern, replaced_at


@dataclass(frozen=True)
class BrokenSchema:
    """The schema alone, beside itself with one subschema changed."""

    node: SchemaNode
    before: Any
    after: Any
    whole: Any
    """The whole of the broken schema."""
    on_contested: bool = False
    typed: bool = False

    @classmethod
    def change(cls, root: Json, node: SchemaNode, changed: Mapping[str, Json]) -> Self:
        """A root is built afresh: evolving into a schema that names its `$schema` would bring the plain engine back."""
        whole = schema_alone(replaced_at(root, node.at, changed))
        if not node.at:
            return cls(node, schema_alone(root), whole, whole)
        return cls(node, schema_alone(root).evolve(schema=node.schema), whole.evolve(schema=changed), whole)

    @property
    def places(self) -> tuple[PathPattern, ...]:
        """Where the subschema judges values."""
        return self.node.places

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:  # noqa: ARG002  # a subschema says the same everywhere
        """By the two subschemas alone."""
        key = "/".join(map(str, self.node.at))
        if key not in value.unbroken:
            value.unbroken[key] = self.before.is_valid(value.value)
        return value.unbroken[key] is not call_safely(lambda: self.after.is_valid(value.value))

    def differs_on_card(self, card: DecodedCard) -> bool:
        """By the two schemas as a whole."""
        if card.decoded is None:
            return False
        return bool(card.schema_errors) is not call_safely(lambda: not self.whole.is_valid(card.value))
