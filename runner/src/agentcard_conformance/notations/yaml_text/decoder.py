"""Reads a card in YAML 1.2 as the value that JSON has for it, and remembers where each part stands.

Text that is JSON is read as JSON, which YAML 1.2 contains: the library behind the events refuses some of it.
"""

from functools import lru_cache

from agentcard_conformance.model import NO_CONTEXT, Context, Position
from agentcard_conformance.notations import LARGEST_READ, DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import decode as decode_json
from agentcard_conformance.notations.json_text.decoder import position_in
from agentcard_conformance.notations.yaml_text.faults import yaml_error

REPORTS = frozenset(
    {
        "yaml-encoding",
        "yaml-syntax",
        "one-document",
        "yaml-tags",
        "yaml-aliases",
        "unique-names",
        "string-names",
        "unicode-scalars",
        "json-values",
        "nesting-depth",
        "reader-limits",
    }
)
LARGEST_CARD = LARGEST_READ

_LARGEST_TEXT = 2**16
"""Bytes: of directives, and of short lines, the library reads some 140,000 a second."""


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # YAML needs no keys and no clock
    """Read a card; raises DecodeError when it holds no value."""
    found = _read(card)
    if isinstance(found, DecodeFault):
        raise DecodeError(found)
    return found


@lru_cache(maxsize=1)  # a first look and the reference ask about the same card, which may take a second
def _read(card: bytes) -> Document | DecodeFault:
    try:
        return _read_text(card)
    except DecodeError as error:
        return error.fault


def _read_text(card: bytes) -> Document:
    if len(card) > _LARGEST_TEXT:
        raise yaml_error("reader-limits", f"the card has more than {_LARGEST_TEXT:,} bytes", Position(1, 1))
    text = _decode_utf_8(card)
    try:
        return decode_json(text.encode(), NO_CONTEXT)
    except DecodeError:
        from agentcard_conformance.notations.yaml_text.composer import Composer  # not above: the library takes 10 ms

        composer = Composer(text)
        return Document(composer.read_card(), tuple(composer.faults), composer.locate)


def _decode_utf_8(card: bytes) -> str:
    """The text without a byte order mark, which may stand before it."""
    try:
        return card.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise yaml_error("yaml-encoding", _what_is_no_utf_8(card, error), _place_of_byte(card, error)) from None


def _what_is_no_utf_8(card: bytes, error: UnicodeDecodeError) -> str:
    return f"byte 0x{card[error.start]:02X} at offset {error.start} is not well-formed UTF-8"


def _place_of_byte(card: bytes, error: UnicodeDecodeError) -> Position:
    before = card[: error.start].decode()
    return position_in(before, len(before))
