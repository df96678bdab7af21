"""The reference in bounded time and memory, and sooner where there is nothing to be said of a card.

Engines are imported when they are needed: of a few small cards without a finding, none is.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Protocol

from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.fast_reference.interpreted_judge import InterpretedJudge
from agentcard_conformance.fast_reference.interpreted_schema import UNDECIDED, InterpretedSchema
from agentcard_conformance.fast_reference.references import SchemaDocuments
from agentcard_conformance.model import Answer, Assessment, Context, Dialect, Json, Question, Verdict
from agentcard_conformance.notations import Document, Notation
from agentcard_conformance.reference import Reference, matches_schema
from agentcard_conformance.schema_engine.fast_engine import IsValid

_VALID = Verdict(Answer.VALID)


class CardJudge(Protocol):
    """What the fast engine is asked; the module that asks it is imported when it is needed."""

    @property
    def schema_matches(self) -> IsValid:
        """Whether there is nothing to be said of a value, as far as one schema can tell."""
        ...

    @property
    def value_passes(self) -> Callable[[Json, bytes], bool]:
        """Whether there is nothing, either, as far as it takes a look at the value and the card."""
        ...

    def clean_values(self, question: Question) -> Iterable[Json]:
        """The value of a card, if there is certainly nothing to be said of it."""
        ...

    def assess_large(self, question: Question) -> Assessment:
        """What the reference finds in a card."""
        ...

    def assess_value(self, value: Json, question: Question) -> Assessment:
        """The same for a card that was read, without positions."""
        ...


class BoundedReference(Reference):
    """The reference for small cards; of a large one, what the fast engine finds stands.

    In a dialect that the fast engine does not support, the reference judges large cards as well.
    """

    def __init__(self, known: Mapping[str, Dialect]) -> None:
        super().__init__(known)
        self.fast_judge: Callable[[str], CardJudge | None] = cache(self._make_fast_judge)
        """By dialect, the judge of large cards; None where the fast engine does not support it."""

    def assess_judgeable(self, question: Question) -> Assessment:
        """What is found in a card that is not too large, in a context that fits."""
        if len(question.card) > LARGE and (judge := self.fast_judge(question.dialect)):
            return judge.assess_large(question)
        return super().assess_judgeable(question)

    def _make_fast_judge(self, dialect: str) -> CardJudge | None:
        from agentcard_conformance.fast_reference.fast_judge import make_fast_judge

        return make_fast_judge(self.known[dialect])


class QuickReference(BoundedReference):
    """The same, and sooner for small cards: what an interpreted schema finds in them stands, where it is certain."""

    def __init__(self, known: Mapping[str, Dialect], *, expects_many: bool = False) -> None:
        """For many cards it pays to import the fast engine."""
        super().__init__(known)
        self._expects_many = expects_many
        self._interpreted = cache(lambda dialect: InterpretedJudge(known[dialect], self._read_card))
        self._last_read: tuple[tuple[Notation, bytes, Context], Document] | None = None
        self._checkers: dict[int, tuple[Json, IsValid]] = {}
        """By identity, each with its schema: the identity of one that is gone may be that of another."""

    def assess_judgeable(self, question: Question) -> Assessment:
        """What is found in a card that is not too large, in a context that fits."""
        if len(question.card) > LARGE:
            return super().assess_judgeable(question)
        for value in self._clean_values(question):
            return Assessment(_VALID, value=value)
        return self._interpreted(question.dialect).assess(question) or super().assess_judgeable(question)

    def read_values(self, question: Question) -> Iterable[Json]:
        """The value of a small card, if it holds one, without a look at the schema."""
        return self._interpreted(question.dialect).read_values(question) if len(question.card) <= LARGE else ()

    def refuses(self, dialect: str, value: Json) -> bool:
        """Whether a value does not match the dialect's schema, without the time to tell what is wrong with it."""
        return self._interpreted(dialect).refuses(value)

    def matches(self, schema: Json, value: Json) -> bool:
        """Whether a value matches a small schema, such as the `looks_like` of a dialect."""
        if id(schema) not in self._checkers:
            self._checkers[id(schema)] = schema, _make_checker(schema)
        _, is_match = self._checkers[id(schema)]
        return is_match(value)

    def _read_card(self, notation: Notation, card: bytes, context: Context) -> Document:
        """Read once, when the same card is held against several dialects in turn."""
        asked = notation, card, context
        if self._last_read is None or self._last_read[0] != asked:
            self._last_read = asked, notation.decode(card, context)
        return self._last_read[1]

    def _clean_values(self, question: Question) -> Iterable[Json]:
        """The value of a card among many, if the fast engine finds nothing in it."""
        judge = self.fast_judge(question.dialect) if self._expects_many else None
        return judge.clean_values(question) if judge else ()


def _make_checker(schema: Json) -> IsValid:
    # Interpreted for many files, too: the fast engine takes no number that keeps its digits.
    interpreted = InterpretedSchema(SchemaDocuments(schema))

    def matches(value: Json) -> bool:
        try:
            return interpreted.matches(schema, value)
        except UNDECIDED:
            return matches_schema(schema, value)

    return matches
