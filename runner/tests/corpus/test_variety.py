"""The cards differ in what is not their point, so that no value of an enumeration stands in most of them."""

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Expected, Json
from agentcard_conformance.notations import load_notation


@pytest.fixture(scope="module")
def cards(suite: Suite) -> list[Json]:
    """The valid cards of the default dialect."""
    decode = load_notation(suite.default.notation).decode
    questions = [each.question for each in suite.fixtures([suite.default.id]) if each.expected is Expected.VALID]
    return [decode(question.card, question.context).value for question in questions]


def share(cards: list[Json], wanted: Json, *steps: str) -> float:
    """Of the cards that have a value at a place; of those without one, where it is None."""
    return len([card for card in cards if _at(card, steps) == wanted]) / len(cards)


def _at(value: Json, steps: tuple[str, ...]) -> Json:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


@pytest.mark.parametrize("protocol", ["http", "https", "grpc", "stdio", "mcp"])
def test_whoever_lacks_a_protocol_fails_a_part_of_the_valid_cards(cards: list[Json], protocol: str) -> None:
    assert 0.1 < share(cards, protocol, "endpoint", "protocol") < 0.33


@pytest.mark.parametrize("scheme", ["none", "bearer", "api_key", "oauth2", "mtls"])
def test_whoever_lacks_a_scheme_fails_a_part_of_the_valid_cards(cards: list[Json], scheme: str) -> None:
    assert 0.03 < share(cards, scheme, "endpoint", "auth", "scheme") < 0.2


@pytest.mark.parametrize("member", ["pricing", "metadata", "goal_subscriptions"])
def test_optional_members_are_there_and_absent(cards: list[Json], member: str) -> None:
    assert 0.5 < share(cards, None, member) < 0.95
