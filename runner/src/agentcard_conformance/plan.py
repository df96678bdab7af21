"""What does a call ask for: which validator, which fixtures, held to what?"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentcard_conformance import __version__, drive, expectations
from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.digest import digest
from agentcard_conformance.drive.describe import describe
from agentcard_conformance.drive.setup import prepared
from agentcard_conformance.errors import CallError
from agentcard_conformance.expectations import Expectations
from agentcard_conformance.model import (
    NOT_ASKED,
    Answer,
    Description,
    Expected,
    Fixture,
    Identity,
    Judge,
    KnownFailure,
    Outcome,
    Result,
    Verdict,
)
from agentcard_conformance.protocol import turn
from agentcard_conformance.reference import Reference
from agentcard_conformance.report import Run, Scope, build

WELL = frozenset({Outcome.PASS, Outcome.SKIP, Outcome.READING, Outcome.KNOWN_FAILURE})
FULL = "full"
NO_EXPECTATIONS = "none"


@dataclass(frozen=True, slots=True)
class Call:
    """What somebody typed."""

    validator: str = ""
    dialects: tuple[str, ...] = ()
    profile: str = ""
    expect: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run, and how it is held."""

    suite: Suite
    call: Call
    identity: Identity
    dialects: tuple[str, ...]
    profile: str
    fixtures: tuple[Fixture, ...]
    known: Expectations

    @property
    def in_turn(self) -> list[Fixture]:
        """The fixtures in the order of asking, which tells a validator nothing; a report has them by path."""
        return sorted(self.fixtures, key=lambda fixture: turn(fixture.question))

    def hold(self, fixture: Fixture, verdict: Verdict) -> Result:
        """A verdict against what is expected and known."""
        return expectations.hold(fixture, verdict, self.known)

    def report(self, results: Iterable[Result]) -> dict[str, object]:
        """The report of these results."""
        not_run = tuple(name for name in sorted(self.suite.dialects) if name not in self.dialects)
        scopes = {name: self._scope(name) for name in self.dialects}
        return build(Run(__version__, self.identity, self.profile, scopes, not_run, tuple(results)))

    def complaints(self, results: Iterable[Result]) -> list[str]:
        """What is wrong with a run as a whole, beyond its single results."""
        results = list(results)
        said = self._amiss_with_expectations(results) if self.known.entries else []
        answered = any(result.verdict.answer in (Answer.VALID, Answer.INVALID) for result in results)
        return said if answered else [*said, "the validator answered nothing, which is not a pass"]

    def _amiss_with_expectations(self, results: Sequence[Result]) -> list[str]:
        naming_nothing = self.known.naming_nothing(self.suite.fixtures())
        stale = self.known.stale(results, self.suite.fixtures(self.dialects))
        said = [f"the expectations name nothing by {_name(entry)}: remove the entry" for entry in naming_nothing]
        return said + [f"{_name(entry)} does not fail any more: remove it from the expectations" for entry in stale]

    def remarks(self, results: Iterable[Result]) -> list[str]:
        """What else a person wants to know: what was skipped and why, and what was never asked."""
        verdicts = [result.verdict for result in results]
        skipped = Counter(verdict.why for verdict in verdicts if verdict.answer is Answer.SKIP)
        said = [f"skipped {count}: {why}" for why, count in sorted(skipped.items())]
        faults = [verdict.why for verdict in verdicts if verdict.answer is Answer.NONE]
        asked = [why for why in faults if not why.startswith(NOT_ASKED)]
        if len(asked) == len(faults):
            return said
        gave_up = f"gave up after ten faults in a row: {len(faults) - len(asked)} cards were not asked"
        return [*said, gave_up, *(f"one of the faults: it {why}" for why in asked[-1:])]

    def _scope(self, name: str) -> Scope:
        fixtures = self.suite.fixtures([name])
        return Scope(
            digest(fixtures),
            {profile: _scored(fixtures, profile) for profile in self.suite.dialects[name].profiles},
        )


def _tell(text: str) -> None:
    """Setting up may take minutes; standard output belongs to what was asked for."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


@dataclass(frozen=True, slots=True)
class Source:
    """Where verdicts come from: a described validator, or, without one, the reference."""

    suite: Suite
    description: Description | None

    def open(self) -> Judge:
        """A judge to enter."""
        if self.description is None:
            return Reference(self.suite.dialects)
        return drive.open_judge(self.description, __version__, self.suite.dialects)


def source(call: Call, suite: Suite, say: Callable[[str], None] = _tell) -> Source:
    """Whom does a call name? One that is known by name is set up now, if it never was."""
    if not call.validator:
        return Source(suite, None)
    description = describe(call.validator, suite.validators, suite.root / "schema")
    return Source(suite, prepared(description, __version__, say))


def make_plan(call: Call, asked: Source, identity: Identity, declared: Iterable[str]) -> Plan:
    """What is to be run, once the validator has said who it is and what it reads."""
    suite, description = asked.suite, asked.description
    dialects = tuple(suite.dialect(name).id for name in dict.fromkeys(call.dialects)) or _declared(suite, declared)
    profile = call.profile or (description.profile if description else "") or FULL
    for name in dialects:
        if profile not in suite.dialects[name].profiles:
            known = ", ".join(suite.dialects[name].profiles)
            raise CallError(f"{name} has no profile {profile!a}; its profiles are {known}")
    fixtures = tuple(each for each in suite.fixtures(dialects) if profile in each.requirement.profiles)
    return Plan(suite, call, identity, dialects, profile, fixtures, _expectations(call, description))


def _declared(suite: Suite, declared: Iterable[str]) -> tuple[str, ...]:
    """Those a validator says it reads, as far as this suite knows them; one that says nothing gets the default."""
    declared = tuple(declared)
    known = tuple(name for name in suite.dialects if name in declared)
    if declared and not known:
        raise CallError(f"the validator reads {', '.join(declared)}, and the suite has {', '.join(suite.dialects)}")
    return known or (suite.default.id,)


def _expectations(call: Call, description: Description | None) -> Expectations:
    if call.expect and call.expect != NO_EXPECTATIONS:
        return expectations.read(Path(call.expect))
    if not call.expect and description and description.expected:
        return expectations.read(description.expected)
    return Expectations()


def _scored(fixtures: Iterable[Fixture], profile: str) -> frozenset[str]:
    return frozenset(
        each.path
        for each in fixtures
        if each.expected is not Expected.CONTESTED and profile in each.requirement.profiles
    )


def _name(entry: KnownFailure) -> str:
    return f"{'fixture' if entry.fixture else 'requirement'} {entry.fixture or entry.requirement!a}"
