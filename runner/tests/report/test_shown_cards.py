"""A card on a page: its faults are marked, nothing invisible stays so, and of a long one the fault is always there."""

from collections.abc import Sequence

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Finding, Fixture, Position, Question, Stage
from agentcard_conformance.report.page.shown_cards import Piece, show_card
from conftest import REFERENCE, SUITE


def fixture(small: Suite, card: bytes) -> Fixture:
    (first, *_) = small.fixtures()
    return first._replace(question=Question(card, "note-1"))


def shown(small: Suite, card: bytes, *places: tuple[int, int], limit: int = 4000) -> Sequence[Piece]:
    card_fixture = fixture(small, card)
    faults = [Finding(card_fixture.requirement, "", "odd", Stage.RULE, Position(*place)) for place in places]
    return show_card(card_fixture, "json_text", faults, limit)


def marks(pieces: Sequence[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.kind == "mark"]


@pytest.mark.parametrize(
    ("card", "place", "marked"),
    [
        (b'{"title": 1}', (1, 11), "1"),
        (b'{"title": "a, \\" b"}', (1, 11), '"a, \\" b"'),
        (b'{\n  "title": [1, 2]\n}', (2, 12), "["),
        (b'{"title": "\xffabc"}', (1, 12), r"\xff"),
        (b'{"title":', (1, 10), "(here)"),
        (b'{"a": "\xc3\xa9\xc3\xa9", "title": null}', (1, 22), "null"),
    ],
)
def test_what_stands_at_the_place_is_marked(small: Suite, card: bytes, place: tuple[int, int], marked: str) -> None:
    assert marks(shown(small, card, place)) == [marked]


def test_two_faults_at_one_place_are_one_mark(small: Suite) -> None:
    assert marks(shown(small, b'{"title": 1}', (1, 11), (1, 11))) == ["1"]


def test_all_of_a_short_card_is_there(small: Suite) -> None:
    card = '{"title": "é漢😀 \u202e\u0000\ud800"}'.encode("utf-8", "surrogatepass")
    text = "".join(piece.text for piece in shown(small, card))

    assert text == r'{"title": "é漢😀 \u202e\x00\xed\xa0\x80"}'


@pytest.mark.parametrize("begin", [10, 5_000, 99_990])
def test_of_a_long_card_the_fault_is_shown_and_how_much_is_left_out(small: Suite, begin: int) -> None:
    card = b'{"' + b"a" * begin + b"!" + b"a" * (100_000 - begin) + b'"}'
    pieces = shown(small, card, (1, begin + 3), limit=600)
    notes = [piece.text for piece in pieces if piece.kind == "note"]

    assert marks(pieces)[0].startswith("!")
    assert sum(len(piece.text) for piece in pieces) < 1000
    assert all("characters left out" in note for note in notes)


def test_the_parts_of_a_card_that_people_cannot_read_are_shown_with_the_fault() -> None:
    path = "invalid/sd-card-02/audience-type/"
    (card, *_) = [each for each in SUITE.fixtures() if each.path.startswith(path)]
    faults = REFERENCE.assess(card.question).violations
    pieces = show_card(card, SUITE.dialects["sd-card-02"].notation, faults, 4000)

    assert any("issuer header" in piece.text for piece in pieces if piece.kind == "note")
    assert [text.split(":")[0] for text in marks(pieces)] == ['"aud"']
