"""A decoder with one change in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.broken_projection import is_published
from agentcard_conformance.adequacy.broken_rules import RulePair, finds_any
from agentcard_conformance.adequacy.decoded_cards import (
    CARD_BYTES,
    Decode,
    DecodedCard,
    PlacedValue,
    decode_card,
    exact_value_key,
)
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.model import Dialect, PathPattern, first_difference
from agentcard_conformance.projections import load_projection


@dataclass(frozen=True, slots=True)
class BrokenDecoder:
    """The decoder of a notation with one change, and the rest of the validator as it was."""

    dialect: Dialect
    decode: Decode | Misbehaviour
    rules: Sequence[RulePair]
    places: tuple[PathPattern, ...] = (CARD_BYTES,)
    on_contested: bool = True
    typed: bool = False

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:  # noqa: ARG002  # a decoder looks at whole cards
        """Bytes stand in one place, so that the card as a whole is asked."""
        return True

    def differs_on_card(self, card: DecodedCard) -> bool:
        """By what the decoder finds; by what the rest finds, where it read another value."""
        decode = self.decode
        if isinstance(decode, Misbehaviour):
            return True
        now = call_safely(lambda: decode_card(self.dialect, card.question, decode))
        if isinstance(now, Misbehaviour) or now.decoder_findings != card.decoder_findings:
            return True
        return self._means_something_else(card, now)

    def _means_something_else(self, card: DecodedCard, now: DecodedCard) -> bool:
        if now.decoded is None or exact_value_key(now.value) == exact_value_key(card.value):
            return False
        return self._schema_and_rules(card) != self._schema_and_rules(now) or self._publishes_something_else(card, now)

    def _publishes_something_else(self, card: DecodedCard, now: DecodedCard) -> bool:
        """By what is published of two values of which neither breaks anything."""
        if not self.dialect.projection or not is_published(card, self.rules):
            return False
        project = load_projection(self.dialect.projection)
        return first_difference(project(card.value), project(now.value)) is not None

    def _schema_and_rules(self, card: DecodedCard) -> tuple[bool, Mapping[str, bool]]:
        """What the schema and the rules make of a value."""
        pairs: dict[str, list[RulePair]] = {}
        for pair in self.rules:
            pairs.setdefault(pair.use.requirement, []).append(pair)
        return bool(card.schema_errors), {requirement: finds_any(some, card) for requirement, some in pairs.items()}
