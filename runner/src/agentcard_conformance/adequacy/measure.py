"""Measures how many breakages a corpus notices, and searches for cards that would notice the rest."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.catching import CatcherSearch
from agentcard_conformance.adequacy.code_breakages import code_breakages
from agentcard_conformance.adequacy.decoded_cards import DecodedFixtures
from agentcard_conformance.adequacy.equivalents import Equivalent
from agentcard_conformance.adequacy.plausible_breakages import plausible_breakages
from agentcard_conformance.adequacy.rule_breakages import rule_breakages
from agentcard_conformance.adequacy.schema_breakages import schema_breakages
from agentcard_conformance.adequacy.suggestions import SearchResult, SuggestionSearch
from agentcard_conformance.adequacy.time_limit import STATUS_OF_TIME_UP
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.parallel.engines.processes import run_isolated
from agentcard_conformance.parallel.tasks import TaskResult
from agentcard_conformance.reference import Reference
from agentcard_conformance.schema_engine.engine import deep_recursion

Progress: TypeAlias = Callable[[str], None]

_R = TypeVar("_R")


class Measurement(NamedTuple):
    """What is to be measured, and how."""

    suite: Suite
    dialect: str = ""
    """Only what is this dialect's own, and the shared code that it uses; empty for all dialects."""
    equivalents: Sequence[Equivalent] = ()
    only: Equivalent | None = None
    doubt: bool = False
    """Search for cards that disprove what the equivalents say."""
    jobs: int = 1
    finds_redundant: bool = True
    """Look for a second fixture that notices a breakage, which tells that the first is not alone in it.

    Where one alone notices, all others are asked, too, which takes long.
    """
    trusts_lists: bool = False
    """Try nothing that is listed as equal or contested: each such breakage is held against all cards in vain."""


class BreakageOutcome(StrEnum):
    """What came of a breakage."""

    CAUGHT = "caught"
    EQUIVALENT = "equivalent"
    CONTESTED = "contested"
    SURVIVES = "survives"
    LOST = "lost"
    """The process that tried it died, so that nothing is known."""


UNSEEN = (BreakageOutcome.EQUIVALENT, BreakageOutcome.CONTESTED)
"""Of breakages that no scored card shows."""


class MeasuredBreakage(NamedTuple):
    """A breakage, and what came of it."""

    breakage: Breakage
    outcome: BreakageOutcome
    catchers: tuple[str, ...] = ()
    """The paths of up to two fixtures that notice it; none where an engine did not end and was ended for it."""
    entry: Equivalent | None = None
    """What explains why none notices it."""
    search: SearchResult | None = None
    """What a search for a card came to."""
    lost: str = ""
    """What happened to the process that tried it."""


class Adequacy(NamedTuple):
    """What a corpus notices."""

    suite: Suite
    dialects: tuple[str, ...]
    """Those whose fixtures it was held against."""
    fixtures: tuple[str, ...]
    """Their paths."""
    measured: Sequence[MeasuredBreakage]
    stale: Sequence[Equivalent]
    """Entries that name nothing that survives."""

    def of(self, *outcomes: BreakageOutcome) -> list[MeasuredBreakage]:
        """The breakages of which this came."""
        return [each for each in self.measured if each.outcome in outcomes]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return not self.stale and not self.of(BreakageOutcome.SURVIVES, BreakageOutcome.LOST)

    @property
    def redundant(self) -> list[str]:
        """Fixtures that catch nothing that no other does; they may well document something."""
        needed = {each.catchers[0] for each in self.measured if len(each.catchers) == 1}
        return [path for path in self.fixtures if path not in needed]

    def count_by(self, key: Callable[[Breakage], str]) -> Mapping[str, Counter[str]]:
        """How many were caught, are equivalent or survive, in groups."""
        counts: dict[str, Counter[str]] = {}
        for each in self.measured:
            counts.setdefault(key(each.breakage), Counter())[each.outcome.value] += 1
        return counts


def all_breakages(suite: Suite, dialect: str = "", only: Equivalent | None = None) -> list[Breakage]:
    """All ways in which the validators of all dialects, or what one of them uses, are broken; or those of a pattern."""
    dialects = list(suite.dialects.values())
    own = (
        chain(schema_breakages(each.schema, each.id), rule_breakages(each), plausible_breakages(suite, each))
        for each in dialects
    )
    every = chain(chain.from_iterable(own), code_breakages(dialects))
    found = [each for each in every if dialect in ("", *each.dialects) and (only is None or only.names(each.id))]
    if only and not found:
        raise CallError(f"no breakage is called {only.breakage!a}; --list prints them all")
    return found


def measure(asked: Measurement, progress: Progress) -> Adequacy:
    """Break, see which fixtures notice, and search for cards where none does."""
    with deep_recursion():
        return _measure(asked, progress)


def _measure(asked: Measurement, progress: Progress) -> Adequacy:
    progress("reading the fixtures")
    breakages = all_breakages(asked.suite, asked.dialect, asked.only)
    fixtures = _decode_fixtures(asked.suite, breakages)
    search_catchers = CatcherSearch(fixtures, 2 if asked.finds_redundant else 1).catchers
    tried = [each for each in breakages if not (asked.trusts_lists and _entry_for(each, asked.equivalents))]
    tried_results = try_each(search_catchers, tried, asked.jobs, "{} of {} breakages", progress)
    found = dict(zip(map(_key, tried), tried_results, strict=True))
    measured = [_to_measured(each, found.get(_key(each)), asked.equivalents) for each in breakages]
    unexplained = [each.breakage for each in measured if _is_searched_for(each, doubt=asked.doubt)]
    search = SuggestionSearch(fixtures, Reference(asked.suite.dialects).assess).search
    searched = try_each(search, unexplained, asked.jobs, "looking for cards: {} of {}", progress)
    results = dict(zip(map(_key, unexplained), searched, strict=True))
    measured = [_with_search(each, results.get(_key(each.breakage))) for each in measured]
    paths = tuple(fixture.path for each in fixtures.values() for fixture in each.fixtures)
    return Adequacy(
        asked.suite, tuple(fixtures), paths, measured, () if asked.only else _stale_entries(asked, measured)
    )


def _decode_fixtures(suite: Suite, breakages: Iterable[Breakage]) -> Mapping[str, DecodedFixtures]:
    names = dict.fromkeys(name for breakage in breakages for name in breakage.dialects)
    return {name: DecodedFixtures(suite.dialects[name], suite.fixtures([name])) for name in sorted(names)}


def try_each(
    act: Callable[[Breakage], _R], breakages: Sequence[Breakage], jobs: int, line: str, progress: Progress
) -> Iterator[TaskResult[_R]]:
    """The results in order, each breakage tried in a process that may die of it."""
    results = run_isolated(lambda number: act(breakages[number]), range(len(breakages)), jobs)
    for done, result in enumerate(results, 1):
        progress(line.format(done, len(breakages)))
        yield result


def _to_measured(
    breakage: Breakage, result: TaskResult[tuple[str, ...]] | None, entries: Sequence[Equivalent]
) -> MeasuredBreakage:
    """What is known before the search for a card; nothing is found by a breakage that was not tried."""
    if result and result.lost:
        caught = result.exit_status == STATUS_OF_TIME_UP
        return MeasuredBreakage(breakage, BreakageOutcome.CAUGHT if caught else BreakageOutcome.LOST, lost=result.lost)
    if result and (catchers := result.get()):
        return MeasuredBreakage(breakage, BreakageOutcome.CAUGHT, catchers)
    entry = _entry_for(breakage, entries)
    if not entry:
        return MeasuredBreakage(breakage, BreakageOutcome.SURVIVES)
    outcome = BreakageOutcome.CONTESTED if entry.contested else BreakageOutcome.EQUIVALENT
    return MeasuredBreakage(breakage, outcome, entry=entry)


def _entry_for(breakage: Breakage, entries: Iterable[Equivalent]) -> Equivalent | None:
    return next((each for each in entries if _explains(each, breakage)), None)


def _explains(entry: Equivalent, breakage: Breakage) -> bool:
    return entry.owner == breakage.owner and entry.names(breakage.id)


def _is_searched_for(measured: MeasuredBreakage, *, doubt: bool) -> bool:
    doubted = doubt and measured.outcome is BreakageOutcome.EQUIVALENT
    return doubted or measured.outcome is BreakageOutcome.SURVIVES


def _with_search(measured: MeasuredBreakage, result: TaskResult[SearchResult] | None) -> MeasuredBreakage:
    """A card that was found disproves what an entry says."""
    if result is None:
        return measured
    if result.lost:
        return measured._replace(outcome=BreakageOutcome.LOST, lost=result.lost)
    survives = measured.outcome is BreakageOutcome.SURVIVES or result.get().suggestion
    return measured._replace(outcome=BreakageOutcome.SURVIVES if survives else measured.outcome, search=result.get())


def _stale_entries(asked: Measurement, measured: Iterable[MeasuredBreakage]) -> list[Equivalent]:
    """Those that name nothing that survives, and nothing that only other dialects use, which was not tried.

    Beside code that no dialect of the suite uses they name nothing that could be broken.
    """
    tried = {_key(each.breakage) for each in measured}
    others = [each for each in all_breakages(asked.suite) if _key(each) not in tried] if asked.dialect else []
    uncaught = [each.breakage for each in measured if each.outcome is not BreakageOutcome.CAUGHT]
    in_use = {owner for owner, _ in tried} | {each.owner for each in others}
    named = (entry for entry in asked.equivalents if entry.owner in in_use)
    return [entry for entry in named if not any(_explains(entry, each) for each in [*uncaught, *others])]


def _key(breakage: Breakage) -> tuple[str, str]:
    """What no two breakages have in common: those of two schemas may have one name."""
    return breakage.owner, breakage.id
