"""Tells of a small card whether there is anything to be said of it, without the time that an engine takes to load."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property

from regress import RegressError

from agentcard_conformance.fast_reference.failing_keywords import SchemaChecker
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import Context, Dialect, Json, Question, RuleUse, parts_at
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.rules import apply_rule, declaration, load_rule, reads_number_text


class FirstLook:
    """A dialect's schema, interpreted, and its rules; nothing is told of one that the engines may read differently."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._notation = DialectJudge(dialect).notation
        self._checker = SchemaChecker(SchemaDocuments(dialect.schema), interpreted=True)
        self._asker = cache(self._make_asker)

    def clean_values(self, question: Question) -> Iterator[Json]:
        """The value of a card, if there is nothing to be said of it."""
        try:
            document = self._notation.decode(question.card, question.context)
        except DecodeError:
            return
        if self._is_supported and not document.faults and self._is_clean(document.value, question.context):
            yield document.value

    def read_values(self, question: Question) -> Iterator[Json]:
        """The value of a card, if it holds one."""
        try:
            yield self._notation.decode(question.card, question.context).value
        except DecodeError:  # the reference says what is wrong
            return

    def refuses(self, value: Json) -> bool:
        """Whether a value does not match the schema; what is wrong with it is not looked for."""
        try:
            return self._is_supported and not self._checker.matches(value)
        except RegressError:
            return False

    @cached_property
    def _is_supported(self) -> bool:
        """Whether both engines read the schema alike, which takes 2 ms to tell."""
        return is_supported(self._dialect.schema)

    def _is_clean(self, value: Json, context: Context) -> bool:
        """A rule is imported when there is a value that it has to look at."""
        try:
            return self._checker.matches(value) and not any(
                any(self._asker(use)(part, context))
                for use in self._dialect.rules
                for _, part in parts_at(value, use.at)
            )
        except RegressError:  # a pattern that is none: the reference says which
            return False

    def _make_asker(self, use: RuleUse) -> Callable[[Json, Context], Iterable[object]]:
        """What a rule finds in a value, where it does not say that it passes it.

        One that looks at how numbers were written is always asked: what it passes is a schema, which sees them rounded.
        """
        rule, declared = load_rule(use.rule), declaration(use.rule)
        if declared is None or reads_number_text(use.rule):
            return lambda value, context: apply_rule(rule, value, context)
        passes = declared.passes
        passed = passes if callable(passes) else self._checker.subschema(SchemaPart(passes)).matches
        return lambda value, context: () if passed(value) else apply_rule(rule, value, context)
