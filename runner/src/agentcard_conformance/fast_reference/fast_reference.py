"""Assesses the cards of one dialect as the reference does, at the speed of the fast engine.

A card without a finding is recognised by one schema and a few looks at its value. Another is looked at closer, and
one on which readers of JSON differ is left to the reference.
"""

from collections.abc import Iterable, Iterator

from agentcard_conformance.corpus import context_problem
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.fast_reference.checked_schema import LARGE
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Dialect, Json, Question, Verdict
from agentcard_conformance.notations.json_text.fast_reader import UNREADABLE, fast_read

NO_FINDINGS = Assessment(Verdict(Answer.VALID))
"""Of every card of which there is nothing to say."""


class FastReference:
    """The reference for many cards of one dialect; made in the process that uses it, since engines cannot be sent."""

    def __init__(self, dialect: Dialect, context: Json = NO_CONTEXT, made: BoundedReference | None = None) -> None:
        """With a context that does not fit the dialect every card is skipped, which the reference does."""
        self._dialect = dialect
        self._context = context
        self._reference = made or BoundedReference({dialect.id: dialect})
        self._fast_judge = None if context_problem(dialect, context) else self._reference.fast_judge(dialect.id)

    def with_context(self, context: Json) -> "FastReference":
        """The same with another context, and nothing compiled again."""
        return FastReference(self._dialect, context, self._reference)

    def assess(self, card: bytes) -> Assessment:
        """What the reference finds, and perhaps without positions."""
        return next(self.assess_all([card]))

    def assess_all(self, cards: Iterable[bytes]) -> Iterator[Assessment]:
        """One assessment for each, in their order."""
        if self._fast_judge is None:
            yield from map(self._assess_alone, cards)
            return
        schema_matches, value_passes = self._fast_judge.schema_matches, self._fast_judge.value_passes
        for card in cards:  # without a function around each, which takes a tenth of the time of the whole
            value = UNREADABLE if len(card) > LARGE else fast_read(card)
            if value is UNREADABLE:
                yield self._assess_alone(card)
            elif schema_matches(value) and value_passes(value, card):
                yield NO_FINDINGS
            else:
                yield _or_no_findings(self._fast_judge.assess_value(value, self._question(card)))

    def _assess_alone(self, card: bytes) -> Assessment:
        return _or_no_findings(self._reference.assess(self._question(card)))

    def _question(self, card: bytes) -> Question:
        return Question(card, self._dialect.id, self._context)


def _or_no_findings(found: Assessment) -> Assessment:
    is_clean = found.verdict == NO_FINDINGS.verdict and not (found.advice or found.contested)
    return NO_FINDINGS if is_clean else found
