"""Judges a card as the reference does; the bridges beside this module ask it."""

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Question
from agentcard_conformance.reference import Reference

REFERENCE = Reference(read_suite().dialects)


def judge(card: bytes, dialect: str, context: dict[str, object]) -> bool:
    """Whether a card is valid in its context."""
    return REFERENCE.judge([Question(card, dialect, context)])[0].answer == "valid"
