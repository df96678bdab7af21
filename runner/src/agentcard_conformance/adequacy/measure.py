"""How many breakages does a corpus notice, and which does it not?"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.cards import Cards
from agentcard_conformance.adequacy.code_breakages import code_breakages
from agentcard_conformance.adequacy.equivalents import Equivalent, stale
from agentcard_conformance.adequacy.hunt import Hunt
from agentcard_conformance.adequacy.rule_breakages import rule_breakages
from agentcard_conformance.adequacy.schema_breakages import schema_breakages
from agentcard_conformance.adequacy.team import spread
from agentcard_conformance.adequacy.witness import Assess, Search, Witness
from agentcard_conformance.model import Dialect, Fixture

DEEP_ENOUGH = 10_000  # frames, as the reference allows itself: the metaschema takes some twenty for each level

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Call:
    """What somebody asks for."""

    dialect: Dialect
    fixtures: Sequence[Fixture]
    equivalents: Sequence[Equivalent]
    assess: Assess
    only: Equivalent | None = None
    doubt: bool = False
    jobs: int = 1


@dataclass(frozen=True)
class Adequacy:
    """What a corpus notices."""

    dialect: Dialect
    fixtures: Sequence[Fixture]
    breakages: Sequence[Breakage]
    catchers: Mapping[str, tuple[int, ...] | None]
    """By breakage: up to two fixtures; None where the broken validator took its process down."""
    equivalent: Mapping[str, Equivalent]
    searches: Mapping[str, Search]
    """By surviving breakage."""
    stale: tuple[Equivalent, ...]

    @property
    def caught(self) -> list[Breakage]:
        """Those that some fixture notices."""
        return [each for each in self.breakages if self.catchers[each.id] != ()]

    @property
    def survivors(self) -> list[Breakage]:
        """Those that no fixture notices, though some card might."""
        return [each for each in self.breakages if each.id in self.searches]

    @property
    def well(self) -> bool:
        """Is nothing left to do?"""
        return not self.searches and not self.stale

    @cached_property
    def redundant(self) -> list[str]:
        """Fixtures that catch nothing that no other does; they may well document something."""
        alone = {found[0] for found in self.catchers.values() if found and len(found) == 1}
        return [fixture.path for index, fixture in enumerate(self.fixtures) if index not in alone]

    def tally(self, name: Callable[[Breakage], str]) -> Mapping[str, Counter[str]]:
        """How many were caught, are equivalent or survive, by whatever names them."""
        counts: dict[str, Counter[str]] = {}
        for breakage in self.breakages:
            counts.setdefault(name(breakage), Counter())[self._fate(breakage)] += 1
        return counts

    def _fate(self, breakage: Breakage) -> str:
        if entry := self.equivalent.get(breakage.id):
            return "contested" if entry.contested else "equivalent"
        return "survives" if breakage.id in self.searches else "caught"


def breakages(dialect: Dialect, only: Equivalent | None = None) -> list[Breakage]:
    """All ways in which we break what a dialect is checked with, or those of a name."""
    every = chain(schema_breakages(dialect.schema), rule_breakages(dialect), code_breakages(dialect))
    return [each for each in every if only is None or only.names(each.id)]


def measure(call: Call, progress: Progress) -> Adequacy:
    """Break, look who notices, and look for cards where nobody does."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEP_ENOUGH))
    progress("reading the fixtures")
    cards, some = Cards(call.dialect, call.fixtures), breakages(call.dialect, call.only)
    caught = dict(_hunts(cards, some, call.jobs, progress))
    uncaught = [each for each in some if caught[each.id] == ()]
    claimed = dict(_claims(uncaught, call.equivalents))
    doubted = [each for each in uncaught if each.id not in claimed or (call.doubt and not claimed[each.id].contested)]
    searches = dict(_searches(Witness(cards, call.assess), doubted, call.jobs, progress))
    searches = {name: search for name, search in searches.items() if name not in claimed or search.suggestion}
    equivalent = {name: entry for name, entry in claimed.items() if name not in searches}
    old = () if call.only else stale(call.equivalents, [each.id for each in uncaught])
    return Adequacy(call.dialect, call.fixtures, some, caught, equivalent, searches, old)


def _hunts(
    cards: Cards, some: Sequence[Breakage], jobs: int, progress: Progress
) -> Iterator[tuple[str, tuple[int, ...] | None]]:
    hunt = Hunt(cards)
    for done, (index, found) in enumerate(spread(lambda task: hunt.catchers(some[task]), range(len(some)), jobs)):
        progress(f"{done + 1} of {len(some)} breakages")
        yield some[index].id, found


def _claims(uncaught: Iterable[Breakage], entries: Iterable[Equivalent]) -> Iterator[tuple[str, Equivalent]]:
    entries = list(entries)
    for breakage in uncaught:
        named = next((entry for entry in entries if entry.names(breakage.id)), None)
        if named:
            yield breakage.id, named


def _searches(
    witness: Witness, some: Sequence[Breakage], jobs: int, progress: Progress
) -> Iterator[tuple[str, Search]]:
    for done, (index, found) in enumerate(spread(lambda task: witness.search(some[task]), range(len(some)), jobs)):
        progress(f"looking for cards: {done + 1} of {len(some)}")
        yield some[index].id, found or Search(None, 0)
