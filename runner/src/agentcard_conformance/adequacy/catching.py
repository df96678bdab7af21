"""Finds the fixtures that notice a breakage."""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import chain, islice

from agentcard_conformance.adequacy.breakage import Breakage, BreakageKind, BrokenPart
from agentcard_conformance.adequacy.decoded_cards import DecodedFixtures, PlacedValue
from agentcard_conformance.model import Fixture

_REMEMBERED = 32
"""Fixtures that noticed something lately, and so may again."""

_SAMPLE = 8


class CatcherSearch:
    """Searches for one breakage after another over the same fixtures, by dialect."""

    def __init__(self, fixtures: Mapping[str, DecodedFixtures], most: int) -> None:
        self._fixtures = fixtures
        self._most = most
        self._recent: deque[str] = deque(maxlen=_REMEMBERED)

    def catchers(self, breakage: Breakage) -> tuple[str, ...]:
        """The paths of the first fixtures that notice it, the likeliest asked first."""
        noticing = chain.from_iterable(self._noticing(breakage, dialect) for dialect in breakage.dialects)
        found = tuple(fixture.path for fixture in islice(noticing, self._most))
        self._recent.extend(path for path in found if path not in self._recent)
        return found

    def _noticing(self, breakage: Breakage, dialect: str) -> Iterator[Fixture]:
        """Those of one dialect, each once."""
        fixtures = self._fixtures[dialect]
        found: set[int] = set()
        for broken in breakage.make(fixtures.dialect):
            for index in self._noticing_part(breakage, broken, fixtures):
                if index not in found:
                    found.add(index)
                    yield fixtures.fixtures[index]

    def _noticing_part(self, breakage: Breakage, broken: BrokenPart, fixtures: DecodedFixtures) -> Iterator[int]:
        asked: set[int] = set()
        for place in broken.places:
            values = fixtures.values_at(place, typed=broken.typed)
            for value in self._likeliest_first(breakage, values, fixtures):
                if broken.differs_on_value(place, value):
                    yield from _noticing_among(broken, value, fixtures, asked)

    def _likeliest_first(
        self, breakage: Breakage, values: list[PlacedValue], fixtures: DecodedFixtures
    ) -> list[PlacedValue]:
        """As they are for another validator: to ask it about all cards takes less than to sort them."""
        if breakage.kind is BreakageKind.PLAUSIBLE:
            return values
        return sorted(values, key=lambda value: self._rank(breakage, value, fixtures))

    def _rank(self, breakage: Breakage, value: PlacedValue, fixtures: DecodedFixtures) -> tuple[int, int]:
        """The fixtures of the requirement, then those that noticed lately, then the rest; the short ones first."""
        some = [fixtures.fixtures[index] for index in value.fixtures[:_SAMPLE]]
        size = len(some[0].question.card)
        if any(fixture.requirement.id == breakage.about for fixture in some):
            return 0, size
        return (1 if any(fixture.path in self._recent for fixture in some) else 2), size


def _noticing_among(
    broken: BrokenPart, value: PlacedValue, fixtures: DecodedFixtures, asked: set[int]
) -> Iterator[int]:
    """Of the fixtures that hold a value, those that notice."""
    for index in value.fixtures:
        if index not in asked and fixtures.may_notice(index, contested=broken.on_contested):
            asked.add(index)
            if broken.differs_on_card(fixtures.cards[index]):
                yield index
