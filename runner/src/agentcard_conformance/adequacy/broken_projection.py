"""What a publisher makes of cards, with one change."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.broken_rules import RulePair, finds_any
from agentcard_conformance.adequacy.decoded_cards import DecodedCard, PlacedValue
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.model import PROJECT, Json, PathPattern, first_difference
from agentcard_conformance.projections import Projection


@dataclass(frozen=True, slots=True)
class BrokenProjection:
    """The projection of a dialect as it was and as it is now, and the rules, which tell what is published."""

    before: Projection
    after: Projection | Misbehaviour
    """Misbehaviour when the broken module cannot even be imported."""
    rules: Sequence[RulePair]
    places: tuple[PathPattern, ...] = ((),)
    on_contested: bool = True
    typed: bool = True

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:  # noqa: ARG002  # there is one place
        """By what is published, where that is asked."""
        return value.context.get(PROJECT) is True and self._differs(value.value)

    def differs_on_card(self, card: DecodedCard) -> bool:
        """The same of a card that is published at all."""
        return is_published(card, self.rules) and self._differs(card.value)

    def _differs(self, value: Json) -> bool:
        """Misbehaviour is always a difference, and what was misbehaviour before is none."""
        after = self.after
        if isinstance(after, Misbehaviour):
            return True
        before = call_safely(lambda: self.before(value))
        now = call_safely(lambda: after(value))
        if isinstance(before, Misbehaviour) or isinstance(now, Misbehaviour):
            return not isinstance(before, Misbehaviour)
        return first_difference(before, now) is not None


def is_published(card: DecodedCard, rules: Sequence[RulePair]) -> bool:
    """Whether it is asked what is published of a card in which nothing is found."""
    is_asked = card.question.asks_for_projection and card.decoded is not None
    return is_asked and not card.schema_errors and not finds_any(rules, card)
