"""What is said of a card: faults, findings, verdicts, and results held against what was expected."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model.paths import Steps
from agentcard_conformance.model.suite import Fixture, Requirement
from agentcard_conformance.model.values import Json, Position

NOT_ASKED = "not asked"
"""How the `why` of a verdict begins when the run gave up on a validator."""


class Answer(StrEnum):
    """What a validator said of one card."""

    VALID = "valid"
    INVALID = "invalid"
    SKIP = "skip"
    NONE = "no-answer"
    OTHER_PROJECTION = "other-projection"
    """That the card is valid, and of what is published of it something else than is expected, or nothing."""


class Outcome(StrEnum):
    """What a verdict is, once held against what the fixture expects."""

    PASS = "pass"
    FAIL = "fail"
    NO_ANSWER = "no-answer"
    SKIP = "skip"
    READING = "reading"
    KNOWN_FAILURE = "known-failure"
    STALE = "stale"


class Stage(StrEnum):
    """The part of the reference that found something."""

    DECODE = "decode"
    SCHEMA = "schema"
    RULE = "rule"


class Fault(NamedTuple):
    """What a rule or the schema finds wrong, at a path below the value it was shown."""

    what: str
    at: Steps = ()


Rule: TypeAlias = Callable[..., Iterator[Fault]]
"""A function of a value, or of a value and the context, to the faults in it."""


class Finding(NamedTuple):
    """One requirement that one place of a card does not meet."""

    requirement: Requirement
    pointer: str
    what: str
    stage: Stage
    position: Position | None = None


class ReportedError(NamedTuple):
    """What a validator says is wrong with a card: shown, never scored."""

    pointer: str = ""
    message: str = ""
    requirement: str = ""


class Verdict(NamedTuple):
    """What a validator says of one card."""

    answer: Answer
    why: str = ""
    errors: tuple[ReportedError, ...] = ()
    projection: Json = None
    """What is published of the card, where that was asked."""


class Assessment(NamedTuple):
    """Everything that the reference finds in one card."""

    verdict: Verdict
    violations: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    contested: tuple[Finding, ...] = ()
    value: Json = None
    has_more: bool = False
    """Whether more was found than is told: of a card that is wrong all over, nobody reads everything."""


class KnownFailure(NamedTuple):
    """A failure an implementer has written down, and why."""

    reason: str
    requirement: str = ""
    fixture: str = ""
    link: str = ""
    result: Outcome = Outcome.FAIL
    """What is known: a wrong answer, or that there is none. A card that fails in the other way fails."""


class Result(NamedTuple):
    """A verdict held against what the fixture expects."""

    fixture: Fixture
    verdict: Verdict
    outcome: Outcome
    known: KnownFailure | None = None
