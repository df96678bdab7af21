"""Reads a card of lines; which greeting opens it was agreed outside of it."""

from agentcard_conformance.model import Context, Json, Position
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.lines.splitting import split_line

REPORTS = frozenset({"line-form", "greeting-agreed"})
LARGEST_CARD = 2**16


def decode(card: bytes, context: Context) -> Document:
    """Read a card; raises DecodeError when a line is none."""
    try:
        lines = card.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DecodeError(
            DecodeFault("line-form", f"byte {error.start} is not UTF-8", position=Position(1, 1))
        ) from None
    value: dict[str, Json] = {}
    places = {(): Position(1, 1)}
    for number, line in enumerate(lines, 1):
        name, text = _split(line, number)
        value[name] = text
        places[(name,)] = Position(number, 1)
    faults = (
        ()
        if value.get("greeting") == context["greeting"]
        else (DecodeFault("greeting-agreed", "another greeting was agreed", ("greeting",)),)
    )
    return Document(value, faults, lambda steps: places.get(steps[:1], places[()]))


def _split(line: str, number: int) -> tuple[str, str]:
    parts = split_line(line)
    if parts is None:
        raise DecodeError(DecodeFault("line-form", "a line has no colon and blank", position=Position(number, 1)))
    return parts
