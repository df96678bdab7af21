"""Which flips have been found, and which card shows each best?"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from agentcard_conformance.compare.findings import Direction, Flips, Witness
from agentcard_conformance.compare.verdicts.attribution import Attribution, Cause
from agentcard_conformance.compare.verdicts.sides import Sides
from agentcard_conformance.compare.witnesses.shrink import shrunk
from agentcard_conformance.model import Json

MADE = "made from "

LEAST_TRIES, MOST_TRIES, ALL_TRIES = 100, 4000, 40_000
"""Of smaller cards: for one witness, and for all together; 50 to 200 us each."""

Size: TypeAlias = tuple[int, str]


@dataclass(slots=True)
class Seen:
    """The cards that flip for one cause, and the smallest of them."""

    value: Json
    origin: str
    size: Size
    counts: Counter[str] = field(default_factory=Counter)


class Causes:
    """All of them, as they are found: nothing hangs on the order in which cards are shown."""

    def __init__(self, sides: Sides, attribution: Attribution) -> None:
        self.sides = sides
        self.attribution = attribution
        self.seen: dict[Cause, Seen] = {}

    def add(self, direction: Direction, value: Json, origin: str, kind: str) -> Cause | None:
        """One more card that flips; nothing when the exact engine does not see it."""
        if not self.sides.is_confirmed(direction, value):
            return None
        cause, _ = self.attribution.cause(direction, value)
        self.take(cause, value, origin, Counter({kind: 1}))
        return cause

    def take(self, cause: Cause, value: Json, origin: str, counts: Mapping[str, int]) -> None:
        """So many cards that flip for one cause, and the smallest of them."""
        size = _size(value, origin)
        seen = self.seen.setdefault(cause, Seen(value, origin, size))
        if size < seen.size:
            seen.value, seen.origin, seen.size = value, origin, size
        seen.counts.update(counts)

    def flips(self, progress: Callable[[int, int], None], most: int | None = None) -> tuple[Flips, ...]:
        """Each with a card as small as we can make it, or as we can in so many tries."""
        found = []
        if most is None:
            most = max(LEAST_TRIES, ALL_TRIES // max(len(self.seen), 1))
        for done, (cause, seen) in enumerate(sorted(self.seen.items(), key=_order)):
            progress(done, len(self.seen))
            witness = self._witness(cause, seen, most)
            found.append(Flips(cause.direction, cause.requirement, cause.change, witness, dict(seen.counts)))
        return tuple(found)

    def _witness(self, cause: Cause, seen: Seen, most: int) -> Witness:
        small = shrunk(seen.value, lambda value: self._shows(cause, value), min(most, MOST_TRIES))
        if not self.sides.is_confirmed(cause.direction, small):
            small = seen.value
        _, complaint = self.attribution.cause(cause.direction, small)
        untouched = small is seen.value or seen.origin.startswith(MADE)
        origin = seen.origin if untouched else MADE + seen.origin
        return Witness(json.dumps(small), self.sides.refusal(cause.direction, small, complaint), origin)

    def _shows(self, cause: Cause, value: Json) -> bool:
        if self.sides.flip(value) is not cause.direction:
            return False
        return self.attribution.cause(cause.direction, value)[0] == cause


def _size(value: Json, origin: str) -> Size:
    text = json.dumps(value)
    return len(text), text + origin


def _order(entry: tuple[Cause, Seen]) -> tuple[int | str, ...]:
    cause = entry[0]
    change = cause.change
    told = (change.keyword, repr(change.new_at or change.old_at), change.old, change.new) if change else ("",)
    return [*Direction].index(cause.direction), cause.requirement, *told
