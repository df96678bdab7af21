"""Does the bulk engine say of one card what the reference says of it?"""

import json
from typing import Any

from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.model import Dialect, Json, Question
from agentcard_conformance.reference import Reference
from card_mutants import said
from conftest import SUITE

ENGINE = FastReference(SUITE.default)


def written(card: Any) -> bytes:
    return json.dumps(card).encode()


def with_schema(schema: Json, **definitions: Json) -> Dialect:
    """The dialect without its rules, and with another schema, all of which stands for one requirement."""
    whole = {"$comment": "name-type", "allOf": [schema], "$defs": definitions}
    return SUITE.default._replace(schema=whole, rules=())


def agree(dialect: Dialect, card: bytes) -> bool:
    expected = Reference({dialect.id: dialect}).assess(Question(card, dialect.id))
    return said(FastReference(dialect).assess(card)) == said(expected)
