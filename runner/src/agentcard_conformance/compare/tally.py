"""Counts what is found among the user's cards, the same however these are cut into slices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from agentcard_conformance.compare.attribution import Cause
from agentcard_conformance.compare.results import Change, Comparison, Direction, FlipGroup
from agentcard_conformance.model import Json

MOST_UNREAD = 10
"""Sentences on cards that could not be read: the first show what is wrong, and the rest are counted."""

MOST_ACCEPTED = 20
"""Cards that both sides accept, kept for the search to edit."""

_MOST_NAMED = 5
"""Cards of one cause whose place is printed: enough to look at."""

_COUNTED = ("file", "lines", "weight", "cards", "lost")


class CardPlace(NamedTuple):
    """Where a card lies."""

    file: str
    line: int
    """Zero where the file is the card."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file

    def shifted(self, lines: int) -> "CardPlace":
        """The place after so many lines of the same file; a file that is a card has no lines."""
        return self._replace(line=self.line + lines) if self.line else self


class CountedCards(NamedTuple):
    """How many cards flip for one cause, the smallest of them, and where the first lie."""

    cards: int
    card: str
    place: CardPlace
    first: tuple[CardPlace, ...] = ()
    """Empty as long as it is one card alone."""


@dataclass(slots=True)
class Tally:
    """Of a slice, or of all slices so far."""

    file: str = ""
    lines: int = 0
    """Of the slice, or of the file that is read: places in the next slice of it are counted from there."""
    weight: int = 0
    cards: int = 0
    lost: int = 0
    """How many cards could not be read."""
    unread: list[tuple[CardPlace, str]] = field(default_factory=list)
    accepted: list[tuple[str, CardPlace]] = field(default_factory=list)
    """The first cards that both sides accept."""
    flips: dict[Cause, CountedCards] = field(default_factory=dict)

    def count(self, cause: Cause, found: CountedCards) -> None:
        """Add cards that flip; of two cards the smaller one is kept, of two as small the first."""
        before, first = self.flips.get(cause), found.first or (found.place,)
        if before:
            cards, kept = before.cards + found.cards, min(before, found, key=lambda each: len(each.card))
            found, first = kept._replace(cards=cards), (*before.first, *first)
        self.flips[cause] = found._replace(first=first[:_MOST_NAMED])

    def count_unread(self, place: CardPlace, why: str) -> None:
        """Add a card that could not be read."""
        self.lost += 1
        if len(self.unread) < MOST_UNREAD:
            self.unread.append((place, why))

    def add(self, part: Self) -> None:
        """Add the slice after those that are counted already."""
        before = self.lines if part.file == self.file else 0
        self.file, self.lines = part.file, before + part.lines
        self.weight += part.weight
        self.cards += part.cards
        self.lost += part.lost
        self.unread += [(place.shifted(before), why) for place, why in part.unread]
        del self.unread[MOST_UNREAD:]
        self.accepted += [(card, place.shifted(before)) for card, place in part.accepted]
        del self.accepted[MOST_ACCEPTED:]
        for cause, found in part.flips.items():
            first = tuple(place.shifted(before) for place in found.first)
            self.count(cause, found._replace(place=found.place.shifted(before), first=first))

    def complete_comparison(self, comparison: Comparison) -> Comparison:
        """The comparison with where the first cards of each cause lie, and what could not be read."""
        flips = (each._replace(places=self._first_places(each)) for each in comparison.flips)
        return comparison._replace(flips=tuple(flips), unread=self.sentences)

    def _first_places(self, flips: FlipGroup) -> tuple[str, ...]:
        found = self.flips.get(Cause(flips.direction, flips.requirement, flips.change))
        return tuple(map(str, found.first)) if found else ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What could not be read."""
        sentences = [f"{place}: {why}" for place, why in self.unread]
        more = self.lost - len(sentences)
        return (*sentences, f"and {more:,} more") if more else tuple(sentences)

    def document(self, changes: Sequence[Change]) -> Json:
        """The tally for a journal; a change is written as its number."""
        flips = [
            (direction, requirement, None if change is None else changes.index(change), found)
            for (direction, requirement, change), found in self.flips.items()
        ]
        counted = {name: getattr(self, name) for name in _COUNTED}
        return {**counted, "unread": self.unread, "some": self.accepted, "flips": flips}

    @classmethod
    def parse(cls, document: Mapping[str, Json], changes: Sequence[Change]) -> Self:
        """Read what a journal holds."""
        tally = cls(**{name: document[name] for name in _COUNTED})
        tally.unread = [(CardPlace(*place), why) for place, why in document["unread"]]
        tally.accepted = [(card, CardPlace(*place)) for card, place in document["some"]]
        for direction, requirement, number, (cards, card, place, first) in document["flips"]:
            change = None if number is None else changes[number]
            found = CountedCards(cards, card, CardPlace(*place), tuple(CardPlace(*each) for each in first))
            tally.flips[Cause(Direction(direction), requirement, change)] = found
        return tally
