"""Which rules may find something in a card that is not as it should be?"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from agentcard_conformance.bulk.content import question, told
from agentcard_conformance.bulk.documents import Documents, Node
from agentcard_conformance.bulk.flat import Holds, flat, holder
from agentcard_conformance.model import Json, Rule, RuleUse


class _Watched(NamedTuple):
    use: RuleUse
    rule: Rule
    is_told: Holds
    question: Holds | None


class Suspects:
    """The rules of a dialect, and what makes each of them content."""

    def __init__(self, documents: Documents, asked: Sequence[tuple[RuleUse, Rule]]) -> None:
        self._documents = documents
        self._asked = asked

    def of(self, value: Json) -> Iterator[tuple[RuleUse, Rule]]:
        """Those to be asked of a value, in their order; mostly it is the schema alone that finds something."""
        all_told = self._all_told(value)
        for use, rule, is_told, ask in self._questioned if all_told else self._watched:
            if not ((all_told or is_told(value)) and (ask is None or ask(value))):
                yield use, rule

    @cached_property
    def _questioned(self) -> Sequence[_Watched]:
        return [each for each in self._watched if each.question]

    @cached_property
    def _watched(self) -> Sequence[_Watched]:
        return [_Watched(use, rule, self._holder(use), question(use)) for use, rule in self._asked]

    @cached_property
    def _all_told(self) -> Holds:
        return self._holder(*(use for use, _ in self._asked))

    def _holder(self, *uses: RuleUse) -> Holds:
        return holder(flat(self._documents, [Node(told(use, self._alone)) for use in uses]))

    @cached_property
    def _alone(self) -> Json:
        return flat(self._documents, [self._documents.root])
