"""No card costs more than 2 s of a processor and 500 MB, whatever is in it and whichever command reads it."""

import base64
import json
from pathlib import Path

import pytest

from agentcard_conformance.notations.json_text import LARGEST_CARD
from checkout_copy import copied
from conftest import SUITE
from hostile_cards import HOSTILE_CARDS
from process_cost import cost

pytestmark = [pytest.mark.slow, pytest.mark.alone]

SECONDS, MEGABYTES = 2.0, 500
WORST = (
    *("an anyOf, the last one wrong", "a deep allOf, the innermost wrong", "a wrong schema after a name twice"),
    *("objects with a name twice", "half of a surrogate pair among arrays", "an object that is not closed"),
    *(
        "a version of parts",
        "a thousand faults below a long name",
        "numbers of one hash, and two that binary64 takes for one",
    ),
)


@pytest.mark.parametrize("name", HOSTILE_CARDS)
def test_check_takes_any_card_within_its_bounds(name: str, tmp_path: Path) -> None:
    (tmp_path / "card.json").write_bytes(HOSTILE_CARDS[name](LARGEST_CARD - 2000))

    found = cost("check", str(tmp_path / "card.json"), folder=tmp_path, seconds=SECONDS)

    assert found.status in (0, 1), (tmp_path / "stderr").read_text()
    assert found.seconds <= SECONDS
    assert found.megabytes <= MEGABYTES


@pytest.mark.parametrize("name", WORST)
def test_so_does_serve(name: str, tmp_path: Path) -> None:
    card = base64.b64encode(HOSTILE_CARDS[name](LARGEST_CARD - 2000)).decode()
    question = {"id": 1, "card": card, "dialect": SUITE.default.id, "context": {}}
    (tmp_path / "stdin").write_text(json.dumps({"agentcard-conformance": 1}) + "\n" + json.dumps(question) + "\n")

    found = cost("serve", folder=tmp_path, seconds=SECONDS)

    answer = json.loads((tmp_path / "stdout").read_bytes().splitlines()[1])
    assert isinstance(answer["valid"], bool)
    assert found.seconds <= SECONDS
    assert found.megabytes <= MEGABYTES


@pytest.mark.parametrize("name", WORST[::2])
def test_so_does_check_of_a_dump(name: str, tmp_path: Path) -> None:
    (tmp_path / "cards.jsonl").write_bytes(HOSTILE_CARDS[name](LARGEST_CARD - 2000))

    found = cost("check", "--jsonl", str(tmp_path / "cards.jsonl"), folder=tmp_path, seconds=SECONDS)

    assert json.loads((tmp_path / "stdout").read_bytes().splitlines()[0])["line"] == 1
    assert found.seconds <= SECONDS
    assert found.megabytes <= MEGABYTES


@pytest.mark.parametrize("name", WORST[1:3])
def test_so_does_compare_beyond_what_it_takes_without_it(name: str, tmp_path: Path) -> None:
    """The card flips: its name is longer than the new revision lets it be."""
    hostile = HOSTILE_CARDS[name](LARGEST_CARD - 2000).replace(b"WebSearchAgent", b"n" * 128)
    (tmp_path / "hostile.jsonl").write_bytes(hostile + b"\n{}\n")
    (tmp_path / "usual.jsonl").write_bytes(b"{}\n")
    old = (SUITE.root / "schema" / SUITE.default.id / "card.schema.json").read_text("utf-8")
    (tmp_path / "new.json").write_text(old.replace('"maxLength": 128', '"maxLength": 127'))
    call = ("compare", SUITE.default.id, str(tmp_path / "new.json"), "--effort", "0", "--cards")

    usual = cost(*call, str(tmp_path / "usual.jsonl"), folder=tmp_path, seconds=SECONDS)
    found = cost(*call, str(tmp_path / "hostile.jsonl"), folder=tmp_path, seconds=SECONDS)

    assert found.status == usual.status == 1, (tmp_path / "stderr").read_text()
    assert found.seconds <= usual.seconds + SECONDS
    assert found.megabytes <= MEGABYTES


def test_so_do_new_and_lint_which_refuse_a_card_of_such_a_size(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "checkout")
    hostile = checkout.write("card.json", HOSTILE_CARDS[WORST[0]](LARGEST_CARD - 2000))
    place = f"valid/{SUITE.default.id}/closed-card/10-megabytes"

    refused = checkout.run("new", "valid", "closed-card/10-megabytes", "--raw", str(hostile))
    checkout.write(f"fixtures/{place}.json", hostile.read_bytes())
    linted = checkout.run("lint", "fixtures/" + place + ".json")

    assert (refused.returncode, "but a line of the stream protocol must hold it" in refused.stdout) == (1, True)
    assert (linted.returncode, "but a line of the stream protocol must hold it" in linted.stdout) == (1, True)
