"""Does a card show that a rule is not what it was?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentcard_conformance.adequacy.cards import Card, Place, Row
from agentcard_conformance.adequacy.watched import Trouble, outcome
from agentcard_conformance.model import Json, Rule, RuleUse


@dataclass(frozen=True, slots=True)
class Pair:
    """A rule where a dialect uses it, as it was and as it is now."""

    use: RuleUse
    before: Rule
    after: Rule | Trouble
    """Trouble when the broken module cannot even be imported."""

    def was(self, value: Json) -> bool | Trouble:
        """Did the rule find something?"""
        return outcome(lambda: _finds(self.before, value))

    def now(self, value: Json) -> bool | Trouble:
        """Does the broken one?"""
        after = self.after
        return after if isinstance(after, Trouble) else outcome(lambda: _finds(after, value))


@dataclass(frozen=True, slots=True)
class BrokenRules:
    """The layer of the rules, some of them broken."""

    pairs: Sequence[Pair]
    others: Mapping[str, Sequence[Pair]]
    """The whole ones that serve the same requirements, which may find what a broken one does not."""
    on_contested: bool = True
    typed: bool = True

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the broken ones look."""
        return tuple(dict.fromkeys(pair.use.at for pair in self.pairs))

    def differs_at(self, place: Place, row: Row) -> bool:
        """By the broken rules that look there."""
        return any(_was(pair, row) is not pair.now(row.value) for pair in self.pairs if pair.use.at == place)

    def differs(self, card: Card) -> bool:
        """By the requirements that the rules find unmet; trouble is always a difference."""
        return any(self._differs(requirement, card) for requirement in {pair.use.requirement for pair in self.pairs})

    def _differs(self, requirement: str, card: Card) -> bool:
        pairs = [pair for pair in self.pairs if pair.use.requirement == requirement]
        before = [pair.was(value) for pair in pairs for _, value in card.values(pair.use.at, typed=True)]
        after = [pair.now(value) for pair in pairs for _, value in card.values(pair.use.at, typed=True)]
        if any(isinstance(said, Trouble) for said in after):
            return True
        others = self.others.get(requirement, ())
        rest = any(pair.was(value) for pair in others for _, value in card.values(pair.use.at, typed=True))
        return not rest and any(before) != any(after)


def _was(pair: Pair, row: Row) -> object:
    if pair.use.rule not in row.said:
        row.said[pair.use.rule] = pair.was(row.value)
    return row.said[pair.use.rule]


def _finds(rule: Rule, value: Json) -> bool:
    """To the end, as the reference reads it: what breaks later breaks, too."""
    return sum(1 for _ in rule(value)) > 0
