"""Does each check on the suite find what it is for, and nothing in a suite that is right?"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.lint import CHECKS, Check, Subject, fixtures, requirements, schemas
from agentcard_conformance.lint.subject import Problem
from agentcard_conformance.reference import Reference

Spoil: TypeAlias = Callable[[Path, Callable[[str, Callable[[Any], object]], None]], object]

DIALECT = "schema/note-1/dialect.json"
REQUIREMENTS = "schema/note-1/requirements.json"
SCHEMA = "schema/note-1/card.schema.json"
TWIN = b'{\n  "title": "7"\n}\n'
OURS = (*requirements.CHECKS, *schemas.CHECKS, *fixtures.CHECKS)


def problems(root: Path, check: Check) -> list[str]:
    suite = read_suite(root)
    return [str(problem) for problem in check(Subject(suite, suite.default, Reference(suite.dialects).assess))]


def named(name: str) -> Check:
    (check,) = (check for check in CHECKS if check.__name__ == name)
    return check


def fixture(path: str, content: bytes) -> Spoil:
    def put(root: Path, _: object) -> None:
        file = root / "fixtures" / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)

    return put


def without(path: str) -> Spoil:
    return lambda root, _: (root / "fixtures" / path).unlink()


def changed(file: str, change: Callable[[Any], object]) -> Spoil:
    return lambda _, rewrite: rewrite(file, change)


def requirement(index: int, **values: object) -> Spoil:
    return changed(REQUIREMENTS, lambda it: it["requirements"][index].update(values))


def both(first: Spoil, second: Spoil) -> Spoil:
    return lambda root, rewrite: (first(root, rewrite), second(root, rewrite))


BROKEN: list[tuple[str, Spoil, str]] = [
    (
        "each_has_its_fixtures",
        without("valid/note-1/title-type/string.json"),
        "fixtures/valid/note-1/title-type: holds no fixture\n    agentcard-conformance new valid note-1/title-type/",
    ),
    (
        "each_has_its_fixtures",
        without("invalid/note-1/title-type/number.json"),
        "fixtures/invalid/note-1/title-type: holds no",
    ),
    (
        "each_has_its_fixtures",
        without("valid/note-1/closed-note/another-member.json"),
        "fixtures/valid/note-1/closed-note:",
    ),
    (
        "each_has_its_fixtures",
        without("valid/note-1/title-visible/blank.json"),
        "fixtures/valid/note-1/title-visible: holds",
    ),
    (
        "each_has_its_fixtures",
        without("contested/note-1/unique-names/title-twice.json"),
        "fixtures/contested/note-1/unique-n",
    ),
    (
        "ids_are_not_repeated",
        changed(REQUIREMENTS, lambda it: it["requirements"].append(it["requirements"][8])),
        f"{REQUIREMENTS}: lists title-type 2 times",
    ),
    (
        "every_row_stands_in_one_place",
        requirement(0, rows=["NOTE-01", "NOTE-02"]),
        f"{REQUIREMENTS}: lists row NOTE-02 2 times",
    ),
    ("every_row_stands_in_one_place", requirement(0, rows=["NOTE-13"]), f"{REQUIREMENTS}: leaves out row NOTE-01"),
    (
        "every_row_stands_in_one_place",
        requirement(0, rows=["NOTE-01", "NOTE-14"]),
        f"{REQUIREMENTS}: leaves out row NOTE-13",
    ),
    (
        "profiles_are_known",
        requirement(0, profiles=["full", "extra"]),
        f"{REQUIREMENTS}: puts card-object into extra, full",
    ),
    ("profiles_are_known", requirement(0, profiles=["core"]), f"{REQUIREMENTS}: puts card-object into core"),
    (
        "rules_exist_and_serve_requirements",
        changed(DIALECT, lambda it: it["rules"][0].update(rule="text.is_nice")),
        f"{DIALECT}: names the rule text.is_nice, which is not there",
    ),
    (
        "rules_exist_and_serve_requirements",
        changed(DIALECT, lambda it: it["rules"][0].update(requirement="title-nice")),
        f"{DIALECT}: has a rule for title-nice, which is no requirement",
    ),
    (
        "decoders_report_requirements",
        requirement(4, id="names-differ"),
        f"{REQUIREMENTS}: lacks unique-names, which the decoder json_text reports",
    ),
    (
        "decoders_report_requirements",
        changed(DIALECT, lambda it: it["extensions"].update(txt="telepathy")),
        f"{DIALECT}: names the decoder telepathy, which is not there",
    ),
    ("own_files_hold_to_their_schemas", requirement(0, id="Card Object"), f"{REQUIREMENTS}: /requirements/0/id: "),
    (
        "own_files_hold_to_their_schemas",
        changed(DIALECT, lambda it: it.update(title="")),
        f"{DIALECT}: /title: it has 0",
    ),
    (
        "own_files_hold_to_their_schemas",
        changed(DIALECT, lambda it: it.update(looks_like={"type": "note"})),
        f"{DIALECT}: /looks_like/type: ",
    ),
    (
        "schemas_are_schemas",
        changed(SCHEMA, lambda it: it["$defs"]["title-type"].update(type="text")),
        f"{SCHEMA}: /$defs/titl",
    ),
    (
        "schemas_are_schemas",
        changed("schema/suite/report.schema.json", lambda it: it.update(required="all")),
        "schema/suite/report.schema.json: /required: it is a string, not an array",
    ),
    (
        "definitions_are_named_for_requirements",
        changed(SCHEMA, lambda it: it["$defs"]["title-type"].update({"$comment": "title-required"})),
        f"{SCHEMA}: $defs/title-type says in its $comment that it is title-required",
    ),
    (
        "definitions_are_named_for_requirements",
        changed(SCHEMA, lambda it: it["$defs"].update({"title-color": {"$comment": "title-color"}})),
        f"{SCHEMA}: $defs/title-color is no requirement",
    ),
    (
        "definitions_are_all_used",
        changed(SCHEMA, lambda it: it["allOf"].pop()),
        f"{SCHEMA}: #/$defs/title-required is referred to by nothing",
    ),
    (
        "definitions_are_all_used",
        changed(SCHEMA, lambda it: it["$defs"].pop("title-required")),
        f"{SCHEMA}: #/$defs/title-required is referred to, and not there",
    ),
    (
        "something_enforces_each_requirement",
        changed(SCHEMA, lambda it: it["$defs"].pop("title-type")),
        f"{SCHEMA}: and the rules say nothing of title-type",
    ),
    (
        "invalid_ones_break_their_requirement_alone",
        fixture("invalid/note-1/title-type/right.json", b'{"title": "right"}'),
        "fixtures/invalid/note-1/title-type/right.json: breaks nothing, and lies under title-type",
    ),
    (
        "invalid_ones_break_their_requirement_alone",
        fixture("invalid/note-1/title-type/empty.json", b"[{}]"),
        "fixtures/invalid/note-1/title-type/empty.json: breaks card-object, and lies under title-type",
    ),
    (
        "invalid_ones_break_their_requirement_alone",
        both(
            changed(SCHEMA, lambda it: it["properties"].update(more={"$ref": "#/$defs/card-object"})),
            fixture("invalid/note-1/title-type/twice.json", b'{"title": 8, "more": 8}'),
        ),
        "fixtures/invalid/note-1/title-type/twice.json: breaks title-type, card-object, and lies under title-type",
    ),
    (
        "valid_ones_break_nothing",
        fixture("valid/note-1/title-type/eight.json", b'{"title": 8}'),
        "fixtures/valid/note-1/title-type/eight.json: is to be valid, and breaks title-type",
    ),
    (
        "advised_ones_get_that_advice_alone",
        fixture("valid/note-1/title-visible/seen.json", b'{"title": "seen"}'),
        "fixtures/valid/note-1/title-visible/seen.json: gets nothing as advice, and lies under title-visible",
    ),
    (
        "sides_suit_their_requirement",
        fixture("invalid/note-1/closed-note/a.json", b"{}"),
        "fixtures/invalid/note-1/closed-note/a.json: is to be invalid, and closed-note (must) refuses no card",
    ),
    (
        "sides_suit_their_requirement",
        fixture("invalid/note-1/title-visible/a.json", b"{}"),
        "fixtures/invalid/note-1/title-visible/a.json: is to be invalid, and title-visible (should) refuses no card",
    ),
    (
        "sides_suit_their_requirement",
        fixture("valid/note-1/unique-names/a.json", b'{"title": "a"}'),
        "fixtures/valid/note-1/unique-names/a.json: is to be valid, and unique-names is contested: move it to",
    ),
    (
        "questions_are_noticed",
        fixture("contested/note-1/unique-names/a.json", b'{"title": "a"}'),
        "fixtures/contested/note-1/unique-names/a.json: asks about nothing, and lies under unique-names",
    ),
    (
        "questions_are_noticed",
        fixture("contested/note-1/unique-names/a.json", b'\xef\xbb\xbf{"title": "a", "title": "b"}'),
        "fixtures/contested/note-1/unique-names/a.json: asks about byte-order-mark, unique-names, and lies under",
    ),
    (
        "no_two_are_the_same",
        fixture("valid/note-1/title-type/twin.json", TWIN),
        "fixtures/valid/note-1/title-type/twin.json: has the bytes of valid/note-1/title-type/string.json",
    ),
]


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_nothing_is_amiss_with_a_suite_that_is_right(tiny: Path, check: Check) -> None:
    assert problems(tiny, check) == []


@pytest.mark.parametrize(("name", "spoil", "said"), BROKEN, ids=[f"{name}-{said[-20:]!a}" for name, _, said in BROKEN])
def test_a_check_finds_what_it_is_for(tiny: Path, rewrite: Any, name: str, spoil: Spoil, said: str) -> None:
    spoil(tiny, rewrite)

    found = problems(tiny, named(name))

    assert len(found) == 1
    assert found[0].startswith(said)


def test_each_of_these_checks_is_seen_to_find_something() -> None:
    assert {name for name, _, _ in BROKEN} == {check.__name__ for check in OURS}


def test_the_same_bytes_in_another_context_are_another_fixture(tiny: Path) -> None:
    folder = tiny / "fixtures" / "valid" / "note-1" / "title-type" / "later"
    folder.mkdir()
    (folder / "context.json").write_text('{"now": 1}')
    (folder / "string.json").write_bytes(TWIN)

    assert problems(tiny, named("no_two_are_the_same")) == []


def test_a_problem_without_a_remedy_is_one_line() -> None:
    assert str(Problem("a/b.json", "is empty")) == "a/b.json: is empty"
