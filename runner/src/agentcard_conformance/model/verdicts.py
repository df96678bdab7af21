"""What can be said of a card, and what does that come to?"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model.suite import Fixture, Requirement
from agentcard_conformance.model.values import Json, Position, Step

NOT_ASKED = "not asked"
"""How the `why` of a verdict begins when a validator was given up on."""


class Answer(StrEnum):
    """What did a validator say of one card?"""

    VALID = "valid"
    INVALID = "invalid"
    SKIP = "skip"
    NONE = "no-answer"


class Outcome(StrEnum):
    """What is a verdict, once held against what the fixture expects?"""

    PASS = "pass"
    FAIL = "fail"
    NO_ANSWER = "no-answer"
    SKIP = "skip"
    READING = "reading"
    KNOWN_FAILURE = "known-failure"
    STALE = "stale"


class Stage(StrEnum):
    """How far into the reference did a card come before this was found?"""

    DECODE = "decode"
    SCHEMA = "schema"
    RULE = "rule"


class Fault(NamedTuple):
    """What a rule or a decoder finds wrong, below the value it was shown."""

    what: str
    at: tuple[Step, ...] = ()


Rule: TypeAlias = Callable[[Json], Iterator[Fault]]


class Finding(NamedTuple):
    """One requirement that one place of a card does not meet."""

    requirement: Requirement
    pointer: str
    what: str
    stage: Stage
    position: Position | None = None


class Complaint(NamedTuple):
    """What a validator says is wrong with a card: shown, never scored."""

    pointer: str = ""
    message: str = ""
    requirement: str = ""


class Verdict(NamedTuple):
    """What a validator says of one card."""

    answer: Answer
    why: str = ""
    complaints: tuple[Complaint, ...] = ()


class Assessment(NamedTuple):
    """All that the reference has to say of one card."""

    verdict: Verdict
    violations: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    contested: tuple[Finding, ...] = ()
    value: Json = None


class KnownFailure(NamedTuple):
    """A failure an implementer has written down, and why."""

    reason: str
    requirement: str = ""
    fixture: str = ""
    link: str = ""


class Result(NamedTuple):
    """A verdict held against what the fixture expects."""

    fixture: Fixture
    verdict: Verdict
    outcome: Outcome
    known: KnownFailure | None = None
