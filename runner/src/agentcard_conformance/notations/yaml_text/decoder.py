"""Reads a card in YAML 1.2 as the value that JSON has for it, and remembers where each part stands.

Text that is JSON is read as JSON, which YAML 1.2 contains: the library behind the events refuses some of it.
"""

from functools import lru_cache
from typing import Any

from ruamel.yaml.events import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from agentcard_conformance.model import NO_CONTEXT, Context, Json, Position, Steps
from agentcard_conformance.notations import LARGEST_READ, DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import (
    MAX_DEPTH,
    SURROGATE,
    depth_fault,
    position_in,
    repeated_name_fault,
    surrogate_fault,
)
from agentcard_conformance.notations.json_text.decoder import decode as decode_json
from agentcard_conformance.notations.yaml_text.events import content_events, start_of
from agentcard_conformance.notations.yaml_text.faults import yaml_error
from agentcard_conformance.notations.yaml_text.scalars import CORE_TAG, resolve_scalar

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

_COLLECTION_TAGS = {MappingStartEvent: (None, "!", f"{CORE_TAG}map"), SequenceStartEvent: (None, "!", f"{CORE_TAG}seq")}


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # YAML needs no keys and no clock
    """Read a card; raises DecodeError when it holds no value."""
    found = _read(card)
    if isinstance(found, DecodeFault):
        raise DecodeError(found)
    return found


@lru_cache(maxsize=1)  # what tells its dialect and what judges it ask about the same card, which may take a second
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
        composer = _Composer(text)
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


class _Composer:
    """Makes a value of events; depth is bounded, so recursion is safe."""

    def __init__(self, text: str) -> None:
        self._events = content_events(text)
        self.faults: list[DecodeFault] = []
        self._places: dict[Steps, Position] = {}

    def read_card(self) -> Json:
        """The value of the one document; null where the text has none."""
        value = None
        for event in self._events:
            value = self._value(event, (), 1)
        return value

    def locate(self, steps: Steps) -> Position:
        """Where a value stands, or the nearest value around it that exists."""
        while steps and steps not in self._places:
            steps = steps[:-1]
        return self._places.get(steps, Position(1, 1))

    def _value(self, event: Any, steps: Steps, depth: int) -> Json:
        position = self._places[steps] = start_of(event)
        _refuse_anchors(event)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, steps)
        if depth > MAX_DEPTH:
            raise DecodeError(depth_fault(position))
        if event.tag not in _COLLECTION_TAGS[type(event)]:
            raise yaml_error("yaml-tags", f"the tag {str(event.tag)[:100]!a} is not one of a collection", position)
        return self._mapping(steps, depth) if isinstance(event, MappingStartEvent) else self._sequence(steps, depth)

    def _mapping(self, steps: Steps, depth: int) -> dict[str, Json]:
        members: dict[str, Json] = {}
        while not isinstance(event := next(self._events), MappingEndEvent):
            name = self._name(event, steps)
            if name in members:
                self.faults.append(repeated_name_fault(name, steps, start_of(event)))
            members[name] = self._value(next(self._events), (*steps, name), depth + 1)
        return members

    def _sequence(self, steps: Steps, depth: int) -> list[Json]:
        items: list[Json] = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            items.append(self._value(event, (*steps, len(items)), depth + 1))
        return items

    def _name(self, event: Any, steps: Steps) -> str:
        """The name of a member: a string, as JSON has no other."""
        _refuse_anchors(event)
        if not isinstance(event, ScalarEvent):
            raise yaml_error("string-names", "the name of a member is a collection", start_of(event))
        if event.style is None and event.value == "<<":
            raise yaml_error("yaml-aliases", "a merge stands where a name should", start_of(event))
        name = self._scalar(event, steps)
        if isinstance(name, str):
            return name
        self.faults.append(
            DecodeFault("string-names", f"the name {event.value[:100]!a} is no string", steps, start_of(event))
        )
        return str(event.value)

    def _scalar(self, event: Any, steps: Steps) -> Json:
        position = start_of(event)
        value = resolve_scalar(event.value, event.tag, is_plain=event.style is None, position=position)
        if isinstance(value, str) and SURROGATE.search(value):
            value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            if SURROGATE.search(value):
                self.faults.append(surrogate_fault(steps, position))
        return value


def _refuse_anchors(event: Any) -> None:
    """An alias is refused as well as what it stands for: a few of them unfold into a value of any size."""
    if event.anchor is not None:
        raise yaml_error("yaml-aliases", "an anchor or alias: write the value out where it belongs", start_of(event))
