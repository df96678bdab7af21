"""Judges small cards by an interpreted schema, without the time that an engine takes to load."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial, reduce
from operator import getitem

from agentcard_conformance.fast_reference.failing_keywords import UNDECIDED, SchemaChecker
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Assessment, Context, Dialect, Fault, Json, Question, Steps
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.reference.schema_errors import BrokenRequirement
from agentcard_conformance.rules import apply_rule, declaration, load_rule, reads_number_text


class InterpretedJudge:
    """The way of a small card through one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._judge = DialectJudge(dialect)
        self._asker = cache(self._make_asker)

    def assess(self, question: Question) -> Assessment | None:
        """What the reference finds in a card; None where an engine may read the schema otherwise."""
        try:
            document = self._judge.notation.decode(question.card, question.context)
            rules = ((use, partial(self._ask, use.rule, question.context)) for use in self._dialect.rules)
            broken = self._broken_requirements(document.value)
            return self._judge.assess_document(document, broken, rules)
        except DecodeError as error:
            return self._judge.assess_undecodable(error)
        except UNDECIDED:
            return None

    def read_values(self, question: Question) -> Iterator[Json]:
        """The value of a card, if it holds one."""
        try:
            yield self._judge.notation.decode(question.card, question.context).value
        except DecodeError:  # the reference says what is wrong
            return

    def refuses(self, value: Json) -> bool:
        """Whether a value does not match the schema; what is wrong with it is not looked for."""
        try:
            return not self._checker.matches(value)
        except UNDECIDED:
            return False

    @cached_property
    def _documents(self) -> SchemaDocuments:
        return SchemaDocuments(self._dialect.schema)

    @cached_property
    def _checker(self) -> SchemaChecker:
        return SchemaChecker(self._documents, interpreted=True)

    def _broken_requirements(self, value: Json) -> Iterator[BrokenRequirement]:
        """The requirements of a dialect are not read for a card that matches its schema."""
        if not self._checker.matches(value):
            checker = SchemaChecker(self._documents, self._dialect.requirements, interpreted=True)
            yield from checker.broken_requirements(self._documents.root, value, lambda at: reduce(getitem, at, value))

    def _ask(self, rule: str, context: Context, _: Steps, part: Json) -> Iterable[Fault]:
        """A rule is imported when there is a value that it has to look at."""
        return self._asker(rule)(part, context)

    def _make_asker(self, name: str) -> Callable[[Json, Context], Iterable[Fault]]:
        """What a rule finds in a value, where it does not say that it passes it.

        One that looks at how numbers were written is always asked: what it passes is a schema, which sees them rounded.
        """
        rule, declared = load_rule(name), declaration(name)
        if declared is None or reads_number_text(name):
            return lambda value, context: apply_rule(rule, value, context)
        passes = declared.passes
        passed = passes if callable(passes) else self._checker.subschema(SchemaPart(passes, home=name)).matches
        return lambda value, context: () if passed(value) else apply_rule(rule, value, context)
