"""What does the suite hold: dialects, requirements, fixtures?"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from agentcard_conformance.model.values import Context, Json

NO_CONTEXT: Context = MappingProxyType({})


class Expected(StrEnum):
    """What must a validator say of this fixture?"""

    VALID = "valid"
    INVALID = "invalid"
    CONTESTED = "contested"


class Level(StrEnum):
    """How strongly does the source ask for it?"""

    MUST = "must"
    SHOULD = "should"
    CONTESTED = "contested"


class Kind(StrEnum):
    """Does a requirement forbid cards, or forbid forbidding them?"""

    CONSTRAINS = "constrains"
    PERMITS = "permits"


class Requirement(NamedTuple):
    """One distinguishable fault, from one or more normative statements."""

    id: str
    level: Level
    kind: Kind
    area: str
    profiles: frozenset[str]
    section: str
    statement: str
    rows: tuple[str, ...]


class RuleUse(NamedTuple):
    """Where a dialect applies which rule, and what requirement that serves."""

    requirement: str
    at: tuple[str, ...]
    rule: str


class Dialect(NamedTuple):
    """One card format: its schema, its rules, its requirements."""

    id: str
    title: str
    source: str
    default: bool
    media_type: str
    decoders: Mapping[str, str]
    profiles: Mapping[str, str]
    rules: tuple[RuleUse, ...]
    looks_like: Json
    schema: Json
    requirements: Mapping[str, Requirement]


class Question(NamedTuple):
    """One card, and all that a validator is told about it."""

    card: bytes
    dialect: str
    context: Context = NO_CONTEXT
    notation: str = ""
    """The file name extension the card came with; empty means the first its dialect knows. Not told to a validator."""


class Fixture(NamedTuple):
    """One card on disk with what is expected of it."""

    path: str
    expected: Expected
    requirement: Requirement
    question: Question

    @property
    def dialect(self) -> str:
        """The dialect this card is written in."""
        return self.question.dialect
