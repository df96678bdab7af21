"""What is to be run: which validator, which fixtures in which order, and what it is held to."""

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import SMOKE, Description, Dialect, Fixture, Identity, Judge, Question
from agentcard_conformance.reference import Reference
from agentcard_conformance.run.known_failures import KnownFailures
from agentcard_conformance.run.known_failures_file import read_expected, read_known_failures
from agentcard_conformance.run.present_time import at_present_time
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.setup import Say, set_up

_NO_KNOWN_FAILURES = "none"
_BY_EXIT_STATUS = "judged by exit status alone: a crash that ends with 1 counts as a refusal"
_NOT_STEADY = "not asked: {} cards that only a validator that is told the time can judge"
_ORDER_SEED = b"agentcard-conformance"


class RunOptions(NamedTuple):
    """What was typed about a run."""

    validator: str = ""
    dialects: tuple[str, ...] = ()
    profile: str = ""
    expect: str = ""
    timeout: float | None = None
    """Seconds for a card, in place of what its description says."""
    exit_status: bool = False
    """Whether one that is started for each card is judged by its exit status."""


class Target(NamedTuple):
    """Who is asked: a described validator, or, without a description, the reference."""

    suite: Suite
    description: Description | None

    def open(self) -> Judge:
        """A judge to enter."""
        if self.description is None:
            return Reference(self.suite.dialects)
        return open_judge(self.description, __version__, self.suite.dialects)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run, and what it is held to."""

    suite: Suite
    options: RunOptions
    identity: Identity
    profiles: Mapping[str, str]
    """By dialect that is run, the profile that the validator is held to in it."""
    remarks: tuple[str, ...]
    """A line for each dialect that the validator reads and that is not run, and for what makes a pass say less."""
    fixtures: tuple[Fixture, ...]
    """In the order of asking."""
    known: KnownFailures

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects that are run."""
        return tuple(self.profiles)


def print_to_stderr(text: str) -> None:
    """Setting up may take minutes; standard output belongs to what was asked for."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def find_target(options: RunOptions, suite: Suite, say: Say = print_to_stderr) -> Target:
    """Who is to be asked; a known validator is set up now, if it never was."""
    if not options.validator:
        return Target(suite, None)
    description = describe_validator(options.validator, suite.validators, suite.root / "schema")
    if options.timeout is not None:
        description = description._replace(timeout=options.timeout)
    if options.exit_status:
        description = _judged_by_exit_status(description)
    return Target(suite, set_up(description, __version__, say))


def _judged_by_exit_status(description: Description) -> Description:
    if description.form != "once":
        raise CallError(
            f"{description.spec}: --exit-status is for a program that is started for each card: once:COMMAND"
        )
    return description._replace(judges_by_exit_status=True)


def make_plan(options: RunOptions, target: Target, identity: Identity, declared: Iterable[str]) -> Plan:
    """What is to be run, once the validator has said who it is and which dialects it reads."""
    suite, description = target
    chosen = tuple(suite.dialect(name) for name in dict.fromkeys(options.dialects))
    dialects = chosen or _declared_dialects(suite, tuple(declared))
    profiles, left_out = _choose_profiles(dialects, options, description.profile if description else "")
    fixtures = (each for each in suite.fixtures(profiles) if _is_asked(suite, each, profiles[each.dialect]))
    in_order = tuple(sorted(fixtures, key=lambda fixture: _order_of_asking(fixture.question)))
    if description and description.has_own_clock:
        in_order, count = at_present_time(suite, in_order)
        left_out = (*left_out, *[_NOT_STEADY.format(count)] * bool(count))
    known = _known_failures(options, description, profiles)
    weaker = (_BY_EXIT_STATUS,) if description and description.judges_by_exit_status else ()
    return Plan(suite, options, identity, profiles, (*left_out, *weaker), in_order, known)


def _is_asked(suite: Suite, fixture: Fixture, profile: str) -> bool:
    if profile == SMOKE:
        return fixture.path in suite.dialects[fixture.dialect].smoke
    return profile in fixture.requirement.profiles


def _choose_profiles(
    dialects: Iterable[Dialect], options: RunOptions, own: str
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The profile of each dialect that is run: the one that was typed, else the validator's own, else the widest.

    And a line for each that is not run: one that the validator reads, and that lacks the profile that was typed.
    """
    wanted = options.profile or own
    having = {each.id: wanted for each in dialects if wanted in each.profile_names}
    lacking = [
        f"{each.id} has no profile {wanted!a}; its profiles are {', '.join(each.profile_names)}"
        for each in dialects
        if each.id not in having
    ]
    if wanted and lacking and (not having or (options.profile and options.dialects)):
        raise CallError("; ".join(lacking))
    if options.profile:
        return having, tuple(f"not run: {sentence}" for sentence in lacking)
    return {each.id: having.get(each.id, each.widest_profile) for each in dialects}, ()


def _order_of_asking(question: Question) -> bytes:
    """A hash of the whole question: the same in every run, and no hint at the verdict."""
    told = json.dumps(dict(question.context), sort_keys=True) if question.context else ""
    head = f"{len(question.card)} {question.dialect} {told} ".encode("utf-8", "surrogatepass")
    return hashlib.sha256(_ORDER_SEED + head + question.card).digest()


def _declared_dialects(suite: Suite, declared: tuple[str, ...]) -> tuple[Dialect, ...]:
    """Those a validator says it reads, as far as this suite has them; for one that says nothing the default."""
    known = tuple(dialect for name, dialect in suite.dialects.items() if name in declared)
    if declared and not known:
        raise CallError(f"the validator reads {', '.join(declared)}, and the suite has {', '.join(suite.dialects)}")
    return known or (suite.default,)


def _known_failures(options: RunOptions, description: Description | None, dialects: Iterable[str]) -> KnownFailures:
    if options.expect and options.expect != _NO_KNOWN_FAILURES:
        return read_known_failures(Path(options.expect))
    if not options.expect and description:
        return read_expected({name: description.expected[name] for name in dialects if name in description.expected})
    return KnownFailures()
