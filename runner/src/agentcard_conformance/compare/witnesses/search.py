"""Which cards fall on either side of a change?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import Change, Direction
from agentcard_conformance.compare.schemas.shapes import spelled
from agentcard_conformance.compare.verdicts.causes import MADE, Causes
from agentcard_conformance.compare.witnesses.grown import Grower, in_turn
from agentcard_conformance.compare.witnesses.hints import hints, missing, names, proposals, triggers
from agentcard_conformance.compare.witnesses.inner import inner
from agentcard_conformance.compare.witnesses.shrink import put
from agentcard_conformance.model import Absent, Json, Step, parts_at
from agentcard_conformance.variations.values import PLAIN_VALUES

Place: TypeAlias = tuple[str, ...]

ROWS = 60
"""Different values at a place that are edited."""

GAPS = 3
"""Places where nothing stands that something is put in."""

TRIGGERED = 20
"""Cards with the member that a keyword hangs on."""

ENOUGH = 20
"""Cards that show one change in one direction; more would tell nothing more."""

LEAST_EXPLAINED, ALL_EXPLAINED = 2 * ENOUGH, 4000
"""Flips whose cause is looked for, 2 ms each: of one change, and of all."""


class Host(NamedTuple):
    """A card that at least one side accepts."""

    value: Json
    origin: str


class Put(NamedTuple):
    """What is put in a place, null among it."""

    what: Json


class Row(NamedTuple):
    """A value in a host, or a place in it where nothing stands."""

    host: Host
    at: tuple[Step, ...]
    value: Json
    there: bool


class Search:
    """One change after another over the same cards."""

    def __init__(self, causes: Causes, changes: int, hosts: Sequence[Host], growers: Sequence[Grower]) -> None:
        self._sides = causes.sides
        self._causes = causes
        self._changes = changes
        self._hosts = hosts
        self._growers = growers

    def around(self, change: Change, most: int) -> int:
        """How many cards were tried; what they show is among the causes."""
        tried, explained = 0, 0
        enough = max(LEAST_EXPLAINED, ALL_EXPLAINED // self._changes)
        shown: Counter[Direction] = Counter()
        for value, origin in islice(self._edited(change), most):
            tried += 1
            direction = self._sides.flip(value)
            if direction is None or shown[direction] >= ENOUGH or explained >= enough:
                continue
            explained += 1
            cause = self._causes.add(direction, value, origin, "generated")
            shown[direction] += bool(cause and cause.change == change)
        return tried

    def _edited(self, change: Change) -> Iterator[tuple[Json, str]]:
        """For the keyword, and for each that is asked within it, in turn."""
        triggered = [*self._triggered(change)]
        sides = zip(self._growers, (change.old_at, change.new_at), strict=True)
        parts = [each for grower, at in sides for each in inner(change, grower.side.schemas, at)]
        called = names(change)
        edited = [self._edits(change, [*triggered, *self._hosts], called)]
        return in_turn([*edited, *(self._edits(each, triggered or self._hosts, called) for each in parts)])

    def _edits(self, change: Change, hosts: Sequence[Host], called: Sequence[str]) -> Iterator[tuple[Json, str]]:
        """One edit of each value in turn, so that none takes up all that may be tried."""
        given = hints(change, self._growers)
        rows = _rows(change, hosts, called)
        turns = zip_longest(*(map(Put, proposals(row.value, given) if row.there else missing(given)) for row in rows))
        for turn in turns:
            for row, edit in zip(rows, turn, strict=True):
                if edit and (row.at or edit.what is not Absent.ABSENT):
                    yield put(row.host.value, row.at, edit.what), MADE + row.host.origin

    def _triggered(self, change: Change) -> Iterator[Host]:
        """The smallest cards with each member that the keyword hangs on, put in where none has it."""
        for name in triggers(change):
            for place in change.places:
                there = [host for host in self._hosts if any(name in each for each in _objects(host, place))]
                yield from there[:TRIGGERED] or islice(self._put_in(name, place), TRIGGERED)

    def _put_in(self, name: str, place: Place) -> Iterator[Host]:
        for host in self._hosts[:GAPS]:
            for at, value in parts_at(host.value, place):
                if isinstance(value, dict):
                    yield from (Host(put(host.value, (*at, name), what), host.origin) for what in PLAIN_VALUES)


def _objects(host: Host, place: Place) -> list[dict[str, Json]]:
    return [each for _, each in parts_at(host.value, place) if isinstance(each, dict)]


def _rows(change: Change, hosts: Sequence[Host], called: Sequence[str]) -> list[Row]:
    """Each value at its places once, in the first card that has it; then where one could stand."""
    found: dict[object, Row] = {}
    for place in change.places:
        for row in _there(place, hosts):
            found.setdefault((place, spelled(row.value)), row)
            if len(found) >= ROWS:
                break
    gaps = [(*place[:-1], name) for place in change.places for name in (called if place[-1:] == ("*",) else place[-1:])]
    return [*found.values(), *(row for place in gaps for row in islice(_missing(place, hosts), GAPS))]


def _there(place: Place, hosts: Sequence[Host]) -> Iterator[Row]:
    for host in hosts:
        yield from (Row(host, at, value, there=True) for at, value in parts_at(host.value, place))


def _missing(place: Place, hosts: Sequence[Host]) -> Iterator[Row]:
    for host in hosts:
        for at, value in parts_at(host.value, place[:-1]):
            if isinstance(value, dict) and place[-1] not in value:
                yield Row(host, (*at, place[-1]), None, there=False)
