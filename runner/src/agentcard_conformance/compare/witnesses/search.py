"""Searches for witnesses of one change after another: edits cards at the places that the changed keyword judges."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from agentcard_conformance.compare.flips import MADE_FROM, FlipCollection
from agentcard_conformance.compare.results import Change, Direction
from agentcard_conformance.compare.witnesses.keyword_hints import (
    hint_values,
    inner_changes,
    member_names,
    replacements,
    trigger_members,
)
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler, interleave
from agentcard_conformance.compare.witnesses.starting_cards import StartingCard
from agentcard_conformance.model import Absent, Json, PathPattern, Steps, parts_at, replaced_at
from agentcard_conformance.schema_engine.engine import equality_key
from agentcard_conformance.variations.values import PLAIN_VALUES

_MOST_SPOTS = 60
"""Different values at a place that are edited."""

_MOST_GAPS = 3
"""Places where nothing stands that something is put in."""

_MOST_TRIGGERED = 20
"""Cards with the member that a keyword depends on."""

_ENOUGH = 10
"""Cards that show one change in one direction; more would show nothing more."""

_TOLD_EVERY = 200
"""Cards after which it is told how many there were."""

_NOTHING_LEFT = object()
"""Stands for the edits of a value of which all were tried."""

_LEAST_EXPLAINED, _ALL_EXPLAINED = 2 * _ENOUGH, 4000
"""Flips whose cause is looked for, 2 ms each: of one change, and of all."""


class _Spot(NamedTuple):
    """A value in a card, or a place in it where nothing stands."""

    card: StartingCard
    at: Steps
    value: Json
    exists: bool


class WitnessSearch:
    """The search over the same starting cards, change by change."""

    def __init__(
        self, flips: FlipCollection, changes: int, cards: Sequence[StartingCard], samplers: Sequence[SchemaSampler]
    ) -> None:
        self._flips = flips
        self._enough_explained = max(_LEAST_EXPLAINED, _ALL_EXPLAINED // max(changes, 1))
        self._cards = cards
        self._samplers = samplers

    def run(self, change: Change, most: int, count: Callable[[int], None], looked_for: Collection[Direction]) -> int:
        """Try that many cards at most, and return how many; those that flip are counted and added to the flips.

        Once enough of them show the change in each direction in which a card is looked for, that is the end.
        """
        tried, explained = 0, 0
        shown: Counter[Direction] = Counter()
        seen: set[object] = set()
        for value, origin in islice(self._candidates(change), most):
            tried += 1
            if tried % _TOLD_EVERY == 0:
                count(tried)
            direction = self._flips.pair.flip(value)
            if direction is None or shown[direction] >= _ENOUGH or explained >= self._enough_explained:
                continue
            if (key := equality_key(value)) in seen:  # the same value was put in at many places
                continue
            seen.add(key)
            explained += 1
            count(tried)  # before the exact engine, which may not come back
            cause = self._flips.add(direction, value, origin, "generated")
            shown[direction] += bool(cause and cause.change == change)
            if looked_for and all(shown[each] >= _ENOUGH for each in looked_for):
                break
        return tried

    def _candidates(self, change: Change) -> Iterator[tuple[Json, str]]:
        """Edited cards for the keyword, and for each keyword in its schemas, in turn."""
        triggered = [*self._triggered(change)]
        sides = zip(self._samplers, (change.old_at, change.new_at), strict=True)
        inner = [each for sampler, at in sides for each in inner_changes(change, sampler.side.schemas, at)]
        names = member_names(change)
        edited = [self._edited_cards(change, [*triggered, *self._cards], names)]
        return interleave([*edited, *(self._edited_cards(each, triggered or self._cards, names) for each in inner)])

    def _edited_cards(
        self, change: Change, cards: Sequence[StartingCard], names: Sequence[str]
    ) -> Iterator[tuple[Json, str]]:
        """One edit of each value in turn, so that none takes up all that may be tried."""
        hints = hint_values(change, self._samplers)
        spots = _spots(change, cards, names)
        edits = [replacements(spot.value, hints) if spot.exists else (*hints, *PLAIN_VALUES) for spot in spots]
        for turn in zip_longest(*edits, fillvalue=_NOTHING_LEFT):
            for spot, new in zip(spots, turn, strict=True):
                if new is not _NOTHING_LEFT and (spot.at or new is not Absent.ABSENT):
                    yield replaced_at(spot.card.value, spot.at, new), MADE_FROM + spot.card.origin

    def _triggered(self, change: Change) -> Iterator[StartingCard]:
        """The smallest cards with each member that the keyword depends on, put in where none has it."""
        for name in trigger_members(change):
            for place in change.places:
                having = [card for card in self._cards if any(name in each for _, each in _objects(card, place))]
                yield from having[:_MOST_TRIGGERED] or islice(self._with_member(name, place), _MOST_TRIGGERED)

    def _with_member(self, name: str, place: PathPattern) -> Iterator[StartingCard]:
        for card in self._cards[:_MOST_GAPS]:
            for at, _ in _objects(card, place):
                edited = (replaced_at(card.value, (*at, name), new) for new in PLAIN_VALUES)
                yield from (StartingCard(value, card.origin) for value in edited)


def _objects(card: StartingCard, place: PathPattern) -> list[tuple[Steps, Json]]:
    return [(at, value) for at, value in parts_at(card.value, place) if isinstance(value, dict)]


def _spots(change: Change, cards: Sequence[StartingCard], names: Sequence[str]) -> list[_Spot]:
    """Each value at its places once, in the first card that has it; then where one could stand."""
    found: dict[object, _Spot] = {}
    for place in change.places:
        for spot in _existing_spots(place, cards):
            found.setdefault((place, equality_key(spot.value)), spot)
            if len(found) >= _MOST_SPOTS:
                break
    gaps = [(*place[:-1], name) for place in change.places for name in (names if place[-1:] == ("*",) else place[-1:])]
    return [*found.values(), *(spot for place in gaps for spot in islice(_empty_spots(place, cards), _MOST_GAPS))]


def _existing_spots(place: PathPattern, cards: Sequence[StartingCard]) -> Iterator[_Spot]:
    for card in cards:
        yield from (_Spot(card, at, value, exists=True) for at, value in parts_at(card.value, place))


def _empty_spots(place: PathPattern, cards: Sequence[StartingCard]) -> Iterator[_Spot]:
    for card in cards:
        for at, value in _objects(card, place[:-1]):
            if place[-1] not in value:
                yield _Spot(card, (*at, place[-1]), None, exists=False)
