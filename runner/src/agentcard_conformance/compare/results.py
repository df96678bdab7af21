"""What a comparison of two revisions finds, as frozen types, and the line that sums it up."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model import PathPattern, Steps, to_pointer
from agentcard_conformance.notations.json_text.fast_reader import NOTATION


class Direction(StrEnum):
    """How the verdict on a card changes from OLD to NEW."""

    REFUSED = "valid to invalid"
    ACCEPTED = "invalid to valid"


class VersionStep(StrEnum):
    """How much the version of the schema has to rise."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"
    NONE = "none"


class FlipAnswer(StrEnum):
    """What is known of the cards that go over in one direction."""

    CARD = "card"
    """There are some: here is one."""
    PROVEN = "proven"
    """There are some, by a proof; none was found."""
    NONE = "none"
    """There are none, by a proof."""
    OPEN = "open"
    """Neither a card nor a proof."""


class DirectionAnswer(NamedTuple):
    """The answer of one direction, and of an open one why there is no proof."""

    answer: FlipAnswer
    why_open: str = ""


Answers: TypeAlias = Mapping[Direction, DirectionAnswer]

_SAME = "The schemas say the same."
_BREAKS = "Cards that were accepted are refused."
_LOOSENS, _NOTHING_FOUND = "Cards that were refused are accepted", "No card was found that is judged differently"
_ALL_PROVEN = "It is proven that no card is judged differently."
_NO_BREAK = {
    FlipAnswer.NONE: ", and it is proven that no card is newly refused.",
    FlipAnswer.OPEN: ", and whether one is newly refused is open.",
}
_COUNTED = {Direction.REFUSED: "breaking", Direction.ACCEPTED: "loosening"}
_PROVEN_COUNTED = {
    Direction.REFUSED: "breaking, proven, no card shown",
    Direction.ACCEPTED: "loosening, proven, no card shown",
}
_DIFFERS = (FlipAnswer.CARD, FlipAnswer.PROVEN)


WHOLE = "true"
"""Stands for the keyword where a whole schema comes or goes beside one that allows everything."""


class Change(NamedTuple):
    """A keyword whose meaning differs between the revisions."""

    keyword: str
    old_at: Steps | None
    """The subschema in OLD that holds it; None where there is no such subschema."""
    new_at: Steps | None
    old: str
    """Its value as JSON; empty where the keyword was absent."""
    new: str
    requirement: str
    """The requirement it stands under, or nothing."""
    places: tuple[PathPattern, ...]
    """The values of a card that it judges."""


class Refusal(NamedTuple):
    """Why the side that refuses a card does so."""

    pointer: str
    what: str
    requirement: str
    keyword: str


class Witness(NamedTuple):
    """A card that the two sides judge differently, shrunk."""

    card: str
    """JSON text."""
    refusal: Refusal
    origin: str
    """Where it comes from: a fixture's path, `FILE:LINE`, or `made from` either."""


class FlipGroup(NamedTuple):
    """All the cards whose verdict flips in one direction for one requirement and one changed keyword."""

    direction: Direction
    requirement: str
    change: Change | None
    """None where no single changed keyword explains it: rules, or several changes at once."""
    witness: Witness
    seen: Mapping[str, int]
    """How many cards, by where they come from: `corpus`, `cards`, `generated`."""
    places: tuple[str, ...] = ()
    """The first of `cards`: `FILE:LINE`, or a file that is a card."""

    @property
    def sort_key(self) -> tuple[str, ...]:
        """Requirement, then keyword: an order that does not depend on how the flips were found."""
        change = self.change
        keyword = (
            (change.keyword, to_pointer(change.new_at or change.old_at or ()), change.new) if change else ("",) * 3
        )
        return self.requirement, *keyword, self.witness.card


class UnwitnessedChange(NamedTuple):
    """A change that no card was found for."""

    change: Change
    tried: int
    answers: Mapping[Direction, FlipAnswer]
    """What is known of the cards that this change alone would have gone over."""


class MovedFixture(NamedTuple):
    """A fixture that the two sides judge differently, and that NEW judges otherwise than is expected of it."""

    path: str
    direction: Direction
    requirement: str


class UnknownKeyword(NamedTuple):
    """A keyword in one of the two schemas alone that JSON Schema does not define, so that it judges nothing."""

    label: str
    keyword: str
    at: Steps


class Comparison(NamedTuple):
    """Everything that was found."""

    old: str
    new: str
    dialect: str
    """Whose corpus was replayed, and whose rules ran on both sides, if any did."""
    rules: bool
    flips: tuple[FlipGroup, ...]
    unwitnessed: tuple[UnwitnessedChange, ...]
    moved: tuple[MovedFixture, ...]
    """Fixtures that would have to change sides."""
    contested: tuple[MovedFixture, ...]
    """Contested fixtures on which the verdict changes."""
    replayed: Mapping[str, int]
    """How many cards both sides judged, by where they come from."""
    unread: tuple[str, ...]
    """A sentence for each line or file among the cards that could not be read."""
    unknown: tuple[UnknownKeyword, ...]
    step: VersionStep
    complete: bool
    """Whether it came to its end, or was interrupted or cut short by time."""
    answers: Answers
    """Of both directions."""
    drafts: tuple[str, ...] = ()
    """A sentence for each side whose draft was assumed, or is none of today's."""
    seconds: float | None = None
    """The time after which it was cut short, if it was."""
    notation: str = NOTATION
    """How the cards of the dialect are written, in which people are shown the witnesses."""

    @property
    def sorted_flips(self) -> list[FlipGroup]:
        """The flips in the order in which every format lists them."""
        return sorted(self.flips, key=lambda flips: flips.sort_key)

    @property
    def card_count(self) -> int:
        """How many cards both sides judged."""
        return sum(self.replayed.values())

    def differs(self, direction: Direction) -> bool:
        """Whether cards are known, or proven, to go over in a direction."""
        return self.answers[direction].answer in _DIFFERS

    def is_proven_empty(self, *directions: Direction) -> bool:
        """Whether it is proven that no card goes over in these directions."""
        return all(self.answers[each].answer is FlipAnswer.NONE for each in directions)

    @property
    def headline(self) -> str:
        """The result in one line."""
        line = f"{self._counts}{self._open}: {self._step_needed}"
        return line if self.complete else f"{line}, as far as this came before {self.early_end}"

    @property
    def early_end(self) -> str:
        """Why it did not come to its end."""
        return f"its {self.seconds:g} seconds were over" if self.seconds else "it was interrupted"

    @property
    def reason(self) -> str:
        """What the version step rests on, in a sentence."""
        if self.step is VersionStep.NONE:
            return _SAME
        if self.differs(Direction.REFUSED):
            return _BREAKS
        if self.is_proven_empty(*Direction):
            return _ALL_PROVEN
        found = _LOOSENS if self.differs(Direction.ACCEPTED) else _NOTHING_FOUND
        return found + _NO_BREAK[self.answers[Direction.REFUSED].answer]

    @property
    def _counts(self) -> str:
        directions = [flips.direction for flips in self.flips]
        counts = [f"{directions.count(each)} {word}" for each, word in _COUNTED.items() if each in directions]
        proven = [_PROVEN_COUNTED[each] for each in Direction if self.answers[each].answer is FlipAnswer.PROVEN]
        if counts or proven:
            return "; ".join([", ".join(counts), *proven] if counts else proven)
        if self.step is VersionStep.NONE:
            return "no change"
        return "compatible, proven" if self.is_proven_empty(Direction.REFUSED) else "no flip found"

    @property
    def _open(self) -> str:
        """Which of the questions that matter for the step is open."""
        if self.answers[Direction.REFUSED].answer is FlipAnswer.OPEN:
            return "; whether it breaks is open"
        if self.step is VersionStep.PATCH and self.answers[Direction.ACCEPTED].answer is FlipAnswer.OPEN:
            return "; whether it loosens is open"
        return ""

    @property
    def _step_needed(self) -> str:
        """While something is open, cards may be judged differently all the same."""
        if self.step is VersionStep.NONE:
            return "no step is needed"
        return f"{'at least' if self._open else 'this is'} a {self.step} step"
