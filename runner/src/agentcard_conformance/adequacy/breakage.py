"""What is a breakage: one change to the validator, made on purpose?"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from agentcard_conformance.adequacy.cards import Card, Place, Row
from agentcard_conformance.model import Json


class Kind(StrEnum):
    """Which part of the validator is broken?"""

    SCHEMA = "schema"
    RULE = "rule"
    CODE = "code"


class Broken(Protocol):
    """A part of the validator with one change in it, beside the same part as it was."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where in a card the change can show."""
        ...

    @property
    def on_contested(self) -> bool:
        """Does a contested fixture count, too?"""
        ...

    @property
    def typed(self) -> bool:
        """Are values left out whose type is wrong, as rules leave them out?"""
        ...

    def differs_at(self, place: Place, row: Row) -> bool:
        """Do the two part over this value, taken alone? A quick no; a yes is asked of the whole card."""
        ...

    def differs(self, card: Card) -> bool:
        """Do the two part over this card?"""
        ...


Break: TypeAlias = Callable[[], Broken]


@dataclass(frozen=True, slots=True)
class Breakage:
    """One change, under a name that no edit elsewhere alters."""

    id: str
    kind: Kind
    about: str
    """The requirement it weakens; for what serves several, the part of the schema or the module."""
    make: Break = field(compare=False)
    hints: tuple[Json, ...] = ()
    """Values and single characters at which the two may part."""
