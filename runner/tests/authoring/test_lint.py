"""Each check of the suite finds what it is for, and nothing in a suite that is right."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from agentcard_conformance.authoring.lint import CHECKS, Check, Subject
from agentcard_conformance.authoring.lint.subject import Problem
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.reference import Reference

Spoil: TypeAlias = Callable[[Path, Callable[[str, Callable[[Any], object]], None]], object]

DIALECT = "schema/note-1/dialect.json"
REQUIREMENTS = "schema/note-1/requirements.json"
SCHEMA = "schema/note-1/card.schema.json"
QUESTIONS = "schema/note-1/rulings.json"
TWIN = b'{\n  "title": "7"\n}\n'
_MODULES = ("requirements", "rules", "rulings", "schemas", "contexts", "examples", "fixtures", "smoke_profile")
OURS = [check for check in CHECKS if check.__module__.rpartition(".")[2] in _MODULES]


SMOKE_LIST = "schema/note-1/smoke.txt"
CONTEXT = "schema/note-1/context.json"
CONTEXT_SCHEMA = "schema/note-1/context.schema.json"


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


def written(file: str, content: str) -> Spoil:
    return lambda root, _: (root / file).write_text(content)


def questions(*asked: dict[str, object]) -> Spoil:
    """A rulings.json."""
    usual = {"question": "Which?", "valid": "This.", "invalid": "That.", "section": "1"}
    return written(QUESTIONS, json.dumps({"questions": [{**usual, **each} for each in asked]}))


def rule(name: str, at: str) -> Spoil:
    """One more rule, for a requirement that there is."""
    use = {"requirement": "title-visible", "at": at, "rule": name}
    return changed(DIALECT, lambda it: it["rules"].append(use))


def smoke(*more: str, but: str = "nothing") -> Spoil:
    """The profile smoke with all cards of the suite, which are one for each side of each requirement."""

    def choose(root: Path, _: object) -> None:
        cards = (file.relative_to(root / "fixtures").as_posix() for file in root.glob("fixtures/*/note-1/*/*.json"))
        (root / SMOKE_LIST).write_text("".join(f"{path}\n" for path in (*cards, *more) if path != but))

    return choose


def twin_dialect(looks_like: object) -> Spoil:
    """Another dialect of notes, with an example."""

    def copy(root: Path, _: object) -> None:
        folder = shutil.copytree(root / "schema/note-1", root / "schema/twin-1")
        described = json.loads((folder / "dialect.json").read_text())
        (folder / "dialect.json").write_text(json.dumps({**described, "default": False, "looks_like": looks_like}))
        (folder / "example.json").write_text('{"title": "T"}')

    return copy


def both(first: Spoil, second: Spoil) -> Spoil:
    return lambda root, rewrite: (first(root, rewrite), second(root, rewrite))


BROKEN: list[tuple[str, Spoil, str]] = [
    (
        "check_sides_have_fixtures",
        without("valid/note-1/title-type/string.json"),
        "fixtures/valid/note-1/title-type: holds no fixture\n    agentcard-conformance new valid note-1/title-type/",
    ),
    (
        "check_sides_have_fixtures",
        without("invalid/note-1/title-type/number.json"),
        "fixtures/invalid/note-1/title-type: holds no",
    ),
    (
        "check_sides_have_fixtures",
        without("valid/note-1/closed-note/another-member.json"),
        "fixtures/valid/note-1/closed-note:",
    ),
    (
        "check_sides_have_fixtures",
        without("valid/note-1/title-visible/blank.json"),
        "fixtures/valid/note-1/title-visible: holds",
    ),
    (
        "check_sides_have_fixtures",
        without("contested/note-1/unique-names/title-twice.json"),
        "fixtures/contested/note-1/unique-n",
    ),
    (
        "check_repeated_ids",
        changed(REQUIREMENTS, lambda it: it["requirements"].append(it["requirements"][8])),
        f"{REQUIREMENTS}: lists title-type 2 times",
    ),
    (
        "check_rows",
        requirement(0, rows=["NOTE-01", "NOTE-02"]),
        f"{REQUIREMENTS}: lists row NOTE-02 2 times",
    ),
    ("check_rows", requirement(0, rows=["NOTE-13"]), f"{REQUIREMENTS}: leaves out row NOTE-01"),
    (
        "check_rows",
        requirement(0, rows=["NOTE-01", "NOTE-14"]),
        f"{REQUIREMENTS}: leaves out row NOTE-13",
    ),
    (
        "check_profiles",
        requirement(0, profiles=["full", "extra"]),
        f"{REQUIREMENTS}: puts card-object into extra, full",
    ),
    ("check_profiles", requirement(0, profiles=["core"]), f"{REQUIREMENTS}: puts card-object into core"),
    (
        "check_rules",
        changed(DIALECT, lambda it: it["rules"][0].update(rule="text.is_nice")),
        f"{DIALECT}: names the rule text.is_nice, which does not exist",
    ),
    (
        "check_rules",
        changed(DIALECT, lambda it: it["rules"][0].update(requirement="title-nice")),
        f"{DIALECT}: has a rule for title-nice, which is not a requirement",
    ),
    (
        "check_rule_declarations",
        changed(DIALECT, lambda it: it["rules"][0].update(rule="uri._what_is_wrong")),
        f"{DIALECT}: names the rule uri._what_is_wrong, which does not say what it passes",
    ),
    (
        "check_notation",
        requirement(4, id="names-differ"),
        f"{REQUIREMENTS}: lacks unique-names, which the decoder of json_text reports",
    ),
    (
        "check_notation",
        changed(DIALECT, lambda it: it.update(notation="telepathy")),
        f"{DIALECT}: names the notation telepathy, which does not exist",
    ),
    (
        "check_notation",
        changed(DIALECT, lambda it: it.update(contains="gestures")),
        f"{DIALECT}: names the notation gestures, which does not exist",
    ),
    (
        "check_notation",
        changed(DIALECT, lambda it: it.update(excludes="gestures")),
        f"{DIALECT}: names the notation gestures, which does not exist",
    ),
    (
        "check_rule_values",
        rule("uri.is_uri", "/home"),
        f"{DIALECT}: the rule uri.is_uri at /home fails on a boolean, a number, an array and an object, and no",
    ),
    (
        "check_rule_values",
        rule("energy.not_negative", "/prices/*/joules"),
        f"{DIALECT}: the rule energy.not_negative at /prices/*/joules fails on",
    ),
    (
        "check_rule_values",
        both(
            rule("capability.is_described", "/more"),
            changed(
                SCHEMA, lambda it: it["properties"].update(more={"$comment": "title-type", "type": ["null", "array"]})
            ),
        ),
        f"{DIALECT}: the rule capability.is_described at /more fails on null, and the schema lets that stand there",
    ),
    (
        "check_contested_questions",
        questions({"fixtures": ["byte-order-mark/*", "nesting-depth/*", "unique-names/*"]}),
        "fixtures/contested/note-1/unicode-scalars/half-a-pair.json: asks 0 of the questions",
    ),
    (
        "check_contested_questions",
        questions({"fixtures": ["*/*"]}, {"fixtures": ["nesting-depth/*-arrays"], "question": "How deep?"}),
        "fixtures/contested/note-1/nesting-depth/101-arrays.json: asks 2 of the questions",
    ),
    (
        "check_contested_questions",
        questions({"fixtures": ["*/*", "unique-names/gone"]}),
        f"{QUESTIONS}: names unique-names/gone, and no contested fixture is called that",
    ),
    (
        "check_own_files",
        questions({"fixtures": ["*/*"], "valid": "No full stop"}),
        f"{QUESTIONS}: /questions/0/valid: ",
    ),
    (
        "check_looks_like",
        twin_dialect({"required": ["titles"]}),
        f"{DIALECT}: its looks_like fits schema/twin-1/example.json, too",
    ),
    (
        "check_example",
        written("schema/note-1/example.json", '{"title": 1}'),
        "schema/note-1/example.json: /title: it is a number, not a string (title-type)",
    ),
    (
        "check_context_schema",
        changed(CONTEXT_SCHEMA, lambda it: it["properties"]["now"].update(type="time")),
        f"{CONTEXT_SCHEMA}: /properties/now/type: ",
    ),
    (
        "check_context_schema",
        changed(CONTEXT_SCHEMA, lambda it: it["properties"].update(now={"$ref": "#/$defs/now"})),
        f"{CONTEXT_SCHEMA}: /properties/now/$ref: #/$defs/now is not in this file",
    ),
    (
        "check_context_schema",
        changed(CONTEXT_SCHEMA, lambda it: it["properties"].update(now={"$ref": "now.schema.json"})),
        f"{CONTEXT_SCHEMA}: /properties/now/$ref: now.schema.json is not in this file",
    ),
    (
        "check_context_files",
        written(CONTEXT, '{"now": "early"}'),
        f"{CONTEXT}: does not fit note-1: at /now, it is a string",
    ),
    (
        "check_context_files",
        written("fixtures/valid/note-1/context.json", "[]"),
        "fixtures/valid/note-1/context.json: must hold a JSON object",
    ),
    (
        "check_context_files",
        written("fixtures/invalid/context.json", "{"),
        "fixtures/invalid/context.json: cannot be read as JSON",
    ),
    (
        "check_default_context",
        changed(CONTEXT_SCHEMA, lambda it: it.update(required=["now"])),
        f"{CONTEXT}: is not there, though an empty context does not fit note-1: at the top level, ",
    ),
    (
        "check_superfluous_contexts",
        both(
            written(CONTEXT, '{"now": 1, "from": "me"}'),
            written("fixtures/valid/note-1/context.json", '{ "from":"me", "now":1 }'),
        ),
        "fixtures/valid/note-1/context.json: is superfluous: the same holds without it\n    git rm fixtures/valid/",
    ),
    (
        "check_superfluous_contexts",
        written("fixtures/valid/note-1/title-type/context.json", "{}"),
        "fixtures/valid/note-1/title-type/context.json: is superfluous",
    ),
    (
        "check_own_files",
        requirement(0, rows=[]),
        f'{REQUIREMENTS}: /requirements/0: "why_no_rows" is missing',
    ),
    (
        "check_own_files",
        requirement(0, why_no_rows="It follows from several."),
        f"{REQUIREMENTS}: /requirements/0/rows: it has 1 item, more than 0",
    ),
    (
        "check_skipped_fixtures",
        fixture("valid/note-1/title-type/large.json", b'{"title": "large"}' + b" " * 10 * 2**20),
        "fixtures/valid/note-1/title-type/large.json: is not judged: the card is larger than 10 MiB",
    ),
    ("check_own_files", requirement(0, id="Card Object"), f"{REQUIREMENTS}: /requirements/0/id: "),
    (
        "check_own_files",
        changed(DIALECT, lambda it: it.update(title="")),
        f"{DIALECT}: /title: it has 0",
    ),
    (
        "check_own_files",
        changed(DIALECT, lambda it: it.update(looks_like={"type": "note"})),
        f"{DIALECT}: /looks_like/type: ",
    ),
    (
        "check_schemas",
        changed(SCHEMA, lambda it: it["$defs"]["title-type"].update(type="text")),
        f"{SCHEMA}: /$defs/titl",
    ),
    (
        "check_schemas",
        changed("schema/suite/report.schema.json", lambda it: it.update(required="all")),
        "schema/suite/report.schema.json: /required: it is a string, not an array",
    ),
    (
        "check_definition_names",
        changed(SCHEMA, lambda it: it["$defs"]["title-type"].update({"$comment": "title-required"})),
        f"{SCHEMA}: $defs/title-type has another name in its $comment: title-required",
    ),
    (
        "check_definition_names",
        changed(SCHEMA, lambda it: it["$defs"].update({"title-color": {"$comment": "title-color"}})),
        f"{SCHEMA}: $defs/title-color is not a requirement",
    ),
    (
        "check_unused_definitions",
        changed(SCHEMA, lambda it: it["allOf"].pop()),
        f"{SCHEMA}: #/$defs/title-required is used nowhere",
    ),
    (
        "check_unused_definitions",
        changed(SCHEMA, lambda it: it["$defs"].pop("title-required")),
        f"{SCHEMA}: #/$defs/title-required is referred to, but does not exist",
    ),
    (
        "check_enforcement",
        changed(SCHEMA, lambda it: it["$defs"].pop("title-type")),
        f"{SCHEMA}: does not enforce title-type, and no rule does",
    ),
    (
        "check_invalid_fixtures",
        fixture("invalid/note-1/title-type/right.json", b'{"title": "right"}'),
        "fixtures/invalid/note-1/title-type/right.json: breaks nothing, but lies under title-type",
    ),
    (
        "check_invalid_fixtures",
        fixture("invalid/note-1/title-type/empty.json", b"[{}]"),
        "fixtures/invalid/note-1/title-type/empty.json: breaks card-object, but lies under title-type",
    ),
    (
        "check_invalid_fixtures",
        both(
            changed(SCHEMA, lambda it: it["properties"].update(more={"$ref": "#/$defs/card-object"})),
            fixture("invalid/note-1/title-type/twice.json", b'{"title": 8, "more": 8}'),
        ),
        "fixtures/invalid/note-1/title-type/twice.json: breaks title-type, card-object, but lies under title-type",
    ),
    (
        "check_valid_fixtures",
        fixture("valid/note-1/title-type/eight.json", b'{"title": 8}'),
        "fixtures/valid/note-1/title-type/eight.json: must be valid, but breaks title-type",
    ),
    (
        "check_valid_fixtures",
        fixture("valid/note-1/title-type/twice.json", b'{"title": "a", "title": "b"}'),
        "fixtures/valid/note-1/title-type/twice.json: must be valid, but is not where unique-names holds, which is",
    ),
    (
        "check_advised_fixtures",
        fixture("valid/note-1/title-visible/seen.json", b'{"title": "seen"}'),
        "fixtures/valid/note-1/title-visible/seen.json: gets nothing as advice, but lies under title-visible",
    ),
    (
        "check_sides",
        fixture("invalid/note-1/closed-note/a.json", b"{}"),
        "fixtures/invalid/note-1/closed-note/a.json: must be invalid, but closed-note (must) refuses no card",
    ),
    (
        "check_sides",
        fixture("invalid/note-1/title-visible/a.json", b"{}"),
        "fixtures/invalid/note-1/title-visible/a.json: must be invalid, but title-visible (should) refuses no card",
    ),
    (
        "check_sides",
        fixture("valid/note-1/unique-names/a.json", b'{"title": "a"}'),
        "fixtures/valid/note-1/unique-names/a.json: must be valid, but unique-names is contested: move it to",
    ),
    (
        "check_contested_fixtures",
        fixture("contested/note-1/unique-names/a.json", b'{"title": "a"}'),
        "fixtures/contested/note-1/unique-names/a.json: is about nothing, but lies under unique-names",
    ),
    (
        "check_contested_fixtures",
        fixture("contested/note-1/unique-names/a.json", b'\xef\xbb\xbf{"title": "a", "title": "b"}'),
        "fixtures/contested/note-1/unique-names/a.json: is about byte-order-mark, unique-names, but lies under",
    ),
    (
        "check_smoke",
        smoke("valid/note-1/title-type/gone.json"),
        f"{SMOKE_LIST}: names valid/note-1/title-type/gone.json, which does not exist\n    agentcard-conformance smoke",
    ),
    (
        "check_smoke",
        smoke(but="invalid/note-1/title-type/number.json"),
        f"{SMOKE_LIST}: shows no card of invalid/title-type",
    ),
    (
        "check_smoke",
        both(fixture("valid/note-1/title-type/nine.json", b'{"title": "9"}'), smoke()),
        f"{SMOKE_LIST}: has a card of valid/title-type too many",
    ),
    (
        "check_same_bytes",
        fixture("valid/note-1/title-type/twin.json", TWIN),
        "fixtures/valid/note-1/title-type/twin.json: has the same bytes as valid/note-1/title-type/string.json",
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

    assert problems(tiny, named("check_same_bytes")) == []


def test_a_nearer_context_that_says_something_else_is_none_too_many(tiny: Path) -> None:
    (tiny / CONTEXT).write_text('{"now": 1}')
    (tiny / "fixtures/valid/note-1/context.json").write_text("{}")
    (tiny / "fixtures/invalid/note-1/context.json").write_text('{"now": 2}')

    assert problems(tiny, named("check_superfluous_contexts")) == []


def test_a_reason_may_stand_for_rows(tiny: Path, rewrite: Any) -> None:
    requirement(0, rows=[], why_no_rows="It follows from several.")(tiny, rewrite)

    assert problems(tiny, named("check_own_files")) == []


def test_a_looser_look_is_found_from_the_other_side(tiny: Path, rewrite: Any) -> None:
    twin_dialect({"type": "object"})(tiny, rewrite)
    (tiny / "schema/twin-1/example.json").unlink()
    (tiny / "schema/note-1/example.json").write_text('{"title": "T"}')
    suite = read_suite(tiny)
    twin = Subject(suite, suite.dialects["twin-1"], Reference(suite.dialects).assess)

    found = [str(problem) for problem in named("check_looks_like")(twin)]

    assert found[0].startswith("schema/twin-1/dialect.json: its looks_like fits schema/note-1/example.json, too")


@pytest.mark.parametrize("schema", [{"type": "string"}, {"$ref": "#/$defs/title-type"}])
def test_a_rule_whose_type_is_fixed_is_shown_nothing_else(tiny: Path, rewrite: Any, schema: object) -> None:
    rule("uri.is_uri", "/home")(tiny, rewrite)
    changed(SCHEMA, lambda it: it["properties"].update(home=schema))(tiny, rewrite)

    assert problems(tiny, named("check_rule_values")) == []


def test_a_problem_without_a_remedy_is_one_line() -> None:
    assert str(Problem("a/b.json", "is empty")) == "a/b.json: is empty"


def test_a_dialect_that_is_asked_for_by_its_name_alone_has_cards_that_look_like_those_of_another(
    tiny: Path, rewrite: Any
) -> None:
    twin_dialect(looks_like=False)(tiny, rewrite)
    suite = read_suite(tiny)
    note = Subject(suite, suite.dialects["note-1"], Reference(suite.dialects).assess)

    assert [*named("check_looks_like")(note)] == []
