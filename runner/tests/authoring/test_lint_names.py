"""The checks of names, layouts and repetitions find what they are for."""

from pathlib import Path

import pytest

from agentcard_conformance.authoring.lint import (
    CHECKS,
    Subject,
    examples,
    house_form,
    names,
    released,
    repetition,
    same_fault,
)
from agentcard_conformance.authoring.lint.examples import check_example
from agentcard_conformance.authoring.lint.house_form import check_largest, check_layout, check_sizes
from agentcard_conformance.authoring.lint.names import check_numbered_names, check_words
from agentcard_conformance.authoring.lint.repetition import check_same_point
from agentcard_conformance.authoring.lint.same_fault import check_same_fault
from agentcard_conformance.authoring.lint.subject import Problem
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.reference import Reference

CLOSED = "valid/note-1/closed-note"


def found(root: Path, *checks: object) -> list[Problem]:
    suite = read_suite(root)
    subject = Subject(suite, suite.default, Reference(suite.dialects).assess)
    return [problem for check in CHECKS if check in checks for problem in check(subject)]


def put(root: Path, path: str, content: str | bytes) -> None:
    file = root / "fixtures" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def a_card(number: object) -> str:
    return f'{{\n  "title": "Card",\n  "n": {number}\n}}\n'


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Upper", "small letters"),
        ("two--hyphens", "small letters"),
        ("under_score", "small letters"),
        ("-first", "small letters"),
        ("blank within", "small letters"),
        ("accént", "small letters"),
        ("colon:", "small letters"),
        ("a" * 61, "61 characters"),
        ("should-be-fine", "the word should"),
        ("a-test", "the word test"),
        ("upper-case", "the word case"),
        ("foo", "the word foo"),
        ("128", "without a word"),
        ("1-member", "would do: one"),
        ("9-members", "would do: nine"),
        ("con", "on Windows"),
        ("nul", "on Windows"),
        ("com1", "on Windows"),
    ],
)
def test_a_bad_name_is_found(tiny: Path, name: str, what: str) -> None:
    put(tiny, f"{CLOSED}/{name}.json", a_card(1))

    (problem,) = found(tiny, check_words)

    assert what in problem.what
    assert problem.fix.startswith("git mv ")


@pytest.mark.parametrize("name", ["a", "a" * 60, "10-members", "beyond-2-to-the-53", "utf-8", "console", "testimony"])
def test_a_good_name_is_fine(tiny: Path, name: str) -> None:
    put(tiny, f"{CLOSED}/{name}.json", a_card(1))

    assert found(tiny, check_words) == []


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("Upper_Letters", f"fixtures/{CLOSED}/upper-letters.json"),
        ("1-member", f"fixtures/{CLOSED}/one-member.json"),
        ("should-have-colour", f"fixtures/{CLOSED}/have-colour.json"),
        ("128", f"fixtures/{CLOSED}/WORDS.json"),
        ("test", f"fixtures/{CLOSED}/WORDS.json"),
    ],
)
def test_a_better_name_is_proposed(tiny: Path, name: str, better: str) -> None:
    put(tiny, f"{CLOSED}/{name}.json", a_card(1))

    assert found(tiny, check_words)[0].fix == f"git mv fixtures/{CLOSED}/{name}.json {better}"


def test_the_folder_of_a_context_has_a_name_too(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/Later/plain.json", a_card(1))

    assert "'Later'" in found(tiny, check_words)[0].what


def test_fixtures_that_are_numbered_and_not_named_are_found(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/member-1.json", a_card(1))
    put(tiny, f"{CLOSED}/member-2.json", a_card("true"))

    assert [problem.path for problem in found(tiny, check_numbered_names)] == [f"fixtures/{CLOSED}/member-2.json"]


def test_a_number_that_the_card_explains_may_tell_two_apart(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/beyond-2-to-the-53.json", a_card(2**53 + 1))
    put(tiny, f"{CLOSED}/beyond-2-to-the-64.json", a_card(2**64 + 1))

    assert found(tiny, check_numbered_names) == []


@pytest.mark.parametrize(
    ("card", "what"),
    [
        ('{\n  "title": "T"\n}', "does not end in a line feed"),
        ('{\n    "title": "T"\n}\n', "line 2 is not in the house form"),
        ('{"title": "T"}\n', "line 1 is not in the house form"),
        ('{\r\n  "title": "T"\r\n}\r\n', "line 1 is not in the house form"),
        ('{\n  "title": "T"\n}\n\n', "ends in more than one"),
        ('{\n  "title": "T\u200b"\n}\n', "line 2 holds U+200B"),
        ('{\n  "title": "\u0430"\n}\n', "line 2 holds U+0430"),
    ],
)
def test_a_card_that_is_not_in_the_house_form_is_found_and_can_be_mended(tiny: Path, card: str, what: str) -> None:
    put(tiny, f"{CLOSED}/odd.json", card)

    (problem,) = found(tiny, check_layout)

    assert problem.what.startswith(what)
    put(tiny, f"{CLOSED}/odd.json", problem.fixed or b"")
    assert found(tiny, check_layout) == []


@pytest.mark.parametrize(
    "path",
    ["valid/note-1/json-syntax/odd", "contested/note-1/unique-names/odd", "valid/note-1/json-encoding/odd"],
)
def test_where_the_decoder_reports_the_layout_is_left_alone(tiny: Path, path: str) -> None:
    put(tiny, f"{path}.json", '{"title":\t"\u200b"}')

    assert found(tiny, check_layout) == []


def test_blanks_that_tell_two_cards_apart_are_left_alone(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/empty.json", '{\n  "title": "T",\n  "a": []\n}\n')
    put(tiny, f"{CLOSED}/empty-with-a-blank.json", '{\n  "title": "T",\n  "a": [ ]\n}\n')

    assert found(tiny, check_layout) == []


def test_blanks_that_tell_cards_of_two_folders_apart_are_not(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/empty.json", '{\n  "title": "T",\n  "a": []\n}\n')
    put(tiny, "valid/note-1/title-type/empty.json", '{\n  "title": "T",\n  "a": [ ]\n}\n')

    assert len(found(tiny, check_layout)) == 1


def test_a_card_that_cannot_be_decoded_has_no_form(tiny: Path) -> None:
    put(tiny, f"{CLOSED}/odd.json", b'{"title": \xff')

    assert found(tiny, check_layout) == []


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("long", 4096, 0),
        ("long", 4097, 1),
        ("4000-letters", 4097, 0),
        ("array-of-100", 4097, 0),
        ("a9z", 4097, 1),
    ],
)
def test_a_large_card_says_so_in_its_name(tiny: Path, name: str, size: int, count: int) -> None:
    put(tiny, f"{CLOSED}/{name}.json", '{"title": "' + "a" * (size - 13) + '"}')

    assert len(found(tiny, check_sizes)) == count


@pytest.mark.parametrize(("size", "count"), [(2**21, 0), (2**21 + 1, 1)])
def test_a_card_has_room_in_a_line_of_the_protocol(tiny: Path, size: int, count: int) -> None:
    put(tiny, f"{CLOSED}/long.json", '{"title": "' + "a" * (size - 13) + '"}')

    assert len(found(tiny, check_largest)) == count


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ('{"title": 7, "by": "Ann"}', '{"title": 7, "by": "Bob"}', 1),
        ('{"title": 7, "by": 1}', '{"title": 7, "by": 2}', 1),
        ('{"title": 7, "by": "Ann"}', '{"title": 8, "by": "Ann"}', 0),
        ('{"title": 1, "by": "Ann"}', '{"title": true, "by": "Bob"}', 0),
        ('{"title": 1.0, "by": "Ann"}', '{"title": 1.00, "by": "Bob"}', 0),
        ('{"title": 7, "by": "Ann"}', '{"title": 7, "by": 1}', 0),
        ('{"title": 7, "by": "Ann"}', '{"by": "Bob", "title": 7}', 0),
        ('{"title": 7, "by": ["Ann"]}', '{"title": 7, "by": ["Bob", "Eve"]}', 0),
        ('{"title": 7, "by": {"a": "x"}}', '{"title": 7, "by": {"a": "y"}}', 1),
        ('{"title": 7, "by": "Ann"}', '{"title": 7, "by": "\\u0042ob"}', 0),
        ('{"title": 7}', '{ "title": 7 }', 0),
    ],
)
def test_two_cards_that_show_the_same_are_found(tiny: Path, first: str, second: str, count: int) -> None:
    put(tiny, "invalid/note-1/title-type/first.json", first)
    put(tiny, "invalid/note-1/title-type/second.json", second)

    assert len(found(tiny, check_same_point)) == count


def test_two_cards_on_two_sides_show_two_things(tiny: Path) -> None:
    put(tiny, "invalid/note-1/title-type/first.json", '{"title": 7, "by": "Ann"}')
    put(tiny, "valid/note-1/title-type/first.json", '{"title": "7", "by": "Bob"}')

    assert found(tiny, check_same_point) == []


@pytest.mark.parametrize(
    ("name", "card", "count"),
    [
        ("seven", '{"by": {"deep": ["Bob"]}, "title": 7}', 1),
        ("seven", '{"by": 1, "title": 7, "to": [1, 2]}', 1),
        ("eight", '{"by": "Ann", "title": 8}', 0),
        ("with-a-fraction", '{"by": "Bob", "title": 7.0}', 0),
        ("seven-beside-a-list", '{"by": ["Bob"], "title": 7}', 0),
        ("in-a-long-card", '{"by": "Bob", "to": 1, "at": 2, "title": 7}', 0),
        ("spaced", '{"title":  7, "by": "Ann"}', 0),
    ],
)
def test_a_fault_in_other_surroundings_is_the_same_unless_they_are_the_point(
    tiny: Path, name: str, card: str, count: int
) -> None:
    put(tiny, "invalid/note-1/title-type/number.json", '{"title": 7, "by": "Ann"}')
    put(tiny, f"invalid/note-1/title-type/{name}.json", card)

    assert len(found(tiny, check_same_fault)) == count


@pytest.mark.parametrize(
    ("side", "card", "kind"),
    [
        ("invalid", '{"title": 11, "by": ["Bob"]}', "fault"),
        ("valid", '{"title": "Strange", "by": ["Bob"]}', "value"),
    ],
)
def test_a_card_is_scored_or_contested_and_not_both(tiny: Path, side: str, card: str, kind: str) -> None:
    put(tiny, "contested/note-1/title-type/in-question.json", '{"title": "Strange"}')
    put(tiny, "contested/note-1/title-type/number-in-question.json", '{"title": 11}')
    put(tiny, f"{side}/note-1/title-type/beside-a-list.json", card)

    (problem,) = found(tiny, check_same_fault)

    assert f"the same {kind} at /title: a card is scored or contested, not both" in problem.what


def test_what_the_example_has_is_no_point_of_a_card(tiny: Path) -> None:
    (tiny / "schema/note-1/example.json").write_text('{"title": "T"}')
    put(tiny, "contested/note-1/title-type/in-question.json", '{"title": "T", "a": 1}')
    put(tiny, "valid/note-1/title-type/plain.json", '{"title": "T", "b": 1}')

    assert found(tiny, check_same_fault) == []


@pytest.mark.parametrize(("card", "count"), [('{"title": "T"}', 0), ('{"title": 7}', 1), ('{"title": " "}', 1)])
def test_an_example_is_plain(tiny: Path, card: str, count: int) -> None:
    (tiny / "schema/note-1/example.json").write_text(card)

    assert len(found(tiny, check_example)) == count


def test_all_of_these_checks_are_run_by_the_harness() -> None:
    modules = (names, house_form, repetition, same_fault, examples, released)
    ours = {check for module in modules for name, check in vars(module).items() if name.startswith("check_")}

    assert ours <= set(CHECKS)
