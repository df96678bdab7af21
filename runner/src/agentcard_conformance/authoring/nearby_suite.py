"""The part of a suite that can matter to a few of its cards, so that these are checked in no time."""

from collections.abc import Collection

from agentcard_conformance.corpus import Suite
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.model import Assessment, Expected, Fixture, Question
from agentcard_conformance.notations import load_notation

_MANY = 60
"""Cards from which it pays to load the fast engine."""


class NearbySuite(Suite):
    """A suite as some cards see it: their requirements, what is contested in their areas, and the same bytes."""

    def __init__(self, suite: Suite, dialect: str, chosen: Collection[Fixture]) -> None:
        """The cards that are chosen are of the dialect; there may be none."""
        super().__init__(suite.root, suite.dialects)
        self._suite = suite
        self._dialect = dialect
        self.chosen = chosen

    def fixtures(self, dialects: object = None) -> tuple[Fixture, ...]:  # noqa: ARG002  # of the one dialect alone
        """Those that were chosen come last, so that what they repeat is there already."""
        paths = {each.path for each in self.chosen}
        requirements = {each.requirement.id for each in self.chosen}
        areas = {each.requirement.area for each in self.chosen}
        cards = {each.question.card for each in self.chosen}

        def is_near(fixture: Fixture) -> bool:
            is_open = fixture.expected is Expected.CONTESTED and fixture.requirement.area in areas
            return is_open or fixture.requirement.id in requirements or fixture.question.card in cards

        others = (each for each in self._suite.fixtures([self._dialect]) if each.path not in paths)
        return (*filter(is_near, others), *self.chosen)


class NearbyReference:
    """What assesses the cards of such a suite: those that were chosen exactly, and the others by the fast engine."""

    def __init__(self, suite: NearbySuite) -> None:
        self._dialects = suite.dialects
        self._exactly = {each.question.card for each in suite.chosen}
        self._has_many = len(suite.fixtures()) > _MANY
        self._reference = BoundedReference(suite.dialects)

    def assess(self, question: Question) -> Assessment:
        """A third of the time, once the fast engine is loaded; it does not keep how numbers are spelled."""
        is_other = self._has_many and question.card not in self._exactly
        judge = self._reference.fast_judge(question.dialect) if is_other else None
        if judge is None:
            return self._reference.assess(question)
        found = judge.assess_large(question)
        if found.value is None:
            return found
        notation = load_notation(self._dialects[question.dialect].notation)
        return found._replace(value=notation.decode(question.card, question.context).value)
