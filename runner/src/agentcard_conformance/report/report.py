"""The report as frozen types, and how it is made from the results of a run.

Nothing in it comes from a clock, a process or an order, so that one validator has one report, however it was
asked. What was said in words stands apart: a validator may quote a process or the id of a question.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from agentcard_conformance.escaping import LINE_LIMIT, to_short_ascii
from agentcard_conformance.model import (
    Answer,
    Expected,
    Identity,
    KnownFailure,
    Outcome,
    ReportedError,
    Result,
    Verdict,
)
from agentcard_conformance.report.credit import is_right_refusal, nearest_valid_cards

OutcomeCounts: TypeAlias = Mapping[Outcome, int]

_MOST_ERRORS = 5
"""Of one card, with texts of at most 200 characters: three thousand cards of a hostile validator fit into 10 MB."""


class DialectScope(NamedTuple):
    """What a run had of one dialect: its profile, the digest of the corpus, and the scored fixtures of each profile."""

    profile: str
    corpus: str
    scored: Mapping[str, frozenset[str]]


class Run(NamedTuple):
    """Everything that a report is made from."""

    suite_version: str
    validator: Identity
    scopes: Mapping[str, DialectScope]
    not_run: tuple[str, ...]
    results: tuple[Result, ...]


class DialectReport(NamedTuple):
    """What the results of one dialect come to."""

    profile: str
    """What the validator was held to."""
    corpus: str
    conformant: Mapping[str, bool | None]
    """For each profile; None where it was not run in full."""
    run: int
    """How many of its fixtures were run."""
    refused: int
    """How many invalid cards were refused."""
    earned: int | None
    """Of how many of these the nearest valid card was accepted; None where none is told."""


class ReportedResult(NamedTuple):
    """The result of one fixture."""

    expected: Expected
    got: Answer
    result: Outcome
    why: str = ""
    """Of a skip: the validator's reason."""
    known: KnownFailure | None = None
    """The reason and the link of the entry that lists it as a known failure."""
    nearest_valid: str = ""
    """Of a right refusal: the path of the valid card that has to be accepted, too."""


class Said(NamedTuple):
    """What was said of one card in words: safe to show, bounded, and no part of what reports are compared by."""

    errors: tuple[ReportedError, ...] = ()
    why: str = ""
    """Why there was no answer."""


class DialectCounts(NamedTuple):
    """How many results of one dialect there are of each outcome, of all and by what the fixtures are about."""

    all: OutcomeCounts
    area: Mapping[str, OutcomeCounts]
    level: Mapping[str, OutcomeCounts]
    requirement: Mapping[str, OutcomeCounts]


class Counts(NamedTuple):
    """How many results there are of each outcome; two dialects may have an area of one name."""

    all: OutcomeCounts
    dialect: Mapping[str, DialectCounts]


class Report(NamedTuple):
    """All results of one run."""

    suite: str
    """Its version."""
    validator: Identity
    dialects: Mapping[str, DialectReport]
    not_run: tuple[str, ...]
    counts: Counts
    results: Mapping[str, ReportedResult]
    """By the path of the fixture, sorted."""
    said: Mapping[str, Said]
    """By the same paths, where something was said."""

    @property
    def readings(self) -> dict[str, Answer]:
        """How the validator reads each contested fixture."""
        return {path: result.got for path, result in self.results.items() if result.result is Outcome.READING}


def build_report(run: Run) -> Report:
    """The report of a run."""
    results = sorted(run.results, key=lambda result: result.fixture.path)
    nearest = nearest_valid_cards(results)
    reported = {each.fixture.path: _reported_result(each, nearest.get(each.fixture.path, "")) for each in results}
    return Report(
        suite=run.suite_version,
        validator=run.validator,
        dialects={name: _dialect_report(name, scope, reported) for name, scope in run.scopes.items()},
        not_run=run.not_run,
        counts=_count(run.scopes, results),
        results=reported,
        said={each.fixture.path: said for each in results if any(said := _said(each.verdict))},
    )


def count_refusals(results: Mapping[str, ReportedResult], dialect: str) -> tuple[int, int | None]:
    """How many invalid cards of a dialect were refused, and how many of these refusals are earned."""
    own = (each for path, each in results.items() if path.split("/")[1] == dialect)
    refused = [each.nearest_valid for each in own if is_right_refusal(each.expected, each.got)]
    is_told = any(refused) or not refused
    accepted = (Answer.VALID, Answer.OTHER_PROJECTION)
    return len(refused), sum(bool(path) and results[path].got in accepted for path in refused) if is_told else None


def _dialect_report(name: str, scope: DialectScope, results: Mapping[str, ReportedResult]) -> DialectReport:
    outcomes = {path: each.result for path, each in results.items() if path.split("/")[1] == name}
    conformant = {profile: _is_conformant(paths, outcomes) for profile, paths in scope.scored.items()}
    return DialectReport(scope.profile, scope.corpus, conformant, len(outcomes), *count_refusals(results, name))


def _is_conformant(scored: frozenset[str], outcomes: Mapping[str, Outcome]) -> bool | None:
    """A stale known failure is a pass of the validator; nothing is said of a profile that was not run in full."""
    if any(path in outcomes and outcomes[path] not in (Outcome.PASS, Outcome.STALE) for path in scored):
        return False
    return True if scored and scored <= outcomes.keys() else None


def _count(dialects: Iterable[str], results: Sequence[Result]) -> Counts:
    by_dialect = {name: [each for each in results if each.fixture.dialect == name] for name in dialects}
    return Counts(_tally(results), {name: _count_dialect(own) for name, own in by_dialect.items()})


def _count_dialect(results: Sequence[Result]) -> DialectCounts:
    return DialectCounts(
        all=_tally(results),
        area=_count_by(results, lambda result: result.fixture.requirement.area),
        level=_count_by(results, lambda result: result.fixture.requirement.level),
        requirement=_count_by(results, lambda result: result.fixture.requirement.id),
    )


def _tally(results: Iterable[Result]) -> OutcomeCounts:
    return dict(Counter(result.outcome for result in results))


def _count_by(results: Iterable[Result], key: Callable[[Result], str]) -> dict[str, OutcomeCounts]:
    groups: dict[str, Counter[Outcome]] = {}
    for result in results:
        groups.setdefault(key(result), Counter())[result.outcome] += 1
    return {name: dict(outcomes) for name, outcomes in groups.items()}


def _reported_result(result: Result, nearest_valid: str) -> ReportedResult:
    why = result.verdict.why if result.verdict.answer is Answer.SKIP else ""
    known = KnownFailure(result.known.reason, link=result.known.link) if result.known else None
    return ReportedResult(result.fixture.expected, result.verdict.answer, result.outcome, why, known, nearest_valid)


def _said(verdict: Verdict) -> Said:
    errors = (ReportedError(*map(_bounded, each)) for each in verdict.errors)
    told = (each for each in errors if any(each))
    why = _bounded(verdict.why) if verdict.answer in (Answer.NONE, Answer.OTHER_PROJECTION) else ""
    return Said(tuple(islice(told, _MOST_ERRORS)), why)


def _bounded(text: str) -> str:
    return to_short_ascii(text, LINE_LIMIT)
