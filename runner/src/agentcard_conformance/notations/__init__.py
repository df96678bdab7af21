"""How cards are written: one module or package for each notation, named in a dialect.json.

A notation has `decode`, `REPORTS` and `LARGEST_CARD`; where the corpus has a house form for it, also `HOUSE_FORM`,
`encode` and `lay_out`, and where people cannot read its cards `describe` and `inspect`. What depends on how cards are
written asks the notation: whether bytes are a card, where a part of it stands, and how a value is written.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, cast

from agentcard_conformance.errors import SuiteError, UnknownName
from agentcard_conformance.model import Context, Json, Position, Steps
from agentcard_conformance.plugins import load_plugin, plugin_names

LARGEST_READ = 10 * 2**20
"""Bytes; no card in any notation is larger, so that nobody reads more of a file."""


class DecodeFault(NamedTuple):
    """What a decoder finds wrong; `requirement` is the id that every dialect of the notation gives it."""

    requirement: str
    what: str
    at: Steps = ()
    position: Position | None = None


class DecodeError(Exception):
    """The bytes hold no value at all."""

    def __init__(self, fault: DecodeFault) -> None:
        super().__init__(fault.what)
        self.fault = fault


class Document(NamedTuple):
    """A decoded card: its value, what was odd in the text, and where each part of the value stands in it."""

    value: Json
    faults: tuple[DecodeFault, ...]
    locate: Callable[[Steps], Position | None]
    """The place that a person is shown for a part; None where the text has no lines that a person reads."""


class DescribedPart(NamedTuple):
    """Something that a person is told of a card."""

    title: str
    text: str


class Describing(Protocol):
    """What the module of a notation holds as well, when a person cannot read its cards."""

    def describe(self, value: Json) -> Iterable[DescribedPart]:
        """What a person wants to know of a decoded card."""
        ...

    def inspect(self, card: bytes) -> Iterable[DescribedPart]:
        """The parts of any bytes, as far as they can be read."""
        ...


class Notation(Protocol):
    """What the module of a notation holds."""

    REPORTS: frozenset[str]
    """The requirements that its decoder can find unmet; each dialect of the notation has them."""

    LARGEST_CARD: int
    """Bytes; a larger card is not read. A bound on depth is the decoder's own."""

    def decode(self, card: bytes, context: Context) -> Document:
        """Read a card; raises DecodeError when it holds no value."""
        ...


class HouseForm(Protocol):
    """What the module of a notation holds as well, when cards of the corpus are written in a fixed layout."""

    HOUSE_FORM: str
    """The layout in a few words, for whoever wrote a card in another."""

    def encode(self, value: Json) -> bytes:
        """Write a decoded value."""
        ...

    def lay_out(self, card: bytes) -> bytes:
        """The same text, every name, string and number spelled as it was, with the line breaks of the house form."""
        ...


def notation_names() -> list[str]:
    """The notations that cards can be read in."""
    return plugin_names(__name__)


def load_notation(name: str) -> Notation:
    """The notation of that name; raises UnknownName when there is none."""
    return cast("Notation", _load_with(name, Notation))


def largest_card_text(notation: Notation) -> str:
    """The size of the largest card of a notation, in words."""
    mebibytes, bytes_over = divmod(notation.LARGEST_CARD, 2**20)
    return f"{notation.LARGEST_CARD:,} bytes" if bytes_over else f"{mebibytes} MiB"


def load_house_form(name: str) -> HouseForm | None:
    """The house form of a notation, if it has one."""
    has_form = hasattr(load_notation(name), "encode")
    return cast("HouseForm", _load_with(name, HouseForm)) if has_form else None


def load_describing(name: str) -> Describing | None:
    """What describes the cards of a notation, if people cannot read them."""
    return cast("Describing", _load_with(name, Describing)) if hasattr(load_notation(name), "describe") else None


def _load_with(name: str, wanted: type) -> Any:
    """A notation that has all the members of a protocol; raises SuiteError when one is missing."""
    try:
        notation = load_plugin(__name__, name)
    except LookupError:
        known = ", ".join(notation_names())
        raise UnknownName("dialect.json", f"names a notation {name!a}; there are {known}") from None
    members = {*wanted.__annotations__, *(member for member in vars(wanted) if not member.startswith("_"))}
    if missing := sorted(member for member in members if not hasattr(notation, member)):
        raise SuiteError(f"notations/{name}", f"has no {', '.join(missing)}")
    return notation
