"""Assesses the cards of one dialect as the reference does, at the speed of the fast engine.

A card without a finding is recognised by one schema and a few looks at its value. Another is looked at closer, and
one on which readers of JSON differ is left to the reference.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from orjson import JSONDecodeError, loads

from agentcard_conformance.corpus import context_problem
from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Dialect, Json, Question, Verdict
from agentcard_conformance.notations.json_text.fast_reader import UNREADABLE, fast_read, loads_are_certain

NO_FINDINGS = Assessment(Verdict(Answer.VALID))
"""Of every card of which there is nothing to say."""


_IN_TURN = 1024
"""Cards: as many as the rest of the program works on at a time."""

_READ_TOGETHER = 32
"""Cards: with more of them, their values do not fit into the nearest memory of the processor."""


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
        return NO_FINDINGS if self._is_clean(card) else self._assess_closely(card)

    def assess_all(self, cards: Iterable[bytes]) -> Iterator[Assessment]:
        """One assessment for each, in their order; cards with findings one after another, which is sooner done."""
        rest = iter(cards)
        while some := [*islice(rest, _IN_TURN)]:
            groups = (some[start : start + _READ_TOGETHER] for start in range(0, len(some), _READ_TOGETHER))
            clean = [is_clean for group in groups for is_clean in self._are_clean(group)]
            for card, is_clean in zip(some, clean, strict=True):
                yield NO_FINDINGS if is_clean else self._assess_closely(card)

    def _are_clean(self, cards: Sequence[bytes]) -> Sequence[bool]:
        """Whether there is certainly nothing to be said of each of some cards."""
        return self._are_clean_together(cards) or [self._is_clean(card) for card in cards]

    def _are_clean_together(self, cards: Sequence[bytes]) -> Sequence[bool]:
        """The same in less time; nothing where one of them has to be read with more care."""
        if self._fast_judge is None or max(map(len, cards)) > LARGE:
            return []
        schema_matches, value_passes = self._fast_judge.schema_matches, self._fast_judge.value_passes
        values, clean = [], []
        try:
            for card in cards:  # looked at as soon as it is read, since the processor has it at hand
                value = loads(card)
                values.append(value)
                clean.append(schema_matches(value) and value_passes(value, card))
        except JSONDecodeError:
            return []
        return clean if loads_are_certain(values, cards) else []

    def _is_clean(self, card: bytes) -> bool:
        if self._fast_judge is None or len(card) > LARGE:
            return False
        return any(True for _ in self._fast_judge.clean_values(self._question(card)))

    def _assess_closely(self, card: bytes) -> Assessment:
        value = fast_read(card) if self._fast_judge and len(card) <= LARGE else UNREADABLE
        if self._fast_judge is None or value is UNREADABLE:
            return _or_no_findings(self._reference.assess(self._question(card)))
        return _or_no_findings(self._fast_judge.assess_value(value, self._question(card)))

    def _question(self, card: bytes) -> Question:
        return Question(card, self._dialect.id, self._context)


def _or_no_findings(found: Assessment) -> Assessment:
    is_clean = found.verdict == NO_FINDINGS.verdict and not (found.advice or found.contested)
    return NO_FINDINGS if is_clean else found
