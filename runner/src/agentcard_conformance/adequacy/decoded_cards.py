"""The fixtures of a dialect, decoded once, and the values that stand at a place in them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

from jsonschema.exceptions import FormatError

from agentcard_conformance.model import (
    NO_CONTEXT,
    Context,
    Dialect,
    Expected,
    Fixture,
    Json,
    LiteralFloat,
    PathPattern,
    Question,
    Steps,
    parts_at,
)
from agentcard_conformance.notations import DecodeError, Document, load_notation
from agentcard_conformance.schema_engine.engine import exact_engine, metaschema_registry
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_schema

CARD_BYTES: PathPattern = ("the bytes of the card",)
"""The place of what is looked at before there is a value."""

Decode: TypeAlias = Callable[[bytes, Context], Document]


class DecodedValue(NamedTuple):
    """A value, so that null is one."""

    value: Json


@dataclass(frozen=True)
class DecodedCard:
    """One card as the unbroken validator sees it."""

    question: Question
    decoder_findings: frozenset[str]
    """The requirements that the decoder finds unmet."""
    decoded: DecodedValue | None
    schema: Json

    @property
    def value(self) -> Json:
        """What it holds; None when it cannot be decoded."""
        return self.decoded.value if self.decoded else None

    @cached_property
    def schema_errors(self) -> tuple[Any, ...]:
        """What the schema alone finds."""
        return tuple(schema_alone(self.schema).iter_errors(self.value)) if self.decoded else ()

    @cached_property
    def mistyped(self) -> frozenset[Steps]:
        """Where the type is wrong, so that no rule looks."""
        errors = (error for error in self.schema_errors if error.validator == "type")
        return frozenset(tuple(error.absolute_path) for error in errors)

    def values_at(self, place: PathPattern, *, typed: bool = False) -> Iterator[tuple[Steps, Json]]:
        """The values at a place, perhaps only those whose type is right."""
        for at, value in parts_at(self.value, place) if self.decoded else ():
            if not typed or at not in self.mistyped:
                yield at, value


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A value that stands at a place in some fixtures."""

    value: Json
    at: Steps = ()
    context: Context = field(default_factory=lambda: NO_CONTEXT)
    """Of those fixtures, since rules may ask for it."""
    fixtures: list[int] = field(default_factory=list)
    unbroken: dict[str, object] = field(default_factory=dict)
    """The results of the unbroken parts on it, as far as they were computed."""


class DecodedFixtures:
    """The fixtures of a dialect."""

    def __init__(self, dialect: Dialect, fixtures: Sequence[Fixture]) -> None:
        self.dialect = dialect
        self.fixtures = fixtures
        self.cards = [decode_card(dialect, fixture.question) for fixture in fixtures]
        self._values: dict[tuple[PathPattern, bool], list[PlacedValue]] = {}

    def values_at(self, place: PathPattern, *, typed: bool) -> list[PlacedValue]:
        """Each value at a place once for each context, however many fixtures hold it."""
        if (place, typed) not in self._values:
            self._values[place, typed] = list(self._collect_values(place, typed=typed))
        return self._values[place, typed]

    def may_notice(self, index: int, *, contested: bool) -> bool:
        """Whether a fixture counts; contested ones may not."""
        return contested or self.fixtures[index].expected is not Expected.CONTESTED

    def _collect_values(self, place: PathPattern, *, typed: bool) -> Iterable[PlacedValue]:
        if place == CARD_BYTES:
            return [PlacedValue(card, fixtures=[index]) for index, card in enumerate(self.cards)]
        values: dict[object, PlacedValue] = {}
        for index, card in enumerate(self.cards):
            context = card.question.context
            told = exact_value_key({**context})
            for at, value in card.values_at(place, typed=typed):
                found = values.setdefault((exact_value_key(value), told), PlacedValue(value, at, context))
                if index not in found.fixtures[-1:]:
                    found.fixtures.append(index)
        return values.values()


def decode_card(dialect: Dialect, question: Question, decode: Decode | None = None) -> DecodedCard:
    """A card, decoded, perhaps by another decoder than its own, or with what stands against that."""
    decode = decode or load_notation(dialect.notation).decode
    try:
        document = decode(question.card, question.context)
    except DecodeError as error:
        return DecodedCard(question, frozenset({error.fault.requirement}), None, dialect.schema)
    found = frozenset(fault.requirement for fault in document.faults)
    return DecodedCard(question, found, DecodedValue(document.value), dialect.schema)


def schema_alone(schema: Json) -> Any:
    """A schema without the rules, as somebody holds it who takes nothing else of ours: formats are asserted."""
    return exact_engine()(schema, registry=metaschema_registry(), format_checker=_AllFormats())


class _AllFormats:
    """Asserts every format that JSON Schema names: jsonschema-rs knows all, jsonschema alone ten."""

    def check(self, value: Json, name: str) -> None:
        """Raises FormatError, as jsonschema wants it; text with half a surrogate pair is of no format."""
        try:
            fits = not isinstance(value, str) or _format_check(name)(value)
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise FormatError(f"is no {name}")


@cache
def _format_check(name: str) -> IsValid:
    is_valid: IsValid = compile_schema({"format": name}, formats=True).is_valid
    return is_valid


def exact_value_key(value: Json) -> object:
    """A key that is the same only for values that no rule can tell apart."""
    if isinstance(value, dict):
        return ("object", frozenset((name, exact_value_key(member)) for name, member in value.items()))
    if isinstance(value, list):
        return ("array", tuple(exact_value_key(item) for item in value))
    return (type(value), value.text if isinstance(value, LiteralFloat) else value)
