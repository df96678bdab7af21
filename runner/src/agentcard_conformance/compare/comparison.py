"""What do two revisions of a schema come to: whose cards break, and by which step has the version to rise?"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from agentcard_conformance.compare.findings import (
    Change,
    Comparison,
    Direction,
    Flips,
    Moved,
    Revision,
    Unwitnessed,
    VersionStep,
)
from agentcard_conformance.compare.replay.replaying import value_of
from agentcard_conformance.compare.replay.tally import Tally
from agentcard_conformance.compare.schemas.changes import changes
from agentcard_conformance.compare.schemas.unknown import unknown
from agentcard_conformance.compare.verdicts.attribution import Attribution
from agentcard_conformance.compare.verdicts.causes import MADE, Causes
from agentcard_conformance.compare.verdicts.sides import Sides, Unspeakable, plain
from agentcard_conformance.compare.witnesses.agreed import Mender
from agentcard_conformance.compare.witnesses.grown import Grower
from agentcard_conformance.compare.witnesses.search import Host, Search
from agentcard_conformance.compare.witnesses.strategies import Drawn, found
from agentcard_conformance.model import Dialect, Expected, Fixture, Json, Level
from agentcard_conformance.notations import DecodeError, load_notation
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.variations.values import PLAIN_VALUES

Progress = Callable[[str, int, int], None]

TRIES = 20_000
"""Cards made for one change at the usual effort, 15 us each."""

ALL_TRIES = 100_000
LEAST_TRIES = 1_000
DRAWN = 1_000
"""Cards drawn in search of a flip that no change explains, 1.5 ms each."""

SURPRISES = 3
"""Of such flips, how many are looked for in either direction."""


MOVES = {
    Direction.REFUSED: (Expected.VALID, Expected.CONTESTED),
    Direction.ACCEPTED: (Expected.INVALID, Expected.CONTESTED),
}
"""Of which fixtures a flip is told: the schema alone accepts some that stand under invalid/."""


def silent(_stage: str, _done: int, _of: int) -> None:
    """Nobody is watching."""


class Call(NamedTuple):
    """What is asked for beside the two revisions."""

    dialect: Dialect | None = None
    """Whose fixtures these are, and whose rules may run."""
    rules: bool = False
    fixtures: Sequence[Fixture] = ()
    seed: int = 0
    effort: float = 1
    """Of the usual number of cards, how many times as many are made."""


class Compared:
    """What has been found so far."""

    def __init__(self, old: Revision, new: Revision, call: Call) -> None:
        self.old, self.new, self.call = old, new, call
        self.sides = Sides(old, new, call.dialect if call.rules else None)
        with deep_recursion():
            self.changes = changes(self.sides.old.schemas, self.sides.new.schemas)
        self.causes = Causes(self.sides, Attribution(self.sides, self.changes))
        self._cards = Tally()
        self._held = Counter({"corpus": 0, "cards": 0, "generated": 0})
        self._moved: dict[Expected, list[Moved]] = {expected: [] for expected in Expected}
        self._tried: dict[Change, int] = {}
        self._growers = Grower(self.sides.old), Grower(self.sides.new)

    def take(self, cards: Tally) -> None:
        """What came of somebody's own cards, all at once."""
        self._cards = cards
        self._held["cards"] = cards.cards
        for cause, seen in cards.flips.items():
            self.causes.take(cause, value_of(seen.card), str(seen.place), {"cards": seen.cards})

    def search(self, progress: Progress = silent) -> None:
        """The corpus, then cards made for each change, then cards drawn; what an interrupt leaves is kept."""
        with deep_recursion():
            self._search(progress)

    def _search(self, progress: Progress) -> None:
        own = (Host(value_of(card), str(place)) for card, place in self._cards.some)
        given = _by_size(self._accepted((*self._corpus(progress), *own)))
        grown = [*self._grown()]
        hosts = [*given, *_by_size(self._accepted(grown))] or grown
        hosts = Mender(self.sides, hosts, self.changes, self._growers).hosts()
        self._around(hosts, progress)
        self._surprises(hosts, progress)

    def told(self, progress: Progress = silent, *, complete: bool = True) -> Comparison:
        """All of it, with each card made small; what did not come to its end is told at once, cards as they are."""
        most = None if complete else 0
        flips = self.causes.flips(lambda done, of: progress("making cards small", done, of), most)
        shown = {each.change for each in flips}
        unwitnessed = (
            Unwitnessed(change, self._tried.get(change, 0)) for change in self.changes if change not in shown
        )
        comparison = Comparison(
            old=self.old.label,
            new=self.new.label,
            dialect=self.call.dialect.id if self.call.dialect else "",
            rules=self.call.rules,
            flips=flips,
            unwitnessed=tuple(unwitnessed),
            moved=(*self._moved[Expected.VALID], *self._moved[Expected.INVALID]),
            contested=tuple(self._moved[Expected.CONTESTED]),
            replayed=dict(self._held),
            unread=(),
            unknown=unknown(self.old, self.new),
            step=step(self.old, self.new, flips),
            complete=complete,
        )
        return self._cards.told(comparison)

    def _corpus(self, progress: Progress) -> Iterator[Host]:
        for done, fixture in enumerate(self.call.fixtures):
            progress("the corpus", done, len(self.call.fixtures))
            if host := self._replayed(fixture):
                yield host

    def _replayed(self, fixture: Fixture) -> Host | None:
        """One that cannot be decoded is refused by both sides."""
        self._held["corpus"] += 1
        try:
            written = _decoded(fixture, self.call.dialect)
            value = plain(written)
        except (DecodeError, Unspeakable):
            return None
        direction = self.sides.flip(value, written)
        cause = direction and self.causes.add(direction, value, fixture.path, "corpus")
        if direction and cause and fixture.expected in MOVES[direction]:
            self._moved[fixture.expected].append(Moved(fixture.path, direction, cause.requirement))
        return Host(value, fixture.path)

    def _grown(self) -> Iterator[Host]:
        for grower, revision in zip(self._growers, (self.old, self.new), strict=True):
            yield from (
                Host(value, revision.label) for value in grower.values(grower.side.schemas.root) or PLAIN_VALUES
            )

    def _accepted(self, hosts: Iterable[Host]) -> Iterator[Host]:
        sides = self.sides
        return (host for host in hosts if sides.old.fast.is_valid(host.value) or sides.new.fast.is_valid(host.value))

    def _around(self, hosts: Sequence[Host], progress: Progress) -> None:
        search = Search(self.causes, len(self.changes), hosts, self._growers)
        most = min(TRIES, max(LEAST_TRIES, ALL_TRIES // max(len(self.changes), 1)))
        for done, change in enumerate(self.changes):
            progress("cards around changed keywords", done, len(self.changes))
            self._tried[change] = search.around(change, int(most * self.call.effort))
            self._held["generated"] += self._tried[change]

    def _surprises(self, hosts: Sequence[Host], progress: Progress) -> None:
        """In either direction, a flip for another cause than those that are known."""
        if not hosts or told_the_same(self.old, self.new):
            return
        drawn = Drawn(hosts)
        for direction in Direction:
            for number in range(SURPRISES):
                tell = partial(progress, "cards drawn by chance", number, SURPRISES)
                if not self._surprised(drawn, direction, self.call.seed + number, tell):
                    break

    def _surprised(self, drawn: Drawn, direction: Direction, seed: int, tell: Callable[[], None]) -> bool:
        def shows(value: Json) -> bool:
            tell()
            self._held["generated"] += 1
            if self.sides.flip(value) is not direction:
                return False
            return self.causes.attribution.cause(direction, value)[0] not in self.causes.seen

        host = found(drawn, shows, seed, int(DRAWN * self.call.effort))
        return bool(host and self.causes.add(direction, host.value, MADE + host.origin, "generated"))


def compare(old: Revision, new: Revision, call: Call) -> Comparison:
    """All that can be said without cards of somebody's own."""
    compared = Compared(old, new, call)
    compared.search()
    return compared.told()


def step(old: Revision, new: Revision, flips: Iterable[Flips]) -> VersionStep:
    """What was accepted and is refused breaks somebody."""
    directions = {each.direction for each in flips}
    if Direction.REFUSED in directions:
        return VersionStep.MAJOR
    if directions:
        return VersionStep.MINOR
    return VersionStep.NONE if told_the_same(old, new) else VersionStep.PATCH


def told_the_same(old: Revision, new: Revision) -> bool:
    """Do both say the same in the same words, in whatever order?"""
    return _words(old) == _words(new)


def _by_size(hosts: Iterable[Host]) -> list[Host]:
    return sorted(hosts, key=lambda host: (len(json.dumps(host.value)), host.origin))


def _words(revision: Revision) -> str:
    return json.dumps([revision.schema, {**revision.neighbours}], sort_keys=True)


def _decoded(fixture: Fixture, dialect: Dialect | None) -> Json:
    """With what the decoder itself refuses left out: it is refused whatever the schema says."""
    assert dialect is not None  # noqa: S101  # fixtures are a dialect's
    notation = load_notation(dialect.notation)
    document = notation.decode(fixture.question.card, fixture.question.context)
    for fault in document.faults:
        if dialect.requirements[fault.requirement].level is Level.MUST:
            raise DecodeError(fault)
    return document.value
