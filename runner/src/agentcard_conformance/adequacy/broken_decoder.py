"""Does a card show that a decoder is not what it was?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.broken_rules import Pair
from agentcard_conformance.adequacy.cards import BYTES, Card, Place, Row, read, spelled
from agentcard_conformance.adequacy.watched import Trouble, outcome
from agentcard_conformance.decoders import Decoder
from agentcard_conformance.model import Dialect


@dataclass(frozen=True, slots=True)
class BrokenDecoder:
    """A decoder with one change, and the rest of the validator as it was."""

    dialect: Dialect
    notations: frozenset[str]
    decode: Decoder | Trouble
    rules: Sequence[Pair]
    places: tuple[Place, ...] = (BYTES,)
    on_contested: bool = True
    typed: bool = False

    def differs_at(self, place: Place, row: Row) -> bool:  # noqa: ARG002  # bytes stand in one place
        """A card in another notation never comes here."""
        return (row.value.question.notation or next(iter(self.dialect.decoders))) in self.notations

    def differs(self, card: Card) -> bool:
        """By what the decoder finds; by what the rest finds, where it read another value."""
        decode = self.decode
        if isinstance(decode, Trouble):
            return True
        now = outcome(lambda: read(self.dialect, card.question, decode))
        return isinstance(now, Trouble) or now.found != card.found or self._means_something_else(card, now)

    def _means_something_else(self, card: Card, now: Card) -> bool:
        if now.decoded is None or spelled(now.value) == spelled(card.value):
            return False
        return self._found(card) != self._found(now)

    def _found(self, card: Card) -> tuple[bool, Mapping[str, bool]]:
        """What the schema and the rules make of a value."""
        unmet = {pair.use.requirement: False for pair in self.rules}
        for pair in self.rules:
            unmet[pair.use.requirement] |= any(pair.was(value) for _, value in card.values(pair.use.at, typed=True))
        return bool(card.errors), unmet
