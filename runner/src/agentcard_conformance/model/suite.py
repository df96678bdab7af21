"""What the suite holds: dialects, requirements and fixtures."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from agentcard_conformance.model.paths import PathPattern
from agentcard_conformance.model.values import NO_CONTEXT, Context, Json

_ReadT = TypeVar("_ReadT")

SMOKE = "smoke"
"""The one profile that is a choice of cards and not of requirements."""

PROJECT = "project"
"""The member of a context that is true where a validator is also asked what a publisher makes of a card."""


class Expected(StrEnum):
    """The right verdict on a fixture."""

    VALID = "valid"
    INVALID = "invalid"
    CONTESTED = "contested"


class Level(StrEnum):
    """How strongly something is asked for, and by whom."""

    MUST = "must"
    SHOULD = "should"
    ADVICE = "advice"
    """The suite's own, for which the source has no SHOULD."""
    CONTESTED = "contested"


ADVISING = (Level.SHOULD, Level.ADVICE)
"""The levels at which a card that does otherwise is valid, and gets advice."""


class Kind(StrEnum):
    """Whether a requirement refuses cards, says that they must not be refused, or says what is published of them."""

    CONSTRAINS = "constrains"
    PERMITS = "permits"
    PROJECTS = "projects"


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
    why_no_rows: str = ""
    """Where no statement of the source stands for it."""

    @property
    def sides(self) -> tuple[Expected, ...]:
        """Where it has cards: on both sides what constrains, on the accepted one what permits, projects or advises."""
        if self.level is Level.CONTESTED:
            return (Expected.CONTESTED,)
        has_both = self.level is Level.MUST and self.kind is Kind.CONSTRAINS
        return (Expected.VALID, Expected.INVALID) if has_both else (Expected.VALID,)


class RuleUse(NamedTuple):
    """Where a dialect applies which rule, and for which requirement."""

    requirement: str
    at: PathPattern
    rule: str


class ServedDocument(NamedTuple):
    """The body of an answer, or a text in it that is a document of its own."""

    at: PathPattern
    dialect: str


class Serving(NamedTuple):
    """What exchanges over HTTP serve."""

    paths: tuple[str, ...]
    """Where it is looked for on a host: where the source says first, then where it once lay."""
    accept: str
    """The media type that it is asked for."""
    documents: tuple[ServedDocument, ...]
    """The body, and the card last, where that is another one."""


class Remark(NamedTuple):
    """What is said to a card's author besides what is found in it, such as that it names another version."""

    of: Json
    """A schema that tells at a glance of which cards it is said."""
    sentence: str
    dialect: str
    """The one that it may have been meant for; empty where that is none."""


class ReadOnce(Generic[_ReadT]):
    """What a file says, read when it is first asked for: of most dialects nobody asks."""

    def __init__(self, read: Callable[[], _ReadT]) -> None:
        self._read = read

    @cached_property
    def value(self) -> _ReadT:
        """What was read."""
        return self._read()


class Dialect(NamedTuple):
    """One card format: its schema, its rules and its requirements."""

    id: str
    title: str
    source: str
    default: bool
    media_type: str
    notation: str
    """How its cards are written: the module or package of `notations` that reads them."""
    extension: str
    """Of the names of its cards' files."""
    profiles: Mapping[str, str]
    rules: tuple[RuleUse, ...]
    looks_like: Json
    """A schema that tells at a glance what is meant to be such a card."""
    schema_file: ReadOnce[Json]
    requirements_file: ReadOnce[Mapping[str, Requirement]]
    context_schema_file: ReadOnce[Json]
    smoke_file: ReadOnce[frozenset[str]]
    projection: str = ""
    """The function of `projections` that says what a publisher makes of a card; empty where nothing is published."""
    part_of: str = ""
    """The dialect to whose cards these documents belong, as an envelope does; empty where they are cards themselves."""
    serves: Serving | None = None
    """Where its cards are exchanges over HTTP, what these serve."""
    contains: str = ""
    """Another notation, each text of which has the same value in its own, as JSON has in YAML; empty without one."""
    remarks: tuple[Remark, ...] = ()
    """What `check` says of cards that look like one thing and name another."""
    excludes: str = ""
    """Another notation, no text of which is one in its own, as no JSON is a token; empty without one."""

    @property
    def schema(self) -> Json:
        """What JSON Schema can say of its cards."""
        return self.schema_file.value

    @property
    def requirements(self) -> Mapping[str, Requirement]:
        """All that is asked of its cards, by id."""
        return self.requirements_file.value

    @property
    def context_schema(self) -> Json:
        """What its cards are judged with from outside; None when nothing is needed."""
        return self.context_schema_file.value

    @property
    def smoke(self) -> frozenset[str]:
        """The paths of the cards of the profile smoke; empty where it has no such profile."""
        return self.smoke_file.value

    @property
    def part(self) -> str:
        """What such a document is called: the end of the dialect's name."""
        return self.id.removeprefix(f"{self.part_of}-") if self.part_of else ""

    @property
    def is_named_alone(self) -> bool:
        """Whether its cards are those of another dialect, too, and none is taken for one of it unless it is named."""
        return self.looks_like is False

    @property
    def widest_profile(self) -> str:
        """The profile that asks for everything, publishing aside: the last that dialect.json names."""
        return [*self.profiles][-1]

    @property
    def card_requirements(self) -> tuple[Requirement, ...]:
        """Those on cards themselves, and not on what is published of them."""
        return tuple(each for each in self.requirements.values() if each.kind is not Kind.PROJECTS)

    @property
    def profile_names(self) -> tuple[str, ...]:
        """All that a validator can be held to."""
        return (*[SMOKE] * bool(self.smoke), *self.profiles)


class Question(NamedTuple):
    """One card, and everything else that a validator is given with it."""

    card: bytes
    dialect: str
    context: Context = NO_CONTEXT

    @property
    def asks_for_projection(self) -> bool:
        """Whether the answer to a valid card has what is published of it, too."""
        return self.context.get(PROJECT) is True


class Fixture(NamedTuple):
    """One card on disk with what is expected of it."""

    path: str
    expected: Expected
    requirement: Requirement
    question: Question
    projection: Json = None
    """What is published of the card; None where that is not asked, or has no right answer."""

    @property
    def dialect(self) -> str:
        """The dialect this card is written in."""
        return self.question.dialect

    @property
    def id(self) -> str:
        """The path without the extension."""
        folder, _, file = self.path.rpartition("/")
        return f"{folder}/{file.partition('.')[0]}"
