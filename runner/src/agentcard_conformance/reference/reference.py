"""The reference over all dialects of a suite."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Self

from agentcard_conformance import __version__
from agentcard_conformance.corpus import context_problem
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Answer, Assessment, Dialect, Identity, Json, Question, Verdict
from agentcard_conformance.notations import largest_card_text
from agentcard_conformance.reference.dialect_judge import DialectJudge
from agentcard_conformance.schema_engine.checked import UnusableSchema, checked_schema_errors
from agentcard_conformance.schema_engine.engine import deep_recursion

_SHOWN = 100


class Reference:
    """Our own validator."""

    identity = Identity("agentcard-conformance reference", __version__, "Python")

    def __init__(self, known: Mapping[str, Dialect]) -> None:
        self.known = known

    @property
    def dialects(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self.known)

    @property
    def restarts(self) -> tuple[str, ...]:
        """It has no process of its own that could be replaced."""
        return ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """Nothing was opened."""

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question."""
        return [self.assess(question).verdict for question in questions]

    def assess(self, question: Question) -> Assessment:
        """Judge one card, and collect everything that is found in it."""
        if why := _why_not_judged(self._judges[question.dialect], question):
            return Assessment(Verdict(Answer.SKIP, why))
        with deep_recursion():
            return self._with_projection(self.assess_judgeable(question), question)

    def assess_judgeable(self, question: Question) -> Assessment:
        """What is found in a card that is not too large, in a context that fits."""
        return self._judges[question.dialect].assess(question)

    def _with_projection(self, assessment: Assessment, question: Question) -> Assessment:
        """With what is published of the card, where it is valid and that is asked."""
        project = self._judges[question.dialect].projection if question.asks_for_projection else None
        if project is None or assessment.verdict.answer is not Answer.VALID:
            return assessment
        return assessment._replace(verdict=assessment.verdict._replace(projection=project(assessment.value)))

    @cached_property
    def _judges(self) -> Mapping[str, DialectJudge]:
        return {name: DialectJudge(dialect) for name, dialect in self.known.items()}


class CachedReference(Reference):
    """The reference for one run over one corpus, which is asked about each card more than once."""

    def assess(self, question: Question) -> Assessment:
        """The assessment made before, if there is one."""
        key = (question.card, question.dialect, repr(sorted(question.context.items())))
        if key not in self._assessments:
            self._assessments[key] = super().assess(question)
        return self._assessments[key]

    @cached_property
    def _assessments(self) -> dict[tuple[bytes, str, str], Assessment]:
        return {}


def _why_not_judged(judge: DialectJudge, question: Question) -> str:
    """Why the reference cannot judge a card; empty when it can."""
    if len(question.card) > judge.notation.LARGEST_CARD:
        return f"the card is larger than {largest_card_text(judge.notation)}, which the reference does not read"
    problem = context_problem(judge.dialect, question.context)
    return problem and f"the context {problem}"


def matches_schema(schema: Json, value: Json) -> bool:
    """Whether a value matches a schema, such as the `looks_like` of a dialect."""
    try:
        return next(checked_schema_errors(schema, value), None) is None
    except UnusableSchema as error:
        raise SuiteError("looks_like", f"{str(schema)[:_SHOWN]} cannot be used as a schema: {error}") from None
