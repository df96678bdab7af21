"""What the bulk engine says of one card, held against what the reference says of it."""

import json
from functools import cache
from typing import Any

from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.fast_reference.interpreted_judge import InterpretedJudge
from agentcard_conformance.model import Assessment, Dialect, Fixture, Json, Question, ReadOnce
from agentcard_conformance.notations.json_text.fast_reader import NOTATION
from agentcard_conformance.reference import Reference
from card_mutants import is_told_alike, said
from conftest import SUITE

ENGINE = FastReference(SUITE.default)
BULK_DIALECTS = [dialect for dialect in SUITE.dialects.values() if dialect.notation == NOTATION]
"""Those whose cards the bulk engine reads itself."""


@cache
def _engine(dialect: str, context: str) -> FastReference:
    return FastReference(SUITE.dialects[dialect], json.loads(context))


def assess_fast(fixture: Fixture) -> Assessment:
    """What the bulk engine says of a fixture, told its context."""
    _, dialect, context = fixture.question
    return _engine(dialect, json.dumps(dict(context), sort_keys=True)).assess(fixture.question.card)


def written(card: Any) -> bytes:
    return json.dumps(card).encode()


def with_schema(schema: Json, **definitions: Json) -> Dialect:
    """The dialect without its rules, and with another schema, all of which stands for one requirement."""
    whole = {"$comment": "name-type", "allOf": [schema], "$defs": definitions}
    return in_place_of_schema(SUITE.default, whole)._replace(rules=())


def in_place_of_schema(dialect: Dialect, schema: Json) -> Dialect:
    """The dialect with another schema."""
    return dialect._replace(schema_file=ReadOnce(lambda: schema))


def agree(dialect: Dialect, card: bytes) -> bool:
    """Whether the bulk engine, and an interpreted schema where it is certain, say what the reference says of a card."""
    question = Question(card, dialect.id)
    expected = Reference({dialect.id: dialect}).assess(question)
    found = InterpretedJudge(dialect).assess(question)
    is_agreed = found is None or is_told_alike(found, expected)
    return is_agreed and said(FastReference(dialect).assess(card)) == said(expected)
