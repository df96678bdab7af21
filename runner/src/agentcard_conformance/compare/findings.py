"""What can be said of two revisions of a schema?"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model import Json, Step

Address: TypeAlias = tuple[Step, ...]
"""Steps into a schema."""


class Direction(StrEnum):
    """To which side does a card go?"""

    REFUSED = "valid to invalid"
    ACCEPTED = "invalid to valid"


class VersionStep(StrEnum):
    """How much does the version of a schema have to rise?"""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"
    NONE = "none"


class Revision(NamedTuple):
    """One of the two schemas, read."""

    label: str
    """As it was named: a file, a dialect, or REV:path."""
    schema: Json
    neighbours: Mapping[str, Json]
    """Other schemas that its references reach, by their address."""
    requirements: frozenset[str]
    """What a `$comment` in it may name; empty where it is no dialect's schema."""
    files: tuple[str, ...] = ()
    """On disk, where it and its neighbours were read."""


class Change(NamedTuple):
    """A keyword that does not say what it said."""

    keyword: str
    old_at: Address | None
    """The subschema in OLD that holds it; nothing where there is no such subschema."""
    new_at: Address | None
    old: str
    """What it said, as JSON; empty where it said nothing."""
    new: str
    requirement: str
    """The requirement it stands under, or nothing."""
    places: tuple[tuple[str, ...], ...]
    """Which values of a card it judges: steps from the top, `*` for every item and member."""


class Refusal(NamedTuple):
    """What the side that refuses a card says."""

    pointer: str
    what: str
    requirement: str
    keyword: str


class Witness(NamedTuple):
    """A card that the two sides judge differently, as small as we could make it."""

    card: str
    """JSON text."""
    refusal: Refusal
    origin: str
    """Where it comes from: a fixture's path, `FILE:LINE`, or `made from` either."""


class Flips(NamedTuple):
    """All the cards that go to one side for one requirement and one changed keyword."""

    direction: Direction
    requirement: str
    change: Change | None
    """Nothing where no single changed keyword explains it: rules, or several changes at once."""
    witness: Witness
    seen: Mapping[str, int]
    """How many cards, by where they come from: `corpus`, `cards`, `generated`."""
    places: tuple[str, ...] = ()
    """The first of `cards`: `FILE:LINE`, or a file that is a card."""


class Unwitnessed(NamedTuple):
    """A change that no card shows: not the same as compatible."""

    change: Change
    tried: int


class Moved(NamedTuple):
    """A fixture that the two sides judge differently, and not to where it stands."""

    path: str
    direction: Direction
    requirement: str


class Unknown(NamedTuple):
    """A word in one of the two schemas alone that JSON Schema does not know: it judges nothing."""

    label: str
    keyword: str
    at: Address


class Comparison(NamedTuple):
    """All of it."""

    old: str
    new: str
    dialect: str
    """Whose rules ran on both sides, and whose corpus was replayed."""
    rules: bool
    flips: tuple[Flips, ...]
    unwitnessed: tuple[Unwitnessed, ...]
    moved: tuple[Moved, ...]
    """Fixtures that would have to change sides."""
    contested: tuple[Moved, ...]
    """Fixtures that stand on neither side, and would be read otherwise."""
    replayed: Mapping[str, int]
    """How many cards were held against both sides, by where they come from."""
    unread: tuple[str, ...]
    """A sentence for each line or file among the cards that could not be read."""
    unknown: tuple[Unknown, ...]
    step: VersionStep
    complete: bool
    """Did it come to its end, or was it interrupted?"""
