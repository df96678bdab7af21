"""Rules, some of them with one change in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.decoded_cards import DecodedCard, PlacedValue
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.model import Context, Json, PathPattern, Rule, RuleUse
from agentcard_conformance.rules import apply_rule


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule where a dialect uses it, as it was and as it is now."""

    use: RuleUse
    before: Rule
    after: Rule | Misbehaviour
    """Misbehaviour when the broken module cannot even be imported."""

    def found_before(self, value: Json, context: Context) -> bool | Misbehaviour:
        """Whether the rule found something."""
        return call_safely(lambda: _finds_something(self.before, value, context))

    def finds_now(self, value: Json, context: Context) -> bool | Misbehaviour:
        """Whether the broken one finds something."""
        after = self.after
        if isinstance(after, Misbehaviour):
            return after
        return call_safely(lambda: _finds_something(after, value, context))


@dataclass(frozen=True, slots=True)
class BrokenRules:
    """The rules of a dialect, some of them broken."""

    pairs: Sequence[RulePair]
    others: Mapping[str, Sequence[RulePair]]
    """The unbroken ones that serve the same requirements, which may find what a broken one does not."""
    on_contested: bool = True
    typed: bool = True

    @property
    def places(self) -> tuple[PathPattern, ...]:
        """Where the broken ones look."""
        return tuple(dict.fromkeys(pair.use.at for pair in self.pairs))

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:
        """By the broken rules that look there."""
        pairs = (pair for pair in self.pairs if pair.use.at == place)
        return any(_found_before(pair, value) is not pair.finds_now(value.value, value.context) for pair in pairs)

    def differs_on_card(self, card: DecodedCard) -> bool:
        """By the requirements that the rules find unmet; misbehaviour is always a difference."""
        return any(self._differs(requirement, card) for requirement in {pair.use.requirement for pair in self.pairs})

    def _differs(self, requirement: str, card: DecodedCard) -> bool:
        pairs = [pair for pair in self.pairs if pair.use.requirement == requirement]
        values = [(pair, value) for pair in pairs for _, value in card.values_at(pair.use.at, typed=True)]
        context = card.question.context
        before = [pair.found_before(value, context) for pair, value in values]
        after = [pair.finds_now(value, context) for pair, value in values]
        if any(isinstance(found, Misbehaviour) for found in after):
            return True
        return not finds_any(self.others.get(requirement, ()), card) and any(before) != any(after)


def finds_any(pairs: Iterable[RulePair], card: DecodedCard) -> bool:
    """Whether some of the unbroken rules find something in a card."""
    values = ((pair, value) for pair in pairs for _, value in card.values_at(pair.use.at, typed=True))
    return any(pair.found_before(value, card.question.context) for pair, value in values)


def _found_before(pair: RulePair, value: PlacedValue) -> object:
    if pair.use.rule not in value.unbroken:
        value.unbroken[pair.use.rule] = pair.found_before(value.value, value.context)
    return value.unbroken[pair.use.rule]


def _finds_something(rule: Rule, value: Json, context: Context) -> bool:
    """To the end, as the reference reads it: what breaks later breaks, too."""
    return sum(1 for _ in apply_rule(rule, value, context)) > 0
