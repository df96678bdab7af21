"""Lays out cards that are written in YAML already."""

from typing import Any

from ruamel.yaml.events import (
    CollectionEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.yaml_text.blocks import Block, BlockMapping, BlockSequence, write_block
from agentcard_conformance.notations.yaml_text.events import content_events


def lay_out(card: bytes) -> bytes:
    """The same text with the line breaks and blanks of block style; what stands on one line in brackets stays there.

    A card with more to it, such as a comment, a marker of a document, or a text on several lines, stays as it is.
    """
    text = card.decode("utf-8")
    blocks = _Blocks(text)
    try:
        laid_out = write_block(blocks.card())
    except DecodeError:  # JSON text, of which the library does not read all
        return card
    is_whole = not blocks.has_long_texts and _without_blanks(laid_out.decode()) == _without_blanks(text)
    return laid_out if is_whole else card


def _without_blanks(text: str) -> str:
    return "".join(text.split())


class _Blocks:
    """The parts of a card in block style, each text spelled as it was."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.has_long_texts = False
        self._events = content_events(text.removeprefix("\ufeff"))

    def card(self) -> Block:
        """The whole card; an empty text where there is none."""
        return next((self._block(event) for event in self._events), "")

    def _block(self, event: Any) -> Block:
        if isinstance(event, ScalarEvent):
            return self._between(event, event)
        if event.flow_style:
            return self._between(event, self._end_of_collection())
        if isinstance(event, SequenceStartEvent):
            return BlockSequence([self._block(each) for each in iter(self._next, None)])
        return BlockMapping([(self._name(each), self._block(next(self._events))) for each in iter(self._next, None)])

    def _name(self, event: Any) -> str:
        name = self._block(event)
        return name if isinstance(name, str) else ""

    def _next(self) -> Any:
        """The next part of a collection in block style; None at its end."""
        event = next(self._events)
        return None if isinstance(event, MappingEndEvent | SequenceEndEvent) else event

    def _end_of_collection(self) -> Any:
        depth = 1
        while depth:
            event = next(self._events)
            depth += isinstance(event, MappingStartEvent | SequenceStartEvent)
            depth -= isinstance(event, CollectionEndEvent)
        return event

    def _between(self, first: Any, last: Any) -> str:
        text = self._text[first.start_mark.index : last.end_mark.index]
        self.has_long_texts |= "\n" in text
        return text
