"""What can be wrong with a card as YAML, in the words that a reader is told."""

from agentcard_conformance.model import Position
from agentcard_conformance.notations import DecodeError, DecodeFault


def yaml_error(requirement: str, what: str, position: Position | None = None) -> DecodeError:
    """An error after which a card holds no value."""
    return DecodeError(DecodeFault(requirement, what, position=position))
