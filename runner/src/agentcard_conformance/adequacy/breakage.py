"""A breakage: one change to the validator, made on purpose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from agentcard_conformance.adequacy.decoded_cards import DecodedCard, PlacedValue
from agentcard_conformance.model import Dialect, Json, PathPattern


class BreakageKind(StrEnum):
    """Which part of the validator is broken."""

    SCHEMA = "schema"
    RULE = "rule"
    CODE = "code"
    PLAUSIBLE = "plausible"
    """All of it: another validator, as people write them."""


class BrokenPart(Protocol):
    """A part of the validator with one change in it, beside the same part as it was."""

    @property
    def places(self) -> tuple[PathPattern, ...]:
        """Where in a card the change can show."""
        ...

    @property
    def on_contested(self) -> bool:
        """Whether a contested fixture counts, too."""
        ...

    @property
    def typed(self) -> bool:
        """Whether values of a wrong type are left out, as rules leave them out."""
        ...

    def differs_on_value(self, place: PathPattern, value: PlacedValue) -> bool:
        """Whether the two differ on a value, taken alone: a quick no, while a yes is asked of the whole card."""
        ...

    def differs_on_card(self, card: DecodedCard) -> bool:
        """Whether the two differ on a card."""
        ...


class KnownCard(NamedTuple):
    """A card, and how it is made of the dialect's example."""

    card: bytes
    options: str
    """Of the command `new`; empty where only its bytes make it."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """One change, under a name that no edit elsewhere alters."""

    id: str
    kind: BreakageKind
    about: str
    """The requirement it weakens; for what serves several, the part of the schema or the module."""
    owner: str
    """The dialect whose schema or use of a rule is changed, or the package that holds the changed code."""
    dialects: tuple[str, ...]
    """Those whose fixtures may notice: for code, all that use it."""
    make: Callable[[Dialect], Sequence[BrokenPart]] = field(compare=False)
    """The parts of the validator of one of these dialects that the change reaches."""
    hints: tuple[Json, ...] = ()
    """Values and single characters on which the two may differ."""
    witness: KnownCard | None = None
    """A card on which they do, where one is known."""

    @property
    def dialect(self) -> str:
        """The dialect whose own it is; empty for code, which dialects share."""
        return "" if self.kind is BreakageKind.CODE else self.owner
