"""Which words of a schema are none of JSON Schema, and so change nothing, whatever was meant by them?"""

from collections.abc import Iterator
from functools import cache

from jsonschema_specifications import REGISTRY

from agentcard_conformance.compare.findings import Address, Revision, Unknown
from agentcard_conformance.compare.schemas.references import below
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.keywords import METASCHEMA, VOCABULARIES

OWN = "x-"
"""What begins so is meant for somebody else."""


def unknown(old: Revision, new: Revision) -> tuple[Unknown, ...]:
    """Those that only one side has, or has there: what did not change is not told."""
    sides = [(revision, dict.fromkeys(_all(revision))) for revision in (old, new)]
    both = sides[0][1].keys() & sides[1][1].keys()
    return tuple(Unknown(side.label, word, at) for side, found in sides for word, at in found if (word, at) not in both)


def _all(revision: Revision) -> Iterator[tuple[str, Address]]:
    yield from _within(revision.schema, ())
    for name, schema in revision.neighbours.items():
        yield from _within(schema, (name,))


def _within(schema: Json, at: Address) -> Iterator[tuple[str, Address]]:
    for word in schema if isinstance(schema, dict) else ():
        if word not in _known() and not word.startswith(OWN):
            yield word, at
    for steps, part in below(schema):
        yield from _within(part, (*at, *steps))


@cache
def _known() -> frozenset[str]:
    folder = METASCHEMA.rpartition("/")[0]
    vocabularies = (REGISTRY.contents(f"{folder}/meta/{name}") for name in VOCABULARIES)
    return frozenset(word for vocabulary in vocabularies for word in vocabulary["properties"])
