"""Finds words that JSON Schema does not define, most likely keywords that were misspelt."""

from collections.abc import Iterator

from agentcard_conformance.compare.results import UnknownKeyword
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.model import Steps
from agentcard_conformance.schema_engine.keywords import KEYWORDS

_CUSTOM_PREFIX = "x-"


def unknown_keywords(old: RevisionSchemas, new: RevisionSchemas) -> tuple[UnknownKeyword, ...]:
    """Keywords that JSON Schema does not define, and that only one side has, or has there."""
    before, after = (dict.fromkeys(_unknown(side)) for side in (old, new))
    sides = (old.revision.label, before, after), (new.revision.label, after, before)
    return tuple(UnknownKeyword(label, *each) for label, found, others in sides for each in found if each not in others)


def _unknown(side: RevisionSchemas) -> Iterator[tuple[str, Steps]]:
    for subschema in side.walk():
        unknown = (word for word in subschema.keywords if word not in KEYWORDS and not word.startswith(_CUSTOM_PREFIX))
        yield from ((word, subschema.at) for word in unknown)
