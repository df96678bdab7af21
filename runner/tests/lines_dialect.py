"""A dialect of cards made of lines, judged with the name of a sender, beside the notes of the tiny suite."""

import json
from pathlib import Path

from checkout_copy import Checkout
from small_checkout import small

_DECODER = '''
"""Cards of lines: a name, a colon, a blank and a value."""

from agentcard_conformance.model import Context, Position
from agentcard_conformance.notations import DecodeError, DecodeFault, Document

REPORTS = frozenset({"line-form", "line-sender"})
LARGEST_CARD = 2**20


def decode(card: bytes, context: Context) -> Document:
    lines = card.decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, 1):
        if ": " not in line:
            raise DecodeError(DecodeFault("line-form", f"the line {line!a} has no colon", position=Position(number, 1)))
    value = {name: text.strip() for name, text in (line.split(": ", 1) for line in lines)}
    wanted = value.get("from") in (None, context["from"])
    faults = () if wanted else (DecodeFault("line-sender", "it is from somebody else", ("from",)),)
    places = {(name,): Position(number, 1) for number, name in enumerate(value, 1)}
    return Document(value, faults, lambda steps: places.get(steps[:1], Position(1, 1)))
'''
_HOUSE_FORM = """
HOUSE_FORM = "one blank after each colon"


def encode(value):
    return "".join(f"{name}: {text}\\n" for name, text in value.items()).encode()


def lay_out(card: bytes) -> bytes:
    return encode(decode(card, {"from": ""}).value)
"""
_STATEMENTS = {
    "line-form": "Each line is a name, a colon, a blank and a value.",
    "line-sender": "A card is from whom it is said to be.",
    "line-title": "A title is given.",
}
_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "allOf": [{"$ref": "#/$defs/line-title"}],
    "$defs": {"line-title": {"$comment": "line-title", "type": "object", "required": ["title"]}},
}
_DIALECT = {
    "title": "A card of lines",
    "source": "https://example.com/lines",
    "media_type": "text/lines",
    "notation": "lines",
    "extension": "lines",
    "profiles": {"full": "Everything."},
    "rules": [],
    "looks_like": {"type": "object", "required": ["title", "from"]},
}
CONTEXT_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["from"],
    "properties": {"from": {"$ref": "#/$defs/sender"}},
    "$defs": {"sender": {"type": "string"}},
}
GOOD = "title: T\nfrom: Ann\n"
CARDS = {
    "valid/lines-1/line-form/two-lines.lines": GOOD,
    "valid/lines-1/line-sender/nobody.lines": "title: U\n",
    "valid/lines-1/line-title/letter.lines": GOOD.replace("T", "V"),
    "invalid/lines-1/line-form/no-colon.lines": "title T\n",
    "invalid/lines-1/line-sender/bob.lines": GOOD.replace("Ann", "Bob"),
    "invalid/lines-1/line-title/none.lines": "from: Ann\n",
}


def with_lines(to: Path, *, house_form: bool = True) -> Checkout:
    """A small checkout with that dialect beside its own."""
    checkout = small(to)
    notation = _DECODER + _HOUSE_FORM * house_form
    checkout.write("runner/src/agentcard_conformance/notations/lines.py", notation)
    folder = "schema/lines-1"
    checkout.write(f"{folder}/dialect.json", json.dumps(_DIALECT))
    checkout.write(f"{folder}/card.schema.json", json.dumps(_SCHEMA))
    listed = [_requirement(number, *each) for number, each in enumerate(_STATEMENTS.items(), 1)]
    checkout.write(f"{folder}/requirements.json", json.dumps({"requirements": listed, "untestable": []}))
    checkout.write(f"{folder}/context.schema.json", json.dumps(CONTEXT_SCHEMA))
    checkout.write(f"{folder}/context.json", '{"from": "Ann"}')
    checkout.write(f"{folder}/example.lines", GOOD)
    for path, card in CARDS.items():
        checkout.write(f"fixtures/{path}", card)
    return checkout


def _requirement(number: int, name: str, statement: str) -> dict[str, object]:
    return {
        "id": name,
        "level": "must",
        "kind": "constrains",
        "area": "lines",
        "profiles": ["full"],
        "section": "1",
        "class": ["card"],
        "statement": statement,
        "rows": [f"LINES-{number:02}"],
    }
