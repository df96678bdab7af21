"""A small dialect in a notation that is not JSON, with a context, in a copy of the checkout."""

import json
from pathlib import Path

from checkout_copy import Checkout, copied

NOTATION = '''
"""Lines of a name and a value."""

from agentcard_conformance.model import Context, Position
from agentcard_conformance.notations import DecodeError, DecodeFault, Document

REPORTS = frozenset({"line-form"})
LARGEST_CARD = 100
HOUSE_FORM = "a line for each name"


def decode(card: bytes, context: Context) -> Document:
    try:
        value = dict(line.split(": ", 1) for line in card.decode("utf-8").splitlines())
    except ValueError:
        raise DecodeError(DecodeFault("line-form", "a line has no colon", position=Position(1, 1))) from None
    return Document(value, (), lambda steps: Position(1, 1))


def encode(value: object) -> bytes:
    return "".join(f"{name}: {text}\\n" for name, text in value.items()).encode("utf-8")


def lay_out(card: bytes) -> bytes:
    return card
'''
RULE = '''
"""Greetings."""

from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json
from agentcard_conformance.rules import rule


@rule()
def is_the_one_agreed(value: Json, context: Context) -> Iterator[Fault]:
    if value != context["greeting"]:
        yield Fault("another greeting was agreed")
'''
STATEMENTS = {
    "line-form": "Each line is a name, a colon, a blank and a value.",
    "greeting-agreed": "The greeting is the one agreed.",
    "title-length": "A title has at most nine characters.",
    "json-encoding": "A card is UTF-8.",
    "json-syntax": "A card is JSON.",
    "byte-order-mark": "A card begins without a mark.",
    "unique-names": "A name is given once.",
    "unicode-scalars": "A text is Unicode.",
    "nesting-depth": "A card has at most 100 levels.",
}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "properties": {"title": {"$comment": "title-length", "maxLength": 9}},
}
DESCRIPTION = {
    "title": "Greetings",
    "source": "https://example.com/greetings",
    "media_type": "text/plain",
    "profiles": {"full": "Everything."},
    "rules": [{"requirement": "greeting-agreed", "at": "/greeting", "rule": "greetings.is_the_one_agreed"}],
    "looks_like": {"required": ["greeting"]},
}
CONTEXT_SCHEMA = {"required": ["greeting"], "properties": {"greeting": {"type": "string"}}}
DIALECTS = {"greeting-lines": ("lines", "lines"), "greeting-json": ("json_text", "json")}
"""The same in two notations."""

HELLO, GOODBYE = "title: T\ngreeting: hello\n", "title: T\ngreeting: goodbye\n"


def greeting_checkout(folder: Path) -> Checkout:
    """A copy of the checkout with both dialects."""
    checkout = copied(folder)
    checkout.write("runner/src/agentcard_conformance/notations/lines.py", NOTATION)
    checkout.write("runner/src/agentcard_conformance/rules/greetings.py", RULE)
    listed = [
        {"id": name, "level": "must", "kind": "constrains", "area": "all", "profiles": ["full"], "section": "1"}
        | {"class": ["card"], "statement": statement, "rows": [f"G-{name}"]}
        for name, statement in STATEMENTS.items()
    ]
    for name, (notation, extension) in DIALECTS.items():
        described = {**DESCRIPTION, "notation": notation, "extension": extension}
        checkout.write(f"schema/{name}/dialect.json", json.dumps(described))
        checkout.write(f"schema/{name}/card.schema.json", json.dumps(SCHEMA))
        checkout.write(f"schema/{name}/requirements.json", json.dumps({"requirements": listed, "untestable": []}))
        checkout.write(f"schema/{name}/context.schema.json", json.dumps(CONTEXT_SCHEMA))
    return checkout
