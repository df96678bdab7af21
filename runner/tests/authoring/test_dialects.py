"""`dialects` lists the card formats of a suite, and tells where they differ."""

import json
from pathlib import Path

import pytest

from agentcard_conformance.authoring.explain.members import describe_members
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Json
from agreement import in_place_of_schema
from checkout_copy import Checkout
from small_checkout import with_toy


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A dialect in JSON, and one in a notation of its own."""
    return with_toy(tmp_path_factory.mktemp("checkout"))


def described(suite: Suite, schema: Json) -> dict[str, str]:
    """What is told of the default dialect when its schema is another, without its rules."""
    members = describe_members(in_place_of_schema(suite.default, schema)._replace(rules=()))
    return {"/".join(place): text for place, text in members.items()}


def test_each_dialect_is_told_with_what_the_suite_holds_for_it(checkout: Checkout) -> None:
    listed = json.loads(checkout.run("dialects", "--format", "json").stdout)["rows"]

    assert [each["dialect"] for each in listed] == ["note-1", "toy"]
    assert listed[1] == {
        "dialect": "toy",
        "title": "A card of lines",
        "notation": "lines",
        "extension": ".lines",
        "default": "no",
        "requirements": 5,
        "fixtures": 15,
        "profiles": "all",
        "source": "https://example.com/lines",
    }


def test_a_terminal_shows_every_column(checkout: Checkout) -> None:
    titles, *rows = checkout.run("dialects").stdout.splitlines()[1:]

    assert titles.split()[0] == "dialect" and titles.split()[-1] == "source"
    assert [row.split()[-1] for row in rows] == ["https://example.com/note", "https://example.com/lines"]


def test_the_differences_come_from_schemas_rules_and_requirements(checkout: Checkout) -> None:
    table = json.loads(checkout.run("dialects", "--differences", "--format", "json").stdout)["rows"]

    assert table == [
        {"member": "/*", "note-1": "-", "toy": "string"},
        {"member": "/home", "note-1": "-", "toy": "optional, home-is-a-uri"},
        {"member": "/title", "note-1": "required, string, title-visible (should)", "toy": "required"},
        {"member": "/until", "note-1": "-", "toy": "optional, last-day-ahead"},
    ]


def test_what_all_say_alike_is_no_difference(checkout: Checkout, tmp_path: Path) -> None:
    alike = with_toy(tmp_path)
    for name in ("card.schema.json", "dialect.json", "requirements.json"):
        told = (checkout.root / "schema" / "note-1" / name).read_text().replace('"default": true', '"default": false')
        alike.write(f"schema/toy/{name}", told)

    assert alike.run("dialects", "--differences", "--format", "json").stdout.endswith('"rows": []\n}\n')


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, "any value"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"enum": ["a", 1, None]}, 'one of "a" 1 null'),
        ({"const": "a"}, '"a"'),
        ({"minimum": 0, "maximum": 1}, "0 to 1"),
        ({"maximum": 1.5}, "at most 1.5"),
        ({"minItems": 1}, "at least 1 item"),
        ({"minLength": 2, "maxLength": 9}, "2 to 9 characters"),
        ({"maxProperties": 3}, "at most 3 members"),
        ({"$comment": "name-length", "pattern": "^a"}, "name-length"),
        ({"$comment": "name-visible", "pattern": "^a"}, "name-visible (advice)"),
        ({"if": {"type": "string"}, "then": {"minLength": 2}}, "at least 2 characters"),
        ({"$comment": "name-length", "if": {"minLength": 9}, "then": {"pattern": "a"}}, "name-length"),
        ({"$comment": "name-length", "anyOf": [{"type": "null"}, {"type": "string"}]}, "name-length"),
        ({"$ref": "#/$defs/name-type"}, "string"),
    ],
)
def test_what_a_schema_says_of_an_item_is_put_into_words(suite: Suite, said: Json, told: str) -> None:
    schema = {"items": said, "$defs": {"name-type": {"$comment": "name-type", "type": "string"}}}

    assert described(suite, schema)["*"] == told


def test_a_member_is_required_or_optional(suite: Suite) -> None:
    schema = {"properties": {"a": {"type": "string"}, "b": True, "c": False}, "required": ["a"]}

    told = described(suite, schema)
    assert (told["a"], told["b"], told["c"]) == ("required, string", "optional", "not allowed")


def test_a_reference_into_itself_ends(suite: Suite) -> None:
    schema = {
        "$ref": "#/$defs/node",
        "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
    }

    assert described(suite, schema) == {"": "object", "next": "optional"}
