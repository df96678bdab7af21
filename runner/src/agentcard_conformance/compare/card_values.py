"""Reads cards as the engines of both revisions take them, and as the rules do."""

from typing import NamedTuple

from agentcard_conformance.compare.revision_pair import UnusableValue, to_engine_value
from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.model import Context, Dialect, Json, Level
from agentcard_conformance.notations import DecodeError, load_notation
from agentcard_conformance.notations.json_text.fast_reader import NOTATION
from agentcard_conformance.notations.json_text.large_reader import read_large

ANY_BYTES = "surrogateescape"
"""A notation may read what is not UTF-8."""

_UNUSABLE = "holds half of a surrogate pair, a number beyond binary64 or more than 100 levels: no engine is shown it"


class UnreadableCard(Exception):
    """The bytes of a card hold nothing that the two sides could judge."""


class CardValue(NamedTuple):
    """A card as the engines take it, and with its numbers as they were written, for the rules."""

    value: Json
    written: Json


def read_card_value(card: bytes, notation: str, context: Context, dialect: Dialect | None) -> CardValue:
    """Read a card; one in which the decoder finds a `must` of the dialect broken is refused whatever a schema says.

    Of a large card, numbers are not kept as they were written: to do that, the decoder takes 20 s for 10 MB.
    """
    is_large = notation == NOTATION and len(card) > LARGE
    try:
        document = read_large(card) if is_large else load_notation(notation).decode(card, context)
        for fault in document.faults:
            if dialect and dialect.requirements[fault.requirement].level is Level.MUST:
                raise UnreadableCard(fault.what)
        value = document.value if is_large else to_engine_value(document.value)
        return CardValue(value, document.value)
    except DecodeError as refusal:
        raise UnreadableCard(refusal.fault.what) from None
    except UnusableValue:
        raise UnreadableCard(_UNUSABLE) from None


def value_of_replayed(card: str, notation: str, context: Context) -> Json:
    """The value of a card that was replayed, as the engines take it."""
    return read_card_value(card.encode("utf-8", ANY_BYTES), notation, context, None).value
