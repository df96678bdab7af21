"""The events of a YAML text, as ruamel.yaml finds them, within bounds.

Its own parser in Python reads YAML 1.2. The one in C that it can call reads 1.1, which has other line breaks.
"""

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import DocumentEndEvent, DocumentStartEvent, ScalarEvent, StreamEndEvent, StreamStartEvent
from ruamel.yaml.reader import ReaderError

from agentcard_conformance.model import Position
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.json_text.decoder import position_in
from agentcard_conformance.notations.yaml_text.faults import yaml_error
from agentcard_conformance.notations.yaml_text.scanner import LenientParser, LenientReader, StrictScanner

MOST_EVENTS = 5_000
"""Each takes 50 us, and 130 us in deep flow collections."""

_BREAKS_OF_1_1 = "\x85\u2028\u2029"
"""In YAML 1.2 these end no line, but the library lets them; it is shown characters that the text does not have."""
_LAST_FOR_PRIVATE_USE = 0x10FFFD

_AROUND_CONTENT = (StreamStartEvent, StreamEndEvent, DocumentStartEvent, DocumentEndEvent)


def content_events(text: str) -> Iterator[Any]:
    """The events of the one document's content; raises DecodeError where the text is none, or too much."""
    documents = 0
    stand_ins = _stand_ins(text)
    shown = text.translate({ord(character): each for character, each in stand_ins.items()})
    from_stand_ins = {ord(each): character for character, each in stand_ins.items()}
    for number, event in enumerate(_parse(shown)):
        if number > MOST_EVENTS:
            raise yaml_error("reader-limits", "the card has more parts than this reader takes", start_of(event))
        documents += isinstance(event, DocumentStartEvent)
        if documents > 1:
            raise yaml_error("one-document", "a second document begins", start_of(event))
        if isinstance(event, ScalarEvent) and stand_ins:
            event.value = event.value.translate(from_stand_ins)
        if not isinstance(event, _AROUND_CONTENT):
            yield event


def start_of(event: Any) -> Position:
    """Where an event begins."""
    return _to_position(event.start_mark)


def _stand_ins(text: str) -> dict[str, str]:
    unused = (character for character in map(chr, range(_LAST_FOR_PRIVATE_USE, 0, -1)) if character not in text)
    return {character: next(unused) for character in _BREAKS_OF_1_1 if character in text}


def _parse(text: str) -> Iterator[Any]:
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader, yaml.Scanner, yaml.Parser = LenientReader, StrictScanner, LenientParser
    try:
        yield from yaml.parse(text)
    except DecodeError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise yaml_error("yaml-syntax", _in_one_line(error), _to_position(mark) if mark else None) from None
    except ReaderError as error:
        raise yaml_error(
            "yaml-syntax", f"{chr(error.character)!a} stands in it", position_in(text, error.position)
        ) from None
    except Exception as error:  # noqa: BLE001  # the library's code: an escape beyond Unicode is an OverflowError there
        raise yaml_error("yaml-syntax", f"the YAML library gives up: {error}") from None


def _to_position(mark: Any) -> Position:
    return Position(mark.line + 1, mark.column + 1)


def _in_one_line(error: MarkedYAMLError) -> str:
    return " ".join(" ".join(filter(None, (error.problem, error.context))).split()) or "it is no YAML"
