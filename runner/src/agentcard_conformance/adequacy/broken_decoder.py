"""A decoder with one change in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.broken_rules import RulePair
from agentcard_conformance.adequacy.decoded_cards import (
    CARD_BYTES,
    DecodedCard,
    PlacedValue,
    decode_card,
    exact_value_key,
)
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.model import Dialect, PathPattern
from agentcard_conformance.notations import Notation


@dataclass(frozen=True, slots=True)
class BrokenDecoder:
    """The decoder of a notation with one change, and the rest of the validator as it was."""

    dialect: Dialect
    notation: Notation | Misbehaviour
    rules: Sequence[RulePair]
    places: tuple[PathPattern, ...] = (CARD_BYTES,)
    on_contested: bool = True
    typed: bool = False

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:  # noqa: ARG002  # bytes stand in one place
        """Every card comes to it."""
        return True

    def differs_on_card(self, card: DecodedCard) -> bool:
        """By what the decoder finds; by what the rest finds, where it read another value."""
        notation = self.notation
        if isinstance(notation, Misbehaviour):
            return True
        now = call_safely(lambda: decode_card(self.dialect, card.question, notation))
        if isinstance(now, Misbehaviour) or now.decoder_findings != card.decoder_findings:
            return True
        return self._means_something_else(card, now)

    def _means_something_else(self, card: DecodedCard, now: DecodedCard) -> bool:
        if now.decoded is None or exact_value_key(now.value) == exact_value_key(card.value):
            return False
        return self._schema_and_rules(card) != self._schema_and_rules(now)

    def _schema_and_rules(self, card: DecodedCard) -> tuple[bool, Mapping[str, bool]]:
        """What the schema and the rules make of a value."""
        unmet = {pair.use.requirement: False for pair in self.rules}
        for pair in self.rules:
            values = (value for _, value in card.values_at(pair.use.at, typed=True))
            unmet[pair.use.requirement] |= any(pair.found_before(value) for value in values)
        return bool(card.schema_errors), unmet
