"""Every format says what was found, whatever a card or a schema holds."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from agentcard_conformance.compare.formats import compare_format_names, load_compare_format
from agentcard_conformance.compare.results import (
    Comparison,
    Direction,
    DirectionAnswer,
    FlipAnswer,
    FlipGroup,
    MovedFixture,
    VersionStep,
)
from agentcard_conformance.compare.shown_cards import card_lines
from agentcard_conformance.corpus import Suite, read_json
from printed_comparisons import FORMATS, HOSTILE, LENGTH, LOUD, PROVEN, QUIET, SHORTER, TEXTS, full_of, printed


def test_every_format_is_a_module_with_a_function_render() -> None:
    assert compare_format_names() == FORMATS
    assert [name for name in FORMATS if not callable(load_compare_format(name).render)] == []


@pytest.mark.parametrize(
    ("flips", "step", "answer"),
    [
        ((SHORTER,), VersionStep.MAJOR, "1 breaking: this is a major step"),
        ((SHORTER._replace(direction=Direction.ACCEPTED),), VersionStep.MINOR, "1 loosening: this is a minor step"),
        (LOUD.flips, VersionStep.MAJOR, "1 breaking, 1 loosening: this is a major step"),
        ((), VersionStep.PATCH, "compatible, proven: this is a patch step"),
        ((), VersionStep.NONE, "no change: no step is needed"),
    ],
)
def test_the_answer_stands_in_the_first_line(flips: tuple[FlipGroup, ...], step: VersionStep, answer: str) -> None:
    answers = PROVEN | {each.direction: DirectionAnswer(FlipAnswer.CARD) for each in flips}
    assert printed("text", QUIET._replace(flips=flips, step=step, answers=answers)).splitlines()[0] == answer


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (FlipAnswer.CARD, "breaking, here is a card"),
        (FlipAnswer.PROVEN, "breaking, proven; no card shown"),
        (FlipAnswer.NONE, "compatible, proven"),
        (FlipAnswer.OPEN, "refused now: open"),
    ],
)
def test_the_four_answers_are_never_confused(form: str, answer: FlipAnswer, said: str) -> None:
    answers = PROVEN | {Direction.REFUSED: DirectionAnswer(answer)}
    text = printed(form, QUIET._replace(answers=answers))
    assert json.loads(text)["answers"]["breaking"]["answer"] == answer if form == "json" else said in text


@pytest.mark.parametrize(
    ("comparison", "answer"),
    [
        (QUIET, "no flip found; whether it breaks is open: at least a patch step"),
        (
            QUIET._replace(flips=(SHORTER._replace(direction=Direction.ACCEPTED),), step=VersionStep.MINOR),
            "1 loosening; whether it breaks is open: at least a minor step",
        ),
        (QUIET._replace(answers=PROVEN), "compatible, proven: this is a patch step"),
        (LOUD, "1 breaking, 1 loosening: this is a major step"),
    ],
)
@pytest.mark.parametrize("form", FORMATS)
def test_what_is_open_leaves_open_how_far_the_version_rises(form: str, comparison: Comparison, answer: str) -> None:
    said = printed(form, comparison._replace(unwitnessed=LOUD.unwitnessed)).lower()
    assert (answer in said, "differ in nothing" in said) == (True, False)


def test_schemas_that_are_proven_alike_are_told_from_those_that_are_the_same() -> None:
    quiet = QUIET._replace(answers=PROVEN)
    said = [
        printed("text", quiet._replace(step=step)).splitlines()[1] for step in (VersionStep.PATCH, VersionStep.NONE)
    ]
    assert said == ["  It is proven that no card is judged differently.", "  The schemas say the same."]


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_somebodys_own_cards_are_named(form: str) -> None:
    flips = SHORTER._replace(places=("dump.jsonl:7", "card.json"))
    said = re.sub("</?code>|`", "", printed(form, QUIET._replace(flips=(flips,))))
    assert "in --cards: dump.jsonl:7, card.json and 119,998 more" in said


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_the_fixtures_that_flip_are_accounted_for(form: str) -> None:
    said = re.sub("</?code>|`", "", printed(form, LOUD))
    assert "4 of the corpus go to the sides where they are expected" in said
    assert "Fixtures that would change sides: 1" in said
    assert "Contested fixtures that would be read otherwise: 1" in said
    assert "fixtures/contested/note-1/a/c.json from invalid to valid" in said


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_a_word_that_is_no_keyword_is_told(form: str) -> None:
    said = re.sub("</?code>|`", "", printed(form, LOUD))
    assert "Not a keyword of JSON Schema, so it judges nothing" in said
    assert "maxLenght at /properties/name of b.json" in said


def test_a_person_reads_what_changed_and_a_card_that_shows_it() -> None:
    answers = PROVEN | {Direction.REFUSED: DirectionAnswer(FlipAnswer.CARD)}
    assert printed("text", QUIET._replace(flips=(SHORTER,), step=VersionStep.MAJOR, answers=answers)) == (
        "1 breaking: this is a major step\n"
        "  Cards that were accepted are refused.\n"
        "  accepted before, refused now: breaking, here is a card\n"
        "  refused before, accepted now: none, proven\n"
        "  old: a.json\n"
        "  new: b.json\n"
        "  held against both: 12,000 generated\n"
        "  3 of the corpus go to the sides where they are expected\n"
        "\n"
        "Valid before, refused now: 1\n"
        "\n"
        "  name-length: /$defs/b: maxLength 128 -> 64\n"
        "    the new side says, at /name: 'aaa' has 65 characters\n"
        "    cards: 3 of the corpus, 120,000 of --cards\n"
        "    one of them: fixtures/valid/note-1/a/b.json\n"
        "      {\n"
        '        "name": "aaa",\n'
        '        "cost": 1.50\n'
        "      }\n"
    )


def test_a_change_without_a_witness_is_never_called_compatible() -> None:
    said = [printed(form, LOUD) for form in FORMATS]
    assert "alone it admits no card, proven; no card found among 4,000" in said[-1]
    assert [text for text in said if "compatible" in text] == []


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_an_interrupted_comparison_says_so_and_how_far_it_came(form: str) -> None:
    said = printed(form, QUIET._replace(complete=False))
    assert said.count("interrupted") >= 2
    assert "after 12,000 cards it was interrupted" in said


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_a_comparison_that_time_cut_short_says_so(form: str) -> None:
    assert "its 7 seconds were over" in printed(form, QUIET._replace(complete=False, seconds=7.0))


def test_the_order_in_which_flips_were_found_is_not_seen() -> None:
    flips = (*LOUD.flips, SHORTER._replace(requirement="another"), SHORTER._replace(change=LENGTH._replace(new="32")))
    there, back = (LOUD._replace(flips=each) for each in (flips, flips[::-1]))
    assert [form for form in FORMATS if printed(form, back) != printed(form, there)] == []


def test_json_holds_to_its_schema(suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "comparison.schema.json")
    said = [json.loads(printed("json", each)) for each in (QUIET, LOUD, full_of(HOSTILE))]
    assert [error.message for each in said for error in Draft202012Validator(schema).iter_errors(each)] == []


def test_json_has_no_member_that_its_schema_does_not_describe_and_the_other_way_round(suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "comparison.schema.json")
    assert sorted(json.loads(printed("json", QUIET))) == sorted(schema["properties"]) == sorted(schema["required"])


def test_json_tells_the_two_directions_apart() -> None:
    said = json.loads(printed("json", LOUD))
    assert [(len(said["breaking"]), said["breaking"][0]["change"]["new"]), said["loosening"][0]["change"]] == [
        (1, "64"),
        None,
    ]


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_whatever_a_stranger_wrote_what_is_printed_breaks_no_terminal(form: str, text: str) -> None:
    assert [letter for letter in printed(form, full_of(text)) if not letter.isprintable() and letter != "\n"] == []


def test_a_card_is_shown_as_json_with_its_numbers_as_they_were_written() -> None:
    card = '{"a":1.50e-7,"\u00e9\U0001f600":"\\u202e\x7f"}'
    shown = "\n".join(card_lines(card))
    assert (shown.isascii(), json.loads(shown), "1.50e-7" in shown) == (True, json.loads(card), True)


def test_a_card_that_is_too_long_is_cut_and_says_so() -> None:
    lines = card_lines(json.dumps({"long": "a" * 1000, **{str(number): 0 for number in range(100)}}))
    assert (len(lines), max(map(len, lines)) <= 160, lines[-1].startswith("[... 63 more lines; ")) == (41, True, True)


def test_a_terminal_gets_colour_and_a_pipe_none() -> None:
    render: Any = load_compare_format("text").render
    assert "\x1b" not in render(LOUD)
    assert re.sub(r"\x1b\[[0-9;]*m", "", render(LOUD, terminal=True)) == render(LOUD)


def test_of_thousands_of_fixtures_the_first_are_shown() -> None:
    moved = tuple(MovedFixture(f"{number:04}", Direction.REFUSED, "") for number in range(3_000))
    lines = printed("text", QUIET._replace(moved=moved)).splitlines()
    assert [lines[-2], lines[-1]] == [
        "  fixtures/0049 from valid to invalid",
        "  and 2,950 more, which --format json lists",
    ]
