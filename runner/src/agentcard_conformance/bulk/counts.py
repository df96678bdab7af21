"""Counts cards by their verdict, and the requirements that they do not meet."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.model import Answer, Assessment, Finding

_NONE: Mapping[str, int] = {}


class CardCounts(NamedTuple):
    """Counts, which only grow."""

    cards: int = 0
    valid: int = 0
    skipped: int = 0
    advised: int = 0
    """Cards with advice, valid ones or not."""
    contested: int = 0
    blank: int = 0
    """Lines and rows without a card."""
    requirements: Mapping[str, int] = _NONE
    """How many cards do not meet each, by its id."""
    broken: Mapping[str, int] = _NONE
    """How many of them are invalid by it: the reference stops at some that are contested."""

    @property
    def invalid(self) -> int:
        """Cards that break a requirement of level must."""
        return self.cards - self.valid - self.skipped

    def plus(self, other: "CardCounts") -> "CardCounts":
        """Both together."""
        return CardCounts(
            cards=self.cards + other.cards,
            valid=self.valid + other.valid,
            skipped=self.skipped + other.skipped,
            advised=self.advised + other.advised,
            contested=self.contested + other.contested,
            blank=self.blank + other.blank,
            requirements=Counter(self.requirements) + Counter(other.requirements),
            broken=Counter(self.broken) + Counter(other.broken),
        )


def count_cards(found: list[Assessment], clean: int, blank: int) -> CardCounts:
    """The counts of cards with findings, of others without any, and of lines without a card."""
    return CardCounts(
        cards=len(found) + clean,
        valid=sum(each.verdict.answer is Answer.VALID for each in found) + clean,
        skipped=sum(each.verdict.answer is Answer.SKIP for each in found),
        advised=sum(bool(each.advice) for each in found),
        contested=sum(bool(each.contested) for each in found),
        blank=blank,
        requirements=_count_requirements(each.violations + each.advice + each.contested for each in found),
        broken=_count_requirements(each.violations for each in found),
    )


def _count_requirements(found: Iterable[Sequence[Finding]]) -> Mapping[str, int]:
    """Each requirement but once in a card."""
    return Counter(name for findings in found for name in {finding.requirement.id for finding in findings})
