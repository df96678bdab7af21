"""What is to be run: which validator, which fixtures in which order, and what it is held to."""

import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description, Fixture, Identity, Judge, Question
from agentcard_conformance.reference import Reference
from agentcard_conformance.run.known_failures import KnownFailures, read_known_failures
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.setup import Say, set_up

_DEFAULT_PROFILE = "full"
_NO_KNOWN_FAILURES = "none"
_ORDER_SEED = b"agentcard-conformance"


class RunOptions(NamedTuple):
    """What was typed about a run."""

    validator: str = ""
    dialects: tuple[str, ...] = ()
    profile: str = ""
    expect: str = ""


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
    dialects: tuple[str, ...]
    profile: str
    fixtures: tuple[Fixture, ...]
    """In the order of asking."""
    known: KnownFailures


def print_to_stderr(text: str) -> None:
    """Setting up may take minutes; standard output belongs to what was asked for."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def find_target(options: RunOptions, suite: Suite, say: Say = print_to_stderr) -> Target:
    """Who is to be asked; a known validator is set up now, if it never was."""
    if not options.validator:
        return Target(suite, None)
    description = describe_validator(options.validator, suite.validators, suite.root / "schema")
    return Target(suite, set_up(description, __version__, say))


def make_plan(options: RunOptions, target: Target, identity: Identity, declared: Iterable[str]) -> Plan:
    """What is to be run, once the validator has said who it is and which dialects it reads."""
    suite, description = target
    dialects = tuple(suite.dialect(name).id for name in dict.fromkeys(options.dialects))
    dialects = dialects or _declared_dialects(suite, tuple(declared))
    profile = options.profile or (description.profile if description else "") or _DEFAULT_PROFILE
    for name in dialects:
        if profile not in suite.dialects[name].profiles:
            known = ", ".join(suite.dialects[name].profiles)
            raise CallError(f"{name} has no profile {profile!a}; its profiles are {known}")
    fixtures = (each for each in suite.fixtures(dialects) if profile in each.requirement.profiles)
    in_order = tuple(sorted(fixtures, key=lambda fixture: _order_of_asking(fixture.question)))
    return Plan(suite, options, identity, dialects, profile, in_order, _known_failures(options, description))


def _order_of_asking(question: Question) -> bytes:
    """A hash of the whole question: the same in every run, and no hint at the verdict."""
    told = json.dumps(dict(question.context), sort_keys=True) if question.context else ""
    head = f"{len(question.card)} {question.dialect} {told} ".encode("utf-8", "surrogatepass")
    return hashlib.sha256(_ORDER_SEED + head + question.card).digest()


def _declared_dialects(suite: Suite, declared: tuple[str, ...]) -> tuple[str, ...]:
    """Those a validator says it reads, as far as this suite has them; for one that says nothing the default."""
    known = tuple(name for name in suite.dialects if name in declared)
    if declared and not known:
        raise CallError(f"the validator reads {', '.join(declared)}, and the suite has {', '.join(suite.dialects)}")
    return known or (suite.default.id,)


def _known_failures(options: RunOptions, description: Description | None) -> KnownFailures:
    if options.expect and options.expect != _NO_KNOWN_FAILURES:
        return read_known_failures(Path(options.expect))
    if not options.expect and description and description.expected:
        return read_known_failures(description.expected)
    return KnownFailures()
