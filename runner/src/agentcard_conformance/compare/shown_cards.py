"""Cards as people are shown them: in lines of printable ASCII, cut where there is too much."""

import json
import re

from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.model import parse_pointer
from agentcard_conformance.notations import DecodeError, load_house_form, load_notation
from agentcard_conformance.notations.json_text import lay_out
from agentcard_conformance.notations.json_text.fast_reader import NOTATION

_CUT = " [...] "
_MOST_CARD_LINES = 40
_LONGEST_LINE = 160
_NOT_ASCII = re.compile(r"[^ -~]")


def cut_middle(text: str, longest: int = _LONGEST_LINE) -> str:
    """The beginning and the end of a text, when there is too much between them."""
    half = (longest - len(_CUT)) // 2
    return text if len(text) <= longest else text[:half] + _CUT + text[-half:]


def card_lines(card: str, notation: str = NOTATION) -> tuple[str, ...]:
    """A card, given in JSON, laid out in printable ASCII; it reads the same unless it is cut, as its last line says."""
    text = (_in_notation(card, notation) or lay_out(replace_surrogates(card).encode())).decode().rstrip("\n")
    lines = [cut_middle(_NOT_ASCII.sub(_json_escape, line)) for line in text.split("\n")]
    more = len(lines) - _MOST_CARD_LINES
    if more <= 0:
        return tuple(lines)
    return (*lines[:_MOST_CARD_LINES], f"[... {more:,} more lines; --format json has the whole card]")


def _in_notation(card: str, notation: str) -> bytes:
    """A card as its dialect writes it; nothing where that is JSON, has no fixed form, or cannot express the value."""
    house_form = load_house_form(notation)
    if notation == NOTATION or house_form is None:
        return b""
    value = json.loads(card)
    try:
        written = house_form.encode(value)
        is_same = load_notation(notation).decode(written, {}).value == value
    except (
        DecodeError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ):  # a value that no card of the notation holds
        return b""
    return written if is_same else b""


def marked_line(card: str, pointer: str, notation: str = NOTATION) -> int | None:
    """The line, counted from 0, where the part at a pointer begins; None where that is not told or not shown."""
    text = _in_notation(card, notation) or lay_out(replace_surrogates(card).encode())
    steps = tuple(int(step) if step.isdecimal() else step for step in parse_pointer(pointer))
    try:
        position = load_notation(notation).decode(text, {}).locate(steps) if steps else None
    except DecodeError:
        return None
    return position.line - 1 if position and position.line <= _MOST_CARD_LINES else None


def _json_escape(character: re.Match[str]) -> str:
    return json.dumps(character[0])[1:-1]
