"""Assesses the cards of one dialect as the reference does, at the speed of the fast engine.

A card without a finding is recognised by one schema and a few looks at its value. Another is looked at closer, and
one on which readers of JSON differ is left to the reference.
"""

import gc
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from jsonschema_rs import ValidationError

from agentcard_conformance.corpus import context_problem
from agentcard_conformance.fast_reference.failing_keywords import SchemaChecker
from agentcard_conformance.fast_reference.prefilter import Prefilter
from agentcard_conformance.fast_reference.references import SchemaDocuments
from agentcard_conformance.fast_reference.rule_passes import RuleSelector
from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import (
    NO_CONTEXT,
    Answer,
    Assessment,
    Context,
    Dialect,
    Json,
    LiteralFloat,
    Position,
    Question,
    Rule,
    RuleUse,
    Steps,
    Verdict,
)
from agentcard_conformance.notations.json_text.fast_reader import NOTATION, UNREADABLE, fast_read
from agentcard_conformance.reference import DialectJudge, Reference
from agentcard_conformance.reference.assessments import to_assessment
from agentcard_conformance.rules import declaration, reads_number_text
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.fast_engine import compile_check

NO_FINDINGS = Assessment(Verdict(Answer.VALID))
"""Of every card of which there is nothing to say."""

_LARGE = 20_000
"""Bytes from which Python's collector is kept from looking again and again at a value that grows: a megabyte of nested
arrays took 0.4 s to read with it and 0.02 s without."""


class FastReference:
    """The reference for many cards of one dialect; made in the process that uses it, since engines cannot be sent."""

    def __init__(self, dialect: Dialect, context: Json = NO_CONTEXT, made: "_Judges | None" = None) -> None:
        """With a context that does not fit the dialect every card is skipped, which the reference does."""
        self._dialect = dialect
        self._context = context
        self._judges = made or _Judges(Reference({dialect.id: dialect}), _make_fast_judge(dialect))
        self._fast_judge = None if context_problem(dialect, context) else self._judges.fast

    def with_context(self, context: Json) -> "FastReference":
        """The same with another context, and nothing compiled again."""
        return FastReference(self._dialect, context, self._judges)

    def assess(self, card: bytes) -> Assessment:
        """What the reference finds, without the value, and perhaps without positions."""
        return next(self.assess_all([card]))

    def assess_all(self, cards: Iterable[bytes]) -> Iterator[Assessment]:
        """One assessment for each, in their order."""
        if self._fast_judge is None:
            yield from map(self._assess_exactly, cards)
            return
        schema_matches, value_passes = self._fast_judge.schema_matches, self._fast_judge.value_passes
        for card in cards:  # without a function around each, which takes a tenth of the time of the whole
            if len(card) > _LARGE:
                yield self._assess_large(self._fast_judge, card)
                continue
            value = fast_read(card)
            is_clean = value is not UNREADABLE and schema_matches(value) and value_passes(value, card)
            yield NO_FINDINGS if is_clean else self._assess_closely(self._fast_judge, card, value)

    def _assess_large(self, judge: "_FastJudge", card: bytes) -> Assessment:
        with _garbage_collection_paused():
            value = fast_read(card)
            is_clean = value is not UNREADABLE and judge.schema_matches(value) and judge.value_passes(value, card)
            return NO_FINDINGS if is_clean else self._assess_closely(judge, card, value)

    def _assess_closely(self, judge: "_FastJudge", card: bytes, value: Json) -> Assessment:
        return (
            self._assess_exactly(card)
            if value is UNREADABLE
            else _or_no_findings(judge.assess(value, card, self._context))
        )

    def _assess_exactly(self, card: bytes) -> Assessment:
        return _or_no_findings(self._judges.exact.assess(Question(card, self._dialect.id, self._context)))


class _FastJudge:
    """The way of a card that the fast reader understands, through a dialect that the fast engine supports."""

    def __init__(self, dialect: Dialect) -> None:
        self._judge = DialectJudge(dialect)
        self._documents = SchemaDocuments(dialect.schema)
        self._checker = SchemaChecker(self._documents, dialect.requirements)
        rules = [(use, self._fast_rule(use, rule)) for use, rule in self._judge.rules]
        self._selector = RuleSelector(self._documents, rules)
        self._rules_on_text = {use.rule for use in dialect.rules if _needs_number_text(use)}
        prefilter = Prefilter(self._documents, dialect.rules)
        self.schema_matches, self.value_passes = prefilter.schema_matches, prefilter.value_passes

    def assess(self, value: Json, card: bytes, context: Context) -> Assessment:
        """What the reference finds; the card is read once more where it matters how its numbers were written."""
        as_written = _CardAsWritten(card)
        with deep_recursion():
            rules = list(self._selector.rules_to_ask(value))
            shown = as_written.value if any(use.rule in self._rules_on_text for use, _ in rules) else value
            broken = self._checker.broken_requirements(self._documents.root, value, lambda: as_written.value)
            return to_assessment(self._judge.findings(shown, broken, rules, _no_position, context))

    def _fast_rule(self, use: RuleUse, rule: Rule) -> Rule:
        """What finds no more than the errors of a schema is checked as one."""
        declared = declaration(use.rule)
        return self._checker.rule_for(declared.errors_of) if declared and declared.errors_of is not None else rule


class _Judges(NamedTuple):
    """What is made once for a dialect, whatever the context."""

    exact: Reference
    fast: _FastJudge | None


class _CardAsWritten:
    """A card's value, each number as it was written; read when it is wanted."""

    def __init__(self, card: bytes) -> None:
        self._card = card

    @cached_property
    def value(self) -> Json:
        """The standard library reads whatever the fast reader has read."""
        return json.loads(self._card, parse_float=LiteralFloat)


def _needs_number_text(use: RuleUse) -> bool:
    declared = declaration(use.rule)
    return reads_number_text(use.rule) or bool(declared and declared.errors_of is not None)


def _make_fast_judge(dialect: Dialect) -> _FastJudge | None:
    """None for a notation that has no fast reader, and for a schema that the two engines may read differently."""
    if dialect.notation != NOTATION or not is_supported(dialect.schema):
        return None
    try:
        compile_check(dialect.schema)  # all of it, since parts of it are compiled when they are first needed
    except ValidationError:
        return None
    return _FastJudge(dialect)


def _or_no_findings(found: Assessment) -> Assessment:
    is_clean = found.verdict == NO_FINDINGS.verdict and not (found.advice or found.contested)
    return NO_FINDINGS if is_clean else found


@contextmanager
def _garbage_collection_paused() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _no_position(_: Steps) -> Position | None:
    return None
