"""The cards that a search edits: first those that both sides accept, so that each change shows in them alone.

Where several keywords changed at once, what one side accepts the other may refuse for one of them, whatever is edited
for the sake of another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from agentcard_conformance.compare.results import Change
from agentcard_conformance.compare.revision_pair import LocatedError, RevisionPair, RevisionValidator
from agentcard_conformance.compare.witnesses.keyword_hints import hint_values, replacements
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.model import Absent, Json, parts_at, replaced_at
from agentcard_conformance.schema_engine.engine import equality_key

_MOST_REPAIRED = 8
"""Cards with different values at one place that are repaired."""

_MOST_DONORS = 12
_MOST_REPLACEMENTS = 30
_ROUNDS = 12
_TRIES = 4_000
"""Of repaired cards, 100 us each."""


class StartingCard(NamedTuple):
    """A card that at least one side accepts, if any is known."""

    value: Json
    origin: str


class StartingCardRepair:
    """Repairs cards that one side refuses, so that both accept them."""

    def __init__(
        self,
        pair: RevisionPair,
        cards: Sequence[StartingCard],
        changes: Sequence[Change],
        samplers: Sequence[SchemaSampler],
    ) -> None:
        self._sides = (pair.old, pair.new)
        self._cards = cards
        self._changes = changes
        self._samplers = samplers
        self._tries = iter(range(_TRIES))

    def cards(self) -> list[StartingCard]:
        """Where several keywords changed: the cards that both sides accept, the repaired ones, then the rest."""
        if len(self._changes) <= 1:
            return [*self._cards]
        shared: list[StartingCard] = []
        rest: list[StartingCard] = []
        for card in self._cards:
            (shared if all(side.fast.is_valid(card.value) for side in self._sides) else rest).append(card)
        return [*shared, *self._repaired(shared, rest), *rest]

    def _repaired(self, shared: Sequence[StartingCard], rest: Sequence[StartingCard]) -> Iterator[StartingCard]:
        seen: set[object] = set()
        for card in self._worth_repairing(shared, rest):
            value = self._repair(card.value)
            if value is not Absent.ABSENT and equality_key(value) not in seen:
                seen.add(equality_key(value))
                yield StartingCard(value, card.origin)

    def _worth_repairing(self, shared: Sequence[StartingCard], rest: Sequence[StartingCard]) -> list[StartingCard]:
        """The smallest that have, at a place that changed, a value that no card has which both sides accept."""
        found: dict[int, StartingCard] = {}
        for place in dict.fromkeys(place for change in self._changes for place in change.places):
            known = {equality_key(value) for card in shared for _, value in parts_at(card.value, place)}
            new = (card for card in rest if _adds_value(known, card.value, place))
            found |= {id(card): card for card in islice(new, _MOST_REPAIRED)}
        return [*found.values()]

    def _repair(self, value: Json) -> Json:
        """The value after edits that each leave fewer errors, once none is left; ABSENT where that fails."""
        for _ in range(_ROUNDS):
            errors = self._errors(value)
            if not errors:
                return value
            edited = (each for each, _ in zip(self._edited(value, errors), self._tries, strict=False))
            value = next((each for each in edited if len(self._errors(each)) < len(errors)), Absent.ABSENT)
            if value is Absent.ABSENT:
                break
        return Absent.ABSENT

    def _errors(self, value: Json) -> list[tuple[RevisionValidator, LocatedError]]:
        refusing = (side for side in self._sides if not side.fast.is_valid(value))
        return [(side, error) for side in refusing for error in side.errors(value)]

    def _edited(self, value: Json, errors: Iterable[tuple[RevisionValidator, LocatedError]]) -> Iterator[Json]:
        for side, error in errors:
            yield from (replaced_at(value, error.card_at, part) for part in self._parts(side, value, error))
            if error.card_at:
                yield replaced_at(value, error.card_at, Absent.ABSENT)

    def _parts(self, side: RevisionValidator, value: Json, error: LocatedError) -> Iterator[Json]:
        """What other cards have at the place of an error, with as much kept as possible; then what keywords suggest."""
        place = ["*" if isinstance(step, int) else step for step in error.card_at]
        for step in error.card_at:
            value = value[step]
        for donor in self._donors[id(side)]:
            for _, other in parts_at(donor, place):
                yield from _merged(value, other)
        for change in self._changes:
            if change.keyword in error.schema_at[-1:]:
                hints = hint_values(change, self._samplers)
                yield from islice(replacements(value, hints), _MOST_REPLACEMENTS)

    @cached_property
    def _donors(self) -> Mapping[int, Sequence[Json]]:
        """Some cards that each side accepts; found only where there is something to repair."""
        return {id(sampler.side): [*self._accepted(sampler)] for sampler in self._samplers}

    def _accepted(self, sampler: SchemaSampler) -> Iterator[Json]:
        values = chain(sampler.samples(sampler.side.schemas.root), (card.value for card in self._cards))
        return islice(filter(sampler.side.fast.is_valid, values), _MOST_DONORS)


def _adds_value(known: set[object], value: Json, place: Sequence[str]) -> bool:
    new = {equality_key(each) for _, each in parts_at(value, place)} - known
    known |= new
    return bool(new)


def _merged(value: Json, other: Json) -> Iterator[Json]:
    if isinstance(value, dict) and isinstance(other, dict):
        yield from ({**value, name: other[name]} for name in other if name not in value)
        yield {**other, **value}
    if isinstance(value, list) and isinstance(other, list):
        yield value + other
    yield other
