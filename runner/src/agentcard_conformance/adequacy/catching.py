"""Finds the fixtures that notice a breakage."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from agentcard_conformance.adequacy.breakage import Breakage, BrokenPart
from agentcard_conformance.adequacy.decoded_cards import DecodedFixtures, PlacedValue
from agentcard_conformance.model import PathPattern

_MOST_CATCHERS = 2
"""The second tells that the first is not alone in it; a third would tell nothing more."""

_REMEMBERED = 32
"""Fixtures that noticed something lately, and so may again."""

_SAMPLE = 8


class CatcherSearch:
    """Searches for one breakage after another over the same fixtures."""

    def __init__(self, fixtures: DecodedFixtures) -> None:
        self._fixtures = fixtures
        self._recent: deque[int] = deque(maxlen=_REMEMBERED)

    def catchers(self, breakage: Breakage) -> tuple[int, ...]:
        """Up to two fixtures that notice it, the likeliest asked first."""
        found = tuple(islice(self._noticing(breakage, breakage.make()), _MOST_CATCHERS))
        self._recent.extend(index for index in found if index not in self._recent)
        return found

    def _noticing(self, breakage: Breakage, broken: BrokenPart) -> Iterator[int]:
        asked: set[int] = set()
        for place in broken.places:
            for value in sorted(self._values(place, broken), key=lambda value: self._rank(breakage, value.fixtures)):
                if broken.differs_on_value(place, value):
                    yield from self._noticing_among(broken, value, asked)

    def _values(self, place: PathPattern, broken: BrokenPart) -> Iterable[PlacedValue]:
        return self._fixtures.values_at(place, typed=broken.typed)

    def _noticing_among(self, broken: BrokenPart, value: PlacedValue, asked: set[int]) -> Iterator[int]:
        """Of the fixtures that hold a value, those that notice."""
        for index in value.fixtures:
            if index not in asked and self._fixtures.may_notice(index, contested=broken.on_contested):
                asked.add(index)
                if broken.differs_on_card(self._fixtures.cards[index]):
                    yield index

    def _rank(self, breakage: Breakage, fixtures: list[int]) -> tuple[int, int]:
        """The fixtures of the requirement, then those that noticed lately, then the rest; the short ones first."""
        some, size = fixtures[:_SAMPLE], len(self._fixtures.cards[fixtures[0]].question.card)
        if any(self._fixtures.fixtures[index].requirement.id == breakage.about for index in some):
            return 0, size
        return (1 if any(index in self._recent for index in some) else 2), size
