"""Judges small cards by an interpreted schema, without the time that an engine takes to load."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, reduce
from operator import getitem
from typing import TypeAlias

from agentcard_conformance.fast_reference.interpreted_schema import UNDECIDED, InterpretedSchema
from agentcard_conformance.fast_reference.references import SchemaDocuments
from agentcard_conformance.model import Assessment, Context, Dialect, Fault, Json, Question
from agentcard_conformance.notations import DecodeError, Document, Notation
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.reference.schema_errors import BrokenRequirement
from agentcard_conformance.rules import apply_rule, declaration, load_rule, reads_number_text

ReadCard: TypeAlias = Callable[[Notation, bytes, Context], Document]


def _decode(notation: Notation, card: bytes, context: Context) -> Document:
    return notation.decode(card, context)


class InterpretedJudge:
    """The way of a small card through one dialect."""

    def __init__(self, dialect: Dialect, read_card: ReadCard = _decode) -> None:
        self._dialect = dialect
        self._read_card = read_card
        self._judge = DialectJudge(dialect)
        self._asker = cache(self._make_asker)  # a rule is imported when there is a value that it has to look at

    def assess(self, question: Question) -> Assessment | None:
        """What the reference finds in a card; None where an engine may read the schema otherwise."""
        try:
            document = self._read_card(self._judge.notation, question.card, question.context)
            rules = self._dialect.rules, lambda use, _, part: self._asker(use.rule)(part, question.context)
            broken = self._broken_requirements(document.value)
            return self._judge.assess_document(document, broken, rules)
        except DecodeError as error:
            return self._judge.assess_undecodable(error)
        except UNDECIDED:
            return None

    def read_values(self, question: Question) -> Iterator[Json]:
        """The value of a card, if it holds one."""
        try:
            yield self._read_card(self._judge.notation, question.card, question.context).value
        except DecodeError:  # the reference says what is wrong
            return

    def refuses(self, value: Json) -> bool:
        """Whether a value does not match the schema; what is wrong with it is not looked for."""
        try:
            return not self._matches(value)
        except UNDECIDED:
            return False

    @cached_property
    def _documents(self) -> SchemaDocuments:
        return SchemaDocuments(self._dialect.schema)

    @cached_property
    def _schema(self) -> InterpretedSchema:
        return InterpretedSchema(self._documents)

    def _matches(self, value: Json) -> bool:
        return self._schema.matches(self._dialect.schema, value)

    def _broken_requirements(self, value: Json) -> Iterator[BrokenRequirement]:
        """The requirements of a dialect are not read for a card that matches its schema."""
        if not self._matches(value):
            from agentcard_conformance.fast_reference.failing_keywords import SchemaChecker  # not above: most match

            checker = SchemaChecker(self._documents, self._dialect.requirements, self._schema)
            yield from checker.broken_requirements(self._documents.root, value, lambda at: reduce(getitem, at, value))

    def _make_asker(self, name: str) -> Callable[[Json, Context], Iterable[Fault]]:
        """What a rule finds in a value, where it does not say that it passes it.

        One that looks at how numbers were written is always asked: what it passes is a schema, which sees them rounded.
        """
        rule, declared = load_rule(name), declaration(name)
        if declared is None or reads_number_text(name):
            return lambda value, context: apply_rule(rule, value, context)
        passes = declared.passes
        passed = passes if callable(passes) else lambda value: self._schema.matches(passes, value, name)
        return lambda value, context: () if passed(value) else apply_rule(rule, value, context)
