"""A dialect is three folders and a notation one module: no file of ours is edited to add them."""

import base64
import json
import sys
from pathlib import Path

import pytest

from checkout_copy import Checkout, copied

DECODER = '''
"""What does a card of lines hold?"""

from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.model import Context, Position

REPORTS = frozenset({"line-form", "greeting-wanted"})
LARGEST_CARD = 2**20


def decode(card: bytes, context: Context) -> Document:
    lines = card.decode("utf-8").splitlines()
    if not all(": " in line for line in lines):
        raise DecodeError(DecodeFault("line-form", "a line has no colon", position=Position(1, 1)))
    value = dict(line.split(": ", 1) for line in lines)
    faults = () if value.get("greeting") == context.get("greeting") else (
        DecodeFault("greeting-wanted", "another greeting was agreed", ("greeting",)),
    )
    places = {(name,): Position(number, 1) for number, name in enumerate(value, 1)}
    return Document(value, faults, lambda steps: places.get(steps, Position(1, 1)))
'''


def requirement(name: str, statement: str) -> dict[str, object]:
    return {
        "id": name,
        "level": "must",
        "kind": "constrains",
        "area": "lines",
        "profiles": ["full"],
        "section": "1",
        "class": ["card"],
        "statement": statement,
        "rows": [f"TOY-{len(name):02}"],
    }


REQUIREMENTS = [
    requirement("line-form", "Each line is a name, a colon, a blank and a value."),
    requirement("greeting-wanted", "The greeting is the one agreed."),
    requirement("title-required", "A title is given."),
    requirement("home-is-a-uri", "The home is a URI."),
]
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/toy",
    "allOf": [{"$ref": "#/$defs/title-required"}],
    "$defs": {"title-required": {"$comment": "title-required", "required": ["title"]}},
}
DIALECT = {
    "title": "A card of lines",
    "source": "https://example.com/lines",
    "media_type": "text/lines",
    "notation": "lines",
    "extension": "lines",
    "profiles": {"full": "Everything."},
    "rules": [{"requirement": "home-is-a-uri", "at": "/home", "rule": "uri.is_uri"}],
    "looks_like": {"type": "object", "required": ["greeting"]},
}
CONTEXT_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.com/toy/context",
    "type": "object",
    "required": ["greeting"],
    "properties": {"greeting": {"type": "string"}},
}
GOOD = "title: T\ngreeting: hello\nhome: https://example.com/\n"
CARDS = {
    "valid/toy/line-form/three-lines.lines": GOOD,
    "valid/toy/title-required/empty.lines": GOOD.replace("title: T", "title: "),
    "valid/toy/greeting-wanted/hello.lines": GOOD.replace("T", "U"),
    "valid/toy/home-is-a-uri/urn.lines": GOOD.replace("https://example.com/", "urn:x:y"),
    "invalid/toy/line-form/no-colon.lines": "title T\n",
    "invalid/toy/title-required/none.lines": GOOD.replace("title", "subject"),
    "invalid/toy/greeting-wanted/another.lines": GOOD.replace("hello", "goodbye"),
    "invalid/toy/home-is-a-uri/blank.lines": GOOD.replace("example.com", "example com"),
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with a toy dialect, in a notation of its own, with a context."""
    checkout = copied(tmp_path_factory.mktemp("checkout"))
    checkout.write("runner/src/agentcard_conformance/notations/lines.py", DECODER)
    checkout.write("schema/toy/dialect.json", json.dumps(DIALECT))
    checkout.write("schema/toy/card.schema.json", json.dumps(SCHEMA))
    numbered = [{**each, "rows": [f"TOY-{number:02}"]} for number, each in enumerate(REQUIREMENTS, 1)]
    checkout.write("schema/toy/requirements.json", json.dumps({"requirements": numbered, "untestable": []}))
    checkout.write("schema/toy/context.schema.json", json.dumps(CONTEXT_SCHEMA))
    checkout.write("schema/toy/context.json", '{"greeting": "hello"}')
    for path, card in CARDS.items():
        checkout.write(f"fixtures/{path}", card)
    return checkout


def test_check_reads_its_notation(checkout: Checkout, tmp_path: Path) -> None:
    card = tmp_path / "card.lines"
    card.write_text("greeting: hi\nhome: nowhere\n")
    context = tmp_path / "context.json"
    context.write_text('{"greeting": "hi"}')

    done = checkout.run("check", "--dialect", "toy", "--context", str(context), str(card))

    assert done.returncode == 1, done.stderr
    assert "title-required" in done.stdout
    assert "card.lines:2:1" in done.stdout


def test_check_says_that_a_card_looks_like_it(checkout: Checkout, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    card.write_text("greeting: hello\n")

    done = checkout.run("check", str(card))

    assert "--dialect toy" in done.stdout


def test_run_holds_the_reference_to_it(checkout: Checkout) -> None:
    done = checkout.run("run", "--dialect", "toy")

    assert done.returncode == 0, done.stdout
    assert "conformant to toy? full: yes" in done.stdout


def test_the_reference_conforms_over_the_protocol_too(checkout: Checkout) -> None:
    done = checkout.run(
        "run", "--dialect", "toy", "--validator", f"stream:{sys.executable} -m agentcard_conformance serve"
    )

    assert "conformant to toy? full: yes" in done.stdout, done.stdout + done.stderr


def test_pytest_runs_its_fixtures_and_checks_its_folders(checkout: Checkout) -> None:
    done = checkout.pytest("-q", "--dialect", "toy", "-k", "toy")

    assert done.returncode == 0, done.stdout
    assert f"area   pass  fail  reading\nlines     {len(CARDS)}     0        0" in done.stdout


def test_export_hands_its_context_on(checkout: Checkout) -> None:
    done = checkout.run("export", "--dialect", "toy")

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    first = lines[0]
    assert len(lines) == len(CARDS)
    assert first["id"] == "invalid/toy/greeting-wanted/another"
    assert first["context"] == {"greeting": "hello"}
    assert base64.b64decode(first["card_base64"]).decode() == CARDS["invalid/toy/greeting-wanted/another.lines"]
