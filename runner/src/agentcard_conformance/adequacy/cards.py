"""What do the fixtures hold, decoded once, and which values stand at a place?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from jsonschema import FormatChecker
from referencing import Registry

from agentcard_conformance import decoders, rules
from agentcard_conformance.model import Dialect, Expected, Fixture, Json, Question, Real, Step
from agentcard_conformance.rules import uri
from agentcard_conformance.rules.json_schema import exact

Place: TypeAlias = tuple[str, ...]
"""Steps into a card as dialect.json writes them; `*` is every item and every member."""

BYTES: Place = ("the bytes of the card",)
"""The place of what is looked at before there is a value."""

FORMATS = FormatChecker()
FORMATS.checks("uri")(lambda value: not isinstance(value, str) or not any(uri.is_uri(value)))


@dataclass(frozen=True, slots=True)
class Decoded:
    """A value, so that null is one."""

    value: Json


@dataclass(frozen=True)
class Card:
    """One card as the unbroken validator sees it."""

    question: Question
    found: frozenset[str]
    """What the decoder finds."""
    decoded: Decoded | None
    schema: Json

    @property
    def value(self) -> Json:
        """What it holds; nothing when it cannot be decoded."""
        return self.decoded.value if self.decoded else None

    @cached_property
    def errors(self) -> tuple[Any, ...]:
        """What the schema alone finds."""
        return tuple(alone(self.schema).iter_errors(self.value)) if self.decoded else ()

    @cached_property
    def mistyped(self) -> frozenset[tuple[Step, ...]]:
        """Where the type is wrong, so that no rule looks."""
        return frozenset(tuple(error.absolute_path) for error in self.errors if error.validator == "type")

    def values(self, place: Place, *, typed: bool = False) -> Iterator[tuple[tuple[Step, ...], Json]]:
        """The values at a place, perhaps only those whose type is right."""
        for at, value in rules.places(self.value, place) if self.decoded else ():
            if not typed or at not in self.mistyped:
                yield at, value


@dataclass(frozen=True, slots=True)
class Row:
    """A value that stands at a place in some fixtures."""

    value: Json
    at: tuple[Step, ...] = ()
    fixtures: list[int] = field(default_factory=list)
    said: dict[str, object] = field(default_factory=dict)
    """What the unbroken parts say of it, as far as they were asked."""


class Cards:
    """The fixtures of a dialect."""

    def __init__(self, dialect: Dialect, fixtures: Sequence[Fixture]) -> None:
        self.dialect = dialect
        self.fixtures = fixtures
        self.cards = [read(dialect, fixture.question) for fixture in fixtures]
        self._rows: dict[tuple[Place, bool], list[Row]] = {}

    def rows(self, place: Place, *, typed: bool) -> list[Row]:
        """Each value at a place once, however many fixtures hold it."""
        if (place, typed) not in self._rows:
            self._rows[place, typed] = list(self._collected(place, typed))
        return self._rows[place, typed]

    def counts(self, index: int, *, contested: bool) -> bool:
        """May this fixture notice anything?"""
        return contested or self.fixtures[index].expected is not Expected.CONTESTED

    def _collected(self, place: Place, typed: bool) -> Iterable[Row]:  # noqa: FBT001  # private
        if place == BYTES:
            return [Row(card, (), [index]) for index, card in enumerate(self.cards)]
        rows: dict[object, Row] = {}
        for index, card in enumerate(self.cards):
            for at, value in card.values(place, typed=typed):
                row = rows.setdefault(spelled(value), Row(value, at))
                if index not in row.fixtures[-1:]:
                    row.fixtures.append(index)
        return rows.values()


def read(dialect: Dialect, question: Question, decode: decoders.Decoder | None = None) -> Card:
    """A card, decoded, perhaps by another decoder than its own, or with what stands against that."""
    notation = question.notation or next(iter(dialect.decoders))
    decode = decode or decoders.load(dialect.decoders[notation])
    try:
        document = decode(question.card, question.context)
    except decoders.NotDecodable as refusal:
        return Card(question, frozenset({refusal.fault.requirement}), None, dialect.schema)
    found = frozenset(fault.requirement for fault in document.faults)
    return Card(question, found, Decoded(document.value), dialect.schema)


def alone(schema: Json) -> Any:
    """A schema without the rules, as somebody holds it who takes nothing else of ours: formats are asserted."""
    return exact()(schema, registry=Registry(), format_checker=FORMATS)


def spelled(value: Json) -> object:
    """A key that is the same only for values that no rule can tell apart."""
    if isinstance(value, dict):
        return ("object", frozenset((name, spelled(member)) for name, member in value.items()))
    if isinstance(value, list):
        return ("array", tuple(spelled(item) for item in value))
    return (type(value), value.text if isinstance(value, Real) else value)
