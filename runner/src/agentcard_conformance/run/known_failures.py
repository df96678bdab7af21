"""The failures an implementer has written down as known, and which of them still fail."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from agentcard_conformance.model import Answer, Expected, Fixture, KnownFailure, Outcome, Result, Verdict
from agentcard_conformance.run.projections import hold_projection

FAILURES = (Outcome.FAIL, Outcome.NO_ANSWER)
"""What may be known of a card; a crash is no wrong answer, and a wrong answer no crash."""


class BroadEntry(NamedTuple):
    """An entry of a whole requirement under which more answers are right than are wrong, or missing."""

    entry: KnownFailure
    wrong: int
    right: int


@dataclass(frozen=True)
class KnownFailures:
    """The known failures of one validator."""

    entries: tuple[KnownFailure, ...] = ()

    def entry_for(self, fixture: Fixture, outcome: Outcome = Outcome.FAIL) -> KnownFailure | None:
        """The entry for such a failure of a fixture: by its path, or else by its requirement."""
        named = (self._by_name.get((name, outcome)) for name in (fixture.path, *_requirement_names(fixture)))
        return next((entry for entry in named if entry), None)

    def entry_of(self, fixture: Fixture) -> KnownFailure | None:
        """The entry that names the fixture itself, of whichever failure."""
        return next((entry for kind in FAILURES if (entry := self._by_name.get((fixture.path, kind)))), None)

    def naming_nothing(self, fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries that name none of these fixtures."""
        known = {name for fixture in fixtures for name in (fixture.path, *_requirement_names(fixture))}
        return [entry for entry in self.entries if entry_name(entry) not in known]

    def stale_requirements(self, results: Iterable[Result], fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries of whole requirements of which nothing fails any more, all their fixtures having been asked."""
        outcomes = {result.fixture.path: result.outcome for result in results}
        paths: dict[KnownFailure, list[str]] = {}
        for fixture in fixtures:
            for entry in self._wide_entries(fixture):
                paths.setdefault(entry, []).append(fixture.path)
        return [entry for entry, own in paths.items() if all(outcomes.get(path) is Outcome.PASS for path in own)]

    def _wide_entries(self, fixture: Fixture) -> Iterator[KnownFailure]:
        """The entries of its requirement that speak for a scored fixture."""
        for entry in (self.entry_for(fixture, kind) for kind in FAILURES):
            if entry and entry.requirement and fixture.expected is not Expected.CONTESTED:
                yield entry

    def broad_entries(self, results: Iterable[Result]) -> list[BroadEntry]:
        """The entries that hide more than they explain: a right answer that becomes wrong under one is not noticed."""
        outcomes: dict[KnownFailure, Counter[Outcome]] = {}
        for result in results:
            for entry in self._wide_entries(result.fixture):
                if result.known in (entry, None):
                    outcomes.setdefault(entry, Counter())[result.outcome] += 1
        broad = (
            BroadEntry(entry, counts[Outcome.KNOWN_FAILURE], counts[Outcome.PASS]) for entry, counts in outcomes.items()
        )
        return [each for each in broad if 0 < each.wrong < each.right]

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, Outcome], KnownFailure]:
        return {(entry_name(entry), entry.result): entry for entry in self.entries}


def entry_name(entry: KnownFailure) -> str:
    """The fixture or the requirement that an entry is about."""
    return entry.fixture or entry.requirement


def hold_verdict(fixture: Fixture, verdict: Verdict, known: KnownFailures) -> Result:
    """A verdict held against what the fixture expects and what is known to fail."""
    verdict = hold_projection(fixture, verdict)
    outcome = _outcome(fixture.expected, verdict.answer)
    if outcome in FAILURES and (entry := known.entry_for(fixture, outcome)):
        return Result(fixture, verdict, Outcome.KNOWN_FAILURE, entry)
    if outcome is Outcome.PASS and (entry := known.entry_of(fixture)):
        return Result(fixture, verdict, Outcome.STALE, entry)
    return Result(fixture, verdict, outcome)


def _outcome(expected: Expected, answer: Answer) -> Outcome:
    if expected is Expected.CONTESTED:
        return Outcome.READING
    if answer is Answer.NONE:
        return Outcome.NO_ANSWER
    if answer is Answer.SKIP:
        return Outcome.SKIP
    return Outcome.PASS if answer == expected.value else Outcome.FAIL


def _requirement_names(fixture: Fixture) -> tuple[str, str]:
    """A requirement by its dialect and id, where two dialects share one, and by its id; the first says more."""
    return f"{fixture.dialect}/{fixture.requirement.id}", fixture.requirement.id
