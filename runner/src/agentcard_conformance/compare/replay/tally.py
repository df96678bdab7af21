"""What was seen among many cards, however they were cut up?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from agentcard_conformance.compare.findings import Change, Comparison, Direction, Flips
from agentcard_conformance.compare.verdicts.attribution import Cause
from agentcard_conformance.model import Json

MOST_UNREAD = 10
"""Sentences on cards that could not be read: the first show what is wrong, and the rest are counted."""

MOST_KEPT = 20
"""Cards that both sides accept, for the search to edit."""

MOST_NAMED = 5
"""Cards of one cause whose place is told: enough to look at."""

COUNTED = ("file", "lines", "weight", "cards", "lost")


class Origin(NamedTuple):
    """Where a card lies."""

    file: str
    line: int
    """Nothing where the file is the card."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Found(NamedTuple):
    """How many cards, the smallest of them, and where the first lie."""

    cards: int
    card: str
    place: Origin
    first: tuple[Origin, ...] = ()
    """Nothing as long as it is one card alone."""


@dataclass(slots=True)
class Tally:
    """Of a slice, or of all slices so far."""

    file: str = ""
    lines: int = 0
    """Of the slice, or of the file that is read: what a place in the next slice of it is counted from."""
    weight: int = 0
    cards: int = 0
    lost: int = 0
    """How many cards could not be read."""
    unread: list[tuple[Origin, str]] = field(default_factory=list)
    some: list[tuple[str, Origin]] = field(default_factory=list)
    """The first that both sides accept."""
    flips: dict[Cause, Found] = field(default_factory=dict)

    def count(self, cause: Cause, found: Found) -> None:
        """Of two cards the smaller one is kept, of two as small the first."""
        before, first = self.flips.get(cause), found.first or (found.place,)
        if before:
            cards, kept = before.cards + found.cards, min(before, found, key=lambda each: len(each.card))
            found, first = kept._replace(cards=cards), (*before.first, *first)
        self.flips[cause] = found._replace(first=first[:MOST_NAMED])

    def lose(self, place: Origin, why: str) -> None:
        """A card that could not be read."""
        self.lost += 1
        if len(self.unread) < MOST_UNREAD:
            self.unread.append((place, why))

    def add(self, part: Self) -> None:
        """The slice after those that are in it already."""
        before = self.lines if part.file == self.file else 0
        self.file, self.lines = part.file, before + part.lines
        self.weight += part.weight
        self.cards += part.cards
        self.lost += part.lost
        self.unread += [(_after(place, before), why) for place, why in part.unread]
        del self.unread[MOST_UNREAD:]
        self.some += [(card, _after(place, before)) for card, place in part.some]
        del self.some[MOST_KEPT:]
        for cause, found in part.flips.items():
            first = tuple(_after(place, before) for place in found.first)
            self.count(cause, found._replace(place=_after(found.place, before), first=first))

    def told(self, comparison: Comparison) -> Comparison:
        """With where the first cards of each cause lie, and what could not be read."""
        flips = (each._replace(places=self._places(each)) for each in comparison.flips)
        return comparison._replace(flips=tuple(flips), unread=self.sentences)

    def _places(self, flips: Flips) -> tuple[str, ...]:
        found = self.flips.get(Cause(flips.direction, flips.requirement, flips.change))
        return tuple(map(str, found.first)) if found else ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What could not be read."""
        said = [f"{place}: {why}" for place, why in self.unread]
        more = self.lost - len(said)
        return (*said, f"and {more:,} more") if more else tuple(said)

    def document(self, changes: Sequence[Change]) -> Json:
        """For a journal; a change is written as its number."""
        flips = [
            (direction, requirement, None if change is None else changes.index(change), found)
            for (direction, requirement, change), found in self.flips.items()
        ]
        return {**{name: getattr(self, name) for name in (*COUNTED, "unread", "some")}, "flips": flips}

    @classmethod
    def parse(cls, document: Mapping[str, Json], changes: Sequence[Change]) -> Self:
        """What a journal holds."""
        tally = cls(**{name: document[name] for name in COUNTED})
        tally.unread = [(Origin(*place), why) for place, why in document["unread"]]
        tally.some = [(card, Origin(*place)) for card, place in document["some"]]
        for direction, requirement, number, (cards, card, place, first) in document["flips"]:
            change = None if number is None else changes[number]
            found = Found(cards, card, Origin(*place), tuple(Origin(*each) for each in first))
            tally.flips[Cause(Direction(direction), requirement, change)] = found
        return tally


def _after(place: Origin, lines: int) -> Origin:
    return place._replace(line=place.line + lines) if place.line else place
