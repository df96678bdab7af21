"""Judges the cards of one dialect with the fast engine, however large they are."""

import json
from collections.abc import Callable, Iterator
from functools import cache, cached_property, reduce
from operator import getitem

from jsonschema_rs import ValidationError

from agentcard_conformance.collector import collector_paused
from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.fast_reference.failing_keywords import SchemaChecker
from agentcard_conformance.fast_reference.prefilter import Prefilter
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.fast_reference.rule_passes import RuleSelector
from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import (
    Assessment,
    Context,
    Dialect,
    Fault,
    Json,
    LiteralFloat,
    Position,
    Question,
    RuleUse,
    Steps,
)
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.json_text.decoder import LONGEST_INTEGER
from agentcard_conformance.notations.json_text.fast_reader import NOTATION, UNREADABLE, fast_read
from agentcard_conformance.notations.json_text.large_reader import read_large, restore_surrogates
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.reference.assessments import FoundInCard, to_assessment
from agentcard_conformance.reference.dialect_judge import Locate
from agentcard_conformance.rules import apply_rule, declaration, reads_number_text
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.fast_engine import compile_check

_LARGEST_LOCATED = 256_000
"""Bytes: to find the places of more, the decoder takes a second."""


def _no_position(_: Steps) -> Position | None:
    return None


class FastJudge:
    """The way of a card through a dialect that the fast engine supports; `make_fast_judge` tells which ones are."""

    def __init__(self, dialect: Dialect) -> None:
        self._judge = DialectJudge(dialect)
        self._documents = SchemaDocuments(dialect.schema)
        self._checker = SchemaChecker(self._documents, dialect.requirements)
        self._selector = RuleSelector(self._documents, dialect.rules)
        prefilter = Prefilter(self._documents, dialect.rules)
        self.schema_matches, self.value_passes = prefilter.schema_matches, prefilter.value_passes

    def clean_values(self, question: Question) -> Iterator[Json]:
        """The value of a card, if there is certainly nothing to be said of it."""
        value = fast_read(question.card)
        if value is not UNREADABLE and self.schema_matches(value) and self.value_passes(value, question.card):
            yield value

    def assess_large(self, question: Question) -> Assessment:
        """What the reference finds in a card, within 2 s and 500 MB for the largest one."""
        with collector_paused():
            value = fast_read(question.card)
            if value is UNREADABLE:
                return self._assess_odd(question)
            is_clean = self.schema_matches(value) and self.value_passes(value, question.card)
            return to_assessment((), value) if is_clean else self.assess_value(value, question, self._locator(question))

    def assess_value(self, value: Json, question: Question, locate: Locate = _no_position) -> Assessment:
        """What the reference finds in a card that the fast reader has read; without a locator, nothing has a place."""
        with deep_recursion():
            found = self._find(value, question, locate)
            return to_assessment(found.findings, value, has_more=found.has_more)

    def _assess_odd(self, question: Question) -> Assessment:
        try:
            document = read_large(question.card)
        except DecodeError as error:
            return self._judge.assess_undecodable(error)
        with deep_recursion():
            odd, found = self._judge.decode_findings(document), self._find(document.value, question, document.locate)
        all_findings = (*odd.findings, *found.findings)
        told = (each._replace(pointer=restore_surrogates(each.pointer)) for each in all_findings)
        return to_assessment(told, document.value, has_more=odd.has_more or found.has_more)

    def _find(self, value: Json, question: Question, locate: Locate) -> FoundInCard:
        as_written = _CardAsWritten(question.card)
        asker = cache(lambda use: self._asker(use, as_written, question.context))
        rules = self._selector.rules_to_ask(value), lambda use, at, part: asker(use)(at, part)
        broken = self._checker.broken_requirements(
            self._documents.root, value, as_written.part, is_large=as_written.is_large
        )
        return self._judge.findings(value, broken, rules, locate)

    def _locator(self, question: Question) -> Locate:
        """The decoder's, made when a first place is asked for; of the largest cards no places are told."""
        if len(question.card) > _LARGEST_LOCATED:
            return _no_position
        decoded = cache(lambda: self._judge.notation.decode(question.card, question.context))
        return lambda at: decoded().locate(at)

    def _asker(
        self, use: RuleUse, as_written: "_CardAsWritten", context: Context
    ) -> Callable[[Steps, Json], Iterator[Fault]]:
        """What asks a rule; one that finds no more than the errors of a schema is checked as one."""
        declared = declaration(use.rule)
        if declared and declared.errors_of is not None:
            return self._checker.asker(SchemaPart(declared.errors_of), as_written.part, is_large=as_written.is_large)
        rule = self._judge.rules[use]
        if reads_number_text(use.rule):
            return lambda at, _: apply_rule(rule, as_written.part(at), context)
        return lambda _, part: apply_rule(rule, restore_surrogates(part) if isinstance(part, str) else part, context)


def make_fast_judge(dialect: Dialect) -> FastJudge | None:
    """None for a notation that has no fast reader, and for a schema that the two engines may read differently."""
    if dialect.notation != NOTATION or not is_supported(dialect.schema):
        return None
    try:
        compile_check(dialect.schema)  # all of it, since parts of it are compiled when they are first needed
    except ValidationError:
        return None
    return FastJudge(dialect)


class _NumberText(str):
    """A number as it was written; to make a LiteralFloat of each in a card takes five times longer."""

    __slots__ = ()


class _CardAsWritten:
    """The parts of a card with each number as it was written; read when the first is wanted."""

    def __init__(self, card: bytes) -> None:
        self._card = card
        self.is_large = len(card) > LARGE

    def part(self, at: Steps) -> Json:
        """What stands at a path."""
        return _with_numbers(reduce(getitem, at, self._value))

    @cached_property
    def _value(self) -> Json:
        """The standard library reads whatever the fast reader has read."""
        return json.loads(self._card, parse_float=_NumberText, parse_int=_to_integer)


def _to_integer(digits: str) -> Json:
    return int(digits) if len(digits) <= LONGEST_INTEGER else _NumberText(digits)


def _with_numbers(part: Json) -> Json:
    if isinstance(part, dict):
        return {name: _with_numbers(below) for name, below in part.items()}
    if isinstance(part, list):
        return [_with_numbers(below) for below in part]
    return LiteralFloat(part) if isinstance(part, _NumberText) else part
