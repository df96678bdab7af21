"""Measures how many breakages a corpus notices, and searches for cards that would notice the rest."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.catching import CatcherSearch
from agentcard_conformance.adequacy.code_breakages import code_breakages
from agentcard_conformance.adequacy.decoded_cards import DecodedFixtures
from agentcard_conformance.adequacy.equivalents import Equivalent, stale_entries
from agentcard_conformance.adequacy.rule_breakages import rule_breakages
from agentcard_conformance.adequacy.schema_breakages import schema_breakages
from agentcard_conformance.adequacy.suggestions import Assess, SearchResult, SuggestionSearch
from agentcard_conformance.model import Dialect, Fixture
from agentcard_conformance.parallel.engines.processes import run_isolated
from agentcard_conformance.schema_engine.engine import deep_recursion

Progress: TypeAlias = Callable[[str], None]


class Measurement(NamedTuple):
    """What is to be measured, and how."""

    dialect: Dialect
    fixtures: Sequence[Fixture]
    equivalents: Sequence[Equivalent]
    assess: Assess
    only: Equivalent | None = None
    doubt: bool = False
    """Search for cards that disprove what the equivalents say."""
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
    searches: Mapping[str, SearchResult]
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
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return not self.searches and not self.stale

    @cached_property
    def redundant(self) -> list[str]:
        """Fixtures that catch nothing that no other does; they may well document something."""
        needed = {found[0] for found in self.catchers.values() if found and len(found) == 1}
        return [fixture.path for index, fixture in enumerate(self.fixtures) if index not in needed]

    def count_by(self, key: Callable[[Breakage], str]) -> Mapping[str, Counter[str]]:
        """How many were caught, are equivalent or survive, in groups."""
        counts: dict[str, Counter[str]] = {}
        for breakage in self.breakages:
            counts.setdefault(key(breakage), Counter())[self._outcome(breakage)] += 1
        return counts

    def _outcome(self, breakage: Breakage) -> str:
        if entry := self.equivalent.get(breakage.id):
            return "contested" if entry.contested else "equivalent"
        return "survives" if breakage.id in self.searches else "caught"


def all_breakages(dialect: Dialect, only: Equivalent | None = None) -> list[Breakage]:
    """All ways in which the validator of a dialect is broken, or those that a pattern names."""
    every = chain(schema_breakages(dialect.schema), rule_breakages(dialect), code_breakages(dialect))
    return [each for each in every if only is None or only.names(each.id)]


def measure(measurement: Measurement, progress: Progress) -> Adequacy:
    """Break, see which fixtures notice, and search for cards where none does."""
    with deep_recursion():
        return _measure(measurement, progress)


def _measure(asked: Measurement, progress: Progress) -> Adequacy:
    progress("reading the fixtures")
    fixtures, breakages = DecodedFixtures(asked.dialect, asked.fixtures), all_breakages(asked.dialect, asked.only)
    catchers = dict(_find_catchers(fixtures, breakages, asked.jobs, progress))
    uncaught = [each for each in breakages if catchers[each.id] == ()]
    claimed = dict(_find_entries(uncaught, asked.equivalents))
    doubted = [each for each in uncaught if each.id not in claimed or (asked.doubt and not claimed[each.id].contested)]
    searches = dict(_find_suggestions(SuggestionSearch(fixtures, asked.assess), doubted, asked.jobs, progress))
    searches = {name: search for name, search in searches.items() if name not in claimed or search.suggestion}
    equivalent = {name: entry for name, entry in claimed.items() if name not in searches}
    stale = () if asked.only else stale_entries(asked.equivalents, [each.id for each in uncaught])
    return Adequacy(asked.dialect, asked.fixtures, breakages, catchers, equivalent, searches, stale)


def _find_catchers(
    fixtures: DecodedFixtures, breakages: Sequence[Breakage], jobs: int, progress: Progress
) -> Iterator[tuple[str, tuple[int, ...] | None]]:
    search = CatcherSearch(fixtures)
    results = run_isolated(lambda number: search.catchers(breakages[number]), range(len(breakages)), jobs)
    for done, (breakage, result) in enumerate(zip(breakages, results, strict=True), 1):
        progress(f"{done} of {len(breakages)} breakages")
        yield breakage.id, None if result.lost else result.get()


def _find_entries(uncaught: Iterable[Breakage], entries: Sequence[Equivalent]) -> Iterator[tuple[str, Equivalent]]:
    for breakage in uncaught:
        named = next((entry for entry in entries if entry.names(breakage.id)), None)
        if named:
            yield breakage.id, named


def _find_suggestions(
    search: SuggestionSearch, breakages: Sequence[Breakage], jobs: int, progress: Progress
) -> Iterator[tuple[str, SearchResult]]:
    results = run_isolated(lambda number: search.search(breakages[number]), range(len(breakages)), jobs)
    for done, (breakage, result) in enumerate(zip(breakages, results, strict=True), 1):
        progress(f"looking for cards: {done} of {len(breakages)}")
        yield breakage.id, SearchResult(None, 0) if result.lost else result.get()
