"""A card is taken for one of its own dialect, and a card that keeps to two dialects is a fixture in both."""

import json
from pathlib import PurePosixPath
from typing import Any

import pytest

from agentcard_conformance.model import NO_CONTEXT, Dialect, Expected
from agentcard_conformance.notations import DecodeError, load_notation
from agentcard_conformance.reference import matches_schema
from conftest import SUITE

DRAFT, README = "agentcard-draft-00", "agentcard-1.0"
IN_JSON = [each for each in SUITE.dialects.values() if each.notation == "json_text"]


def example(dialect: str) -> Any:
    return json.loads((SUITE.root / "schema" / dialect / "example.json").read_text("utf-8"))


def looks_like(card: Any) -> list[str]:
    return [each.id for each in IN_JSON if matches_schema(each.looks_like, card)]


@pytest.mark.parametrize("dialect", [each.id for each in IN_JSON])
def test_the_example_of_a_dialect_looks_like_that_dialect_alone(dialect: str) -> None:
    assert looks_like(example(dialect)) == [dialect]


@pytest.mark.parametrize(
    "edit",
    [
        {"endpoint": {"protocol": "websocket", "url": "wss://agents.example.com/"}},
        {"endpoint": {"protocol": "http", "url": "https://agents.example.com/"}},
        {"endpoint": {"protocol": "grpc", "url": "grpc://a.example", "health_url": "https://a.example/"}},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/", "auth": {"token_url": "https://a.example/"}}},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/"}, "pricing": {"currency": "USD"}},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/"}, "metadata": {"pacr:influence_rank": 1}},
    ],
)
def test_what_the_readme_alone_has_tells_its_cards(edit: dict[str, Any]) -> None:
    assert looks_like({**example(README), **edit}) == [README]


@pytest.mark.parametrize(
    "edit",
    [
        {"endpoint": {"protocol": "stdio", "url": "stdio:agent"}},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/"}, "goal_subscriptions": []},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/"}, "pricing": {"per_token_joules": 1}},
        {"endpoint": {"protocol": "mcp", "url": "https://a.example/"}, "metadata": {"pacr:trust_tier": "basic"}},
    ],
)
def test_what_the_draft_alone_has_tells_its_cards(edit: dict[str, Any]) -> None:
    assert looks_like({**example(DRAFT), **edit}) == [DRAFT]


def is_read(notation: str, card: bytes) -> bool:
    """Whether bytes hold a value in a notation."""
    try:
        return load_notation(notation).decode(card, NO_CONTEXT).value is not None
    except DecodeError:
        return False


@pytest.mark.parametrize("dialect", [each for each in SUITE.dialects.values() if each.excludes], ids=lambda it: it.id)
def test_no_text_is_a_card_in_a_notation_and_in_one_that_it_excludes(dialect: Dialect) -> None:
    others = [each.id for each in SUITE.dialects.values() if each.notation == dialect.excludes]
    cards = [each.question.card for each in SUITE.fixtures([dialect.id, *others])[::5]]

    read = [card for card in cards if is_read(dialect.notation, card)]

    assert read
    assert [card for card in read if is_read(dialect.excludes, card)] == []


def test_a_card_of_both_dialects_is_a_valid_fixture_in_both() -> None:
    of_the_draft = {each.question.card for each in SUITE.fixtures([DRAFT]) if each.expected is Expected.VALID}
    of_both = [
        each for each in SUITE.fixtures([README]) if PurePosixPath(each.path).parent.name == "draft-cards-refused"
    ]

    assert of_both
    assert [each.path for each in of_both if each.question.card not in of_the_draft] == []
