"""Which fixtures notice a breakage?"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from agentcard_conformance.adequacy.breakage import Breakage, Broken
from agentcard_conformance.adequacy.cards import Cards, Place, Row

ENOUGH = 2
"""The second tells that the first is not alone in it; a third would tell nothing more."""

REMEMBERED = 32
"""Fixtures that noticed something lately, and so may again."""


class Hunt:
    """One hunt after another over the same cards."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self._lately: deque[int] = deque(maxlen=REMEMBERED)

    def catchers(self, breakage: Breakage) -> tuple[int, ...]:
        """Up to two fixtures that notice, the likeliest asked first."""
        found = tuple(islice(self._noticing(breakage, breakage.make()), ENOUGH))
        self._lately.extend(index for index in found if index not in self._lately)
        return found

    def _noticing(self, breakage: Breakage, broken: Broken) -> Iterator[int]:
        asked: set[int] = set()
        for place in broken.places:
            for row in sorted(self._rows(place, broken), key=lambda row: self._rank(breakage, row.fixtures)):
                if broken.differs_at(place, row):
                    yield from self._of_row(broken, row, asked)

    def _rows(self, place: Place, broken: Broken) -> Iterable[Row]:
        return self.cards.rows(place, typed=broken.typed)

    def _of_row(self, broken: Broken, row: Row, asked: set[int]) -> Iterator[int]:
        for index in row.fixtures:
            if index not in asked and self.cards.counts(index, contested=broken.on_contested):
                asked.add(index)
                if broken.differs(self.cards.cards[index]):
                    yield index

    def _rank(self, breakage: Breakage, fixtures: list[int]) -> tuple[int, int]:
        """The fixtures of the requirement, then those that noticed lately, then the rest; the short ones first."""
        some, size = fixtures[:8], len(self.cards.cards[fixtures[0]].question.card)
        if any(self.cards.fixtures[index].requirement.id == breakage.about for index in some):
            return 0, size
        return (1 if any(index in self._lately for index in some) else 2), size
