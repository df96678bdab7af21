"""A notation of lines, `name: value`, as one module and split into a package, and a dialect in it."""

import json
from collections.abc import Mapping

from checkout_copy import Checkout

NOTATIONS = "runner/src/agentcard_conformance/notations"
IMPORTS = '''"""Reads a card of lines."""

from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.model import Context, Position
'''
WORDS = """
LONGEST = 20


def is_word(text: str) -> bool:
    return 0 < len(text) <= LONGEST and " " not in text
"""
FAULTS = """
def add_fault(faults: list[DecodeFault], requirement: str, what: str, offset: int) -> None:
    faults.append(DecodeFault(requirement, what, position=Position(offset, 1)))
"""
READER = """
class Reader:
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.faults: list[DecodeFault] = []

    def read_card(self) -> dict[str, str]:
        members: dict[str, str] = {}
        for number, line in enumerate(self.lines, 1):
            name, colon, value = line.partition(": ")
            if not colon or not is_word(name):
                raise DecodeError(DecodeFault("line-form", "a name and a value", position=Position(number, 1)))
            if name in members:
                add_fault(self.faults, "name-once", "a name occurs " + "twice", number + 1)
            members[name] = value
        return members
"""
DECODER = """
REPORTS = frozenset({"line-form", "name-once"})
LARGEST_CARD = 1000


def decode(card: bytes, context: Context) -> Document:
    reader = Reader(card.decode("utf-8", "replace"))
    value = reader.read_card()
    return Document(value, tuple(reader.faults), lambda _: Position(1, 1))
"""
HOUSE_FORM = """

HOUSE_FORM = "one blank after each colon"


def encode(value: object) -> bytes:
    return "".join(f"{name}: {part}\\n" for name, part in value.items()).encode()


def lay_out(card: bytes) -> bytes:
    return card
"""
PACKAGE = "from agentcard_conformance.notations.lines."
SPLIT = {
    "lines/__init__": f'"""Lines."""\n\n{PACKAGE}decoder import LARGEST_CARD, REPORTS, decode\n',
    "lines/decoder": f"{IMPORTS}{PACKAGE}reader import Reader\n{DECODER}",
    "lines/reader": f"{IMPORTS}{PACKAGE}faults import add_fault\n{PACKAGE}words import is_word\n{READER}",
    "lines/faults": IMPORTS + FAULTS,
    "lines/words": IMPORTS + WORDS,
    "lines/writer": f"{IMPORTS}{PACKAGE}words import LONGEST\n\n\ndef write() -> str:\n    return 'x' * LONGEST\n",
}
WHOLE = {"lines": IMPORTS + WORDS + FAULTS + READER + DECODER}

CARDS = {
    "valid/line-1/line-form/one-line.lines": "title: T\n",
    "valid/line-1/title-length/five.lines": "title: abcde\nnote: N\n",
    "invalid/line-1/line-form/no-colon.lines": "title T\n",
    "invalid/line-1/line-form/blank-in-name.lines": "title: T\nthe note: N\n",
    "invalid/line-1/line-form/no-name.lines": "title: T\n: N\n",
    "invalid/line-1/name-once/twice.lines": "title: T\ntitle: T\n",
    "invalid/line-1/title-length/six.lines": "title: abcdef\n",
}
SCHEMA = {"$defs": {"title-length": {"$comment": "title-length", "properties": {"title": {"maxLength": 5}}}}}


def add_line_dialect(checkout: Checkout, modules: Mapping[str, str]) -> None:
    """The dialect line-1, with these modules as its notation."""
    for name, code in modules.items():
        checkout.write(f"{NOTATIONS}/{name}.py", code)
    dialect = json.loads((checkout.root / "schema/note-1/dialect.json").read_text())
    own = {"default": False, "title": "Line 1", "rules": [], "notation": "lines", "extension": "lines"}
    checkout.write("schema/line-1/dialect.json", json.dumps({**dialect, **own}))
    listed = json.loads((checkout.root / "schema/note-1/requirements.json").read_text())["requirements"][0]
    names = dict.fromkeys(path.split("/")[2] for path in CARDS)
    checkout.write(
        "schema/line-1/requirements.json", json.dumps({"requirements": [{**listed, "id": n} for n in names]})
    )
    schema = {**SCHEMA, "allOf": [{"$ref": "#/$defs/title-length"}]}
    checkout.write("schema/line-1/card.schema.json", json.dumps(schema))
    for path, card in CARDS.items():
        checkout.write(f"fixtures/{path}", card)
