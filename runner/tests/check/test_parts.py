"""Documents around cards are checked by the name of the part that they are."""

import json
from pathlib import Path

import pytest

from agentcard_conformance.model import Dialect
from checkout_copy import ROOT
from conftest import SUITE
from program_call import call

PARTS = [pytest.param(each, id=each.id) for each in SUITE.dialects.values() if each.part_of]
ENVELOPE = SUITE.part("envelope")
SHOWN = ROOT / f"fixtures/invalid/{ENVELOPE.id}/context-claims/public"


@pytest.mark.parametrize("dialect", PARTS)
def test_the_example_of_a_part_is_one(dialect: Dialect) -> None:
    example = ROOT / f"schema/{dialect.id}/example.{dialect.extension}"
    done = call("check", "--dialect", dialect.part_of, "--part", dialect.part, str(example))

    assert f"{example}: valid as {dialect.id}" in done.stdout.decode()


def test_an_envelope_without_an_sd_jwt_is_refused(tmp_path: Path) -> None:
    (tmp_path / "response.json").write_text('{"agent_card": "a.b"}')

    done = call("check", "--part", "envelope", "--dialect", ENVELOPE.part_of, "response.json", cwd=tmp_path)

    assert done.returncode == 1
    assert b"It is no SD-JWT: there is no tilde" in done.stdout


def test_a_card_that_shows_more_than_its_context_is_refused_in_that_context_alone() -> None:
    file = str(SHOWN / "provider-in-the-context-public.json")

    there, elsewhere = (
        call("check", "--part", "envelope", *context, file) for context in (["--context", f"{SHOWN}/context.json"], [])
    )

    assert (there.returncode, elsewhere.returncode) == (1, 0)
    assert b"the card shows provider, which is not for the context public" in there.stdout.lower()


def test_an_unknown_part_is_a_wrong_call() -> None:
    done = call("check", "--part", "response", "card.json")

    assert done.returncode == 2
    assert b"there is no part 'response'; the parts are http of a2a-0.3, " in done.stderr


def test_cards_in_envelopes_are_cards_of_the_corpus() -> None:
    made = {each.question.card.decode("latin-1") for each in SUITE.fixtures([ENVELOPE.part_of])}
    envelopes = [each.question.card for each in SUITE.fixtures([ENVELOPE.id])]
    carried = [value["agent_card"] for card in envelopes if (value := read(card)) and is_card(value)]

    assert len(carried) > 40
    assert [card for card in carried if card not in made] == []


def read(card: bytes) -> dict[str, object]:
    try:
        value = json.loads(card)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def is_card(envelope: dict[str, object]) -> bool:
    text = envelope.get("agent_card")
    return isinstance(text, str) and len(text) > 200
