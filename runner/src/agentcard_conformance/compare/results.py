"""What a comparison of two revisions finds, as frozen types, and the line that sums it up."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

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


_NOTHING_JUDGES = "The schemas differ in nothing that judges a card."
_REASONS = {
    VersionStep.MAJOR: "Cards that were accepted are refused.",
    VersionStep.MINOR: "Cards that were refused are accepted, and no card was found that is newly refused.",
    VersionStep.PATCH: "Something that judges a card differs, and no card was found that shows it: there may be one.",
    VersionStep.NONE: "The schemas say the same.",
}
_COUNTED = {Direction.REFUSED: "breaking", Direction.ACCEPTED: "loosening"}


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
    """A change for which no witness was found, which does not mean that it is compatible."""

    change: Change
    tried: int


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
    """Whether it came to its end, or was interrupted."""
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

    @property
    def headline(self) -> str:
        """The result in one line."""
        line = f"{self._counts}{self._unwitnessed_count}: {self._step_needed}"
        return line if self.complete else f"{line}, as far as this came before it was interrupted"

    @property
    def reason(self) -> str:
        """What the version step rests on, in a sentence."""
        return _NOTHING_JUDGES if self._judges_alike else _REASONS[self.step]

    @property
    def _counts(self) -> str:
        directions = [flips.direction for flips in self.flips]
        if directions:
            return ", ".join(
                f"{directions.count(each)} {word}" for each, word in _COUNTED.items() if each in directions
            )
        if self.step is VersionStep.NONE:
            return "no change"
        return "no change that judges a card" if self._judges_alike else "no flip found"

    @property
    def _unwitnessed_count(self) -> str:
        count = len(self.unwitnessed)
        return f"; {count:,} change{'s' * (count > 1)} without a witness" if count else ""

    @property
    def _step_needed(self) -> str:
        """A change without a witness may break somebody all the same."""
        if self.step is VersionStep.NONE:
            return "no step is needed"
        may_be_more = self.unwitnessed and self.step is not VersionStep.MAJOR
        return f"{'at least' if may_be_more else 'this is'} a {self.step} step"

    @property
    def _judges_alike(self) -> bool:
        return self.step is VersionStep.PATCH and not self.unwitnessed
