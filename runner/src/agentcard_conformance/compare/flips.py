"""Collects the cards that flip, by cause, and makes a witness of the smallest of each."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from agentcard_conformance.compare.attribution import Attribution, Cause
from agentcard_conformance.compare.results import Change, Direction, FlipGroup, Witness
from agentcard_conformance.compare.revision_pair import RevisionPair
from agentcard_conformance.compare.witnesses.shrink import shrink
from agentcard_conformance.model import Json

MADE_FROM = "made from "

_LEAST_TRIES, _MOST_TRIES, _ALL_TRIES = 100, 4000, 40_000
"""Of smaller cards: for one witness, and for all together; 50 to 200 us each."""

_ESCAPE = 10
"""Characters that an escaped one counts for: people see it badly, and other engines may differ about a line feed."""

_Size: TypeAlias = tuple[int, str]


@dataclass(slots=True)
class _FlippingCards:
    """How many cards flip for one cause, and the smallest of them."""

    value: Json
    origin: str
    size: _Size
    counts: Counter[str] = field(default_factory=Counter)
    witness: Witness | None = None
    """Made of the smallest card, once somebody asked for it."""


class FlipCollection:
    """All flips that were found; the order in which cards are added makes no difference."""

    def __init__(self, pair: RevisionPair, attribution: Attribution) -> None:
        self.pair = pair
        self.attribution = attribution
        self._found: dict[Cause, _FlippingCards] = {}

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, cause: Cause) -> bool:
        return cause in self._found

    def changes(self, direction: Direction) -> set[Change | None]:
        """Those that a card shows in a direction."""
        return {cause.change for cause in self._found if cause.direction is direction}

    def add(self, direction: Direction, value: Json, origin: str, kind: str) -> Cause | None:
        """Add a card that flips by the fast engine; None when the exact engine does not confirm it."""
        if not self.pair.is_confirmed(direction, value):
            return None
        cause, _ = self.attribution.cause(direction, value)
        self.add_counted(cause, value, origin, Counter({kind: 1}))
        return cause

    def add_counted(self, cause: Cause, value: Json, origin: str, counts: Mapping[str, int]) -> None:
        """Add several cards that flip for one cause, of which the smallest is given."""
        size = _size(value, origin)
        found = self._found.setdefault(cause, _FlippingCards(value, origin, size))
        if size < found.size:
            found.value, found.origin, found.size, found.witness = value, origin, size, None
        found.counts.update(counts)

    def groups(
        self,
        progress: Callable[[int, int], None],
        most: int | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> tuple[FlipGroup, ...]:
        """Each cause with its witness, shrunk as far as possible, or as far as so many tries or the time lead."""
        groups = []
        if most is None:
            most = max(_LEAST_TRIES, _ALL_TRIES // max(len(self._found), 1))
        for done, (cause, found) in enumerate(self._found.items()):
            progress(done, len(self._found))
            if most or not found.witness:
                found.witness = self._witness(cause, found, most, is_over)
            counts = dict(found.counts)
            groups.append(FlipGroup(cause.direction, cause.requirement, cause.change, found.witness, counts))
        return tuple(groups)

    def _witness(self, cause: Cause, found: _FlippingCards, most: int, is_over: Callable[[], bool]) -> Witness:
        small = shrink(found.value, lambda value: not is_over() and self._shows(cause, value), min(most, _MOST_TRIES))
        if not self.pair.is_confirmed(cause.direction, small):
            small = found.value
        _, error = self.attribution.cause(cause.direction, small)
        is_as_found = small is found.value or found.origin.startswith(MADE_FROM)
        origin = found.origin if is_as_found else MADE_FROM + found.origin
        return Witness(json.dumps(small), self.pair.refusal(cause.direction, small, error), origin)

    def _shows(self, cause: Cause, value: Json) -> bool:
        if self.pair.flip(value) is not cause.direction:
            return False
        return self.attribution.cause(cause.direction, value)[0] == cause


def _size(value: Json, origin: str) -> _Size:
    text = json.dumps(value)
    return len(text) + _ESCAPE * text.count("\\"), text + origin
