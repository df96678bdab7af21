"""Writes cards of lines."""

from agentcard_conformance.model import Json

HOUSE_FORM = "no blanks at the end of a line"


def encode(value: Json) -> bytes:
    """Write a decoded value."""
    return "".join(f"{name}: {text}\n" for name, text in value.items()).encode("utf-8")


def lay_out(card: bytes) -> bytes:
    """The same lines without blanks at their ends."""
    return "".join(f"{line.rstrip(' ')}\n" for line in card.decode("utf-8").splitlines()).encode("utf-8")
