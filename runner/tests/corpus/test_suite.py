"""A suite is read as it lies on disk, and whatever is wrong there is said in one sentence."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Expected, Kind, Level

Rewrite: TypeAlias = Callable[[str, Callable[[Any], object]], None]

HERE = "note-1/title-type"


def read_everything(root: Path) -> None:
    """Each file of a suite, as far as there is one."""
    suite = read_suite(root)
    _ = suite.fixtures(), [(each.schema, each.context_schema, each.smoke) for each in suite.dialects.values()]


def complaint(tiny: Path) -> str:
    """The one sentence with which reading everything fails."""
    with pytest.raises(SuiteError) as caught:
        read_everything(tiny)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(tiny), "SUITE")


def write(file: Path, content: bytes = b"{}") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def contexts(tiny: Path) -> dict[str, object]:
    return {fixture.path: fixture.question.context for fixture in read_suite(tiny).fixtures()}


def test_the_path_of_a_fixture_is_what_is_known_of_it(tiny: Path) -> None:
    fixtures = {fixture.path: fixture for fixture in read_suite(tiny).fixtures()}

    fixture = fixtures["invalid/note-1/title-type/number.json"]

    assert (fixture.expected, fixture.dialect, fixture.requirement.id) == (Expected.INVALID, "note-1", "title-type")
    assert fixture.question.card == b'{\n  "title": 7\n}\n'


def test_fixtures_come_by_path(tiny: Path) -> None:
    paths = [fixture.path for fixture in read_suite(tiny).fixtures()]

    assert paths == sorted(paths)
    assert len(paths) == 16


def test_fixtures_of_the_dialects_asked_for_alone(tiny: Path) -> None:
    shutil.copytree(tiny / "schema" / "note-1", tiny / "schema" / "note-2")
    file = tiny / "schema" / "note-2" / "dialect.json"
    file.write_text(file.read_text("utf-8").replace('"default": true', '"default": false'), "utf-8")
    write(tiny / "fixtures" / "valid" / "note-2" / "title-type" / "a.json")
    suite = read_suite(tiny)

    assert [fixture.path for fixture in suite.fixtures(["note-2"])] == ["valid/note-2/title-type/a.json"]
    assert len(suite.fixtures()) == 17
    assert suite.default.id == "note-1"


def test_a_dialect_is_read_with_its_requirements_and_rules(tiny: Path) -> None:
    dialect = read_suite(tiny).default

    assert (dialect.title, dialect.notation, dialect.rules[0].at) == ("Note 1", "json_text", ("title",))
    assert dialect.requirements["closed-note"].kind is Kind.PERMITS
    assert dialect.requirements["title-visible"].level is Level.SHOULD


def test_what_nobody_asks_of_a_dialect_is_not_read(tiny: Path) -> None:
    (tiny / "schema" / "note-1" / "card.schema.json").write_text("{", "utf-8")

    dialect = read_suite(tiny).default

    assert dialect.looks_like
    with pytest.raises(SuiteError, match="cannot be read as JSON"):
        _ = dialect.schema


def test_the_place_of_a_rule_is_a_json_pointer(tiny: Path, rewrite: Rewrite) -> None:
    rewrite("schema/note-1/dialect.json", lambda it: it["rules"][0].update(at="/a~1b/~01/*"))

    assert read_suite(tiny).default.rules[0].at == ("a/b", "~1", "*")


def test_the_nearest_context_is_told(tiny: Path) -> None:
    write(tiny / "fixtures" / "valid" / "context.json", b'{"from": "the top"}')
    write(tiny / "fixtures" / "valid" / HERE / "context.json", b'{"from": "the requirement"}')
    write(tiny / "fixtures" / "valid" / HERE / "late" / "a.json", b'{"title": "late"}')
    write(tiny / "fixtures" / "valid" / HERE / "early" / "a.json", b'{"title": "early"}')
    write(tiny / "fixtures" / "valid" / HERE / "early" / "context.json", b'{"from": "its own folder"}')

    told = contexts(tiny)

    assert told["valid/note-1/title-required/title.json"] == {"from": "the top"}
    assert told[f"valid/{HERE}/string.json"] == {"from": "the requirement"}
    assert told[f"valid/{HERE}/late/a.json"] == {"from": "the requirement"}
    assert told[f"valid/{HERE}/early/a.json"] == {"from": "its own folder"}
    assert told[f"invalid/{HERE}/number.json"] == {}


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (
            "valid/note-9/title-type/a.json",
            "SUITE/fixtures/valid/note-9: names no dialect; add schema/<dialect>/dialect.json",
        ),
        (
            "valid/note-1/title-color/a.json",
            "SUITE/fixtures/valid/note-1/title-color: names no requirement of note-1; see",
        ),
        ("vaild/note-1/title-type/a.json", "SUITE/fixtures/vaild: is none of valid, invalid, contested"),
        ("a.json", "SUITE/fixtures/a.json: lies outside a requirement's folder"),
        ("valid/a.json", "SUITE/fixtures/valid/a.json: lies outside a requirement's folder"),
        ("invalid/note-1/a.json", "SUITE/fixtures/invalid/note-1/a.json: lies outside a requirement's folder"),
        (f"valid/{HERE}/a.yaml", f"SUITE/fixtures/valid/{HERE}/a.yaml: the extension is not .json, that of note-1"),
        (f"valid/{HERE}/a", f"SUITE/fixtures/valid/{HERE}/a: the extension is not .json"),
        (f"valid/{HERE}/a.json.orig", f"SUITE/fixtures/valid/{HERE}/a.json.orig: the extension is not .json"),
        (f"valid/{HERE}/.DS_Store", f"SUITE/fixtures/valid/{HERE}/.DS_Store: the extension is not .json"),
    ],
)
def test_a_file_or_folder_that_names_nothing_is_refused(tiny: Path, file: str, said: str) -> None:
    write(tiny / "fixtures" / file)

    assert complaint(tiny).startswith(said)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("schema/note-1/dialect.json", b"{", "cannot be read as JSON: "),
        ("schema/note-1/dialect.json", b"\xff", "cannot be read as JSON: "),
        ("schema/note-1/dialect.json", b"[]", "is not of the form that schema/suite describes: "),
        ("schema/note-1/dialect.json", b"{}", "has no 'title'"),
        ("schema/note-1/requirements.json", b"{}", "has no 'requirements'"),
        ("schema/note-1/requirements.json", b'{"requirements": [{}]}', "has no 'id'"),
        ("schema/note-1/requirements.json", b'{"requirements": 1}', "is not of the form that schema/suite describes: "),
        ("schema/note-1/card.schema.json", b"nothing", "cannot be read as JSON: "),
        (f"fixtures/valid/{HERE}/context.json", b"{,}", "cannot be read as JSON: "),
        (
            f"fixtures/valid/{HERE}/context.json",
            b"[]",
            "must hold a JSON object, with a name for each thing that a validator is told",
        ),
    ],
)
def test_a_file_of_the_suite_that_is_wrong_is_named(tiny: Path, file: str, content: bytes, said: str) -> None:
    write(tiny / file, content)

    assert complaint(tiny).startswith(f"SUITE/{file}: {said}")


@pytest.mark.parametrize("key", ["source", "media_type", "notation", "extension", "profiles", "rules", "looks_like"])
def test_a_key_that_a_dialect_lacks_is_named(tiny: Path, rewrite: Rewrite, key: str) -> None:
    rewrite("schema/note-1/dialect.json", lambda it: it.pop(key))

    assert complaint(tiny) == f"SUITE/schema/note-1/dialect.json: has no '{key}'"


@pytest.mark.parametrize("file", ["card.schema.json", "requirements.json"])
def test_a_file_that_a_dialect_lacks_is_named(tiny: Path, file: str) -> None:
    (tiny / "schema" / "note-1" / file).unlink()

    assert complaint(tiny).startswith(f"SUITE/schema/note-1/{file}: cannot be read (No such file or directory)")


@pytest.mark.parametrize(("key", "value"), [("level", "could"), ("kind", "hopes"), ("profiles", 1)])
def test_a_requirement_of_no_known_kind_is_refused(tiny: Path, rewrite: Rewrite, key: str, value: object) -> None:
    rewrite("schema/note-1/requirements.json", lambda it: it["requirements"][0].update({key: value}))

    assert complaint(tiny).startswith("SUITE/schema/note-1/requirements.json: is not of the form")


@pytest.mark.parametrize("second", ["true", "false"])
def test_one_dialect_and_no_more_is_the_default(tiny: Path, second: str) -> None:
    file = tiny / "schema" / "note-1" / "dialect.json"
    file.write_text(file.read_text("utf-8").replace('"default": true', f'"default": {second}'), "utf-8")
    shutil.copytree(tiny / "schema" / "note-1", tiny / "schema" / "note-2")

    assert complaint(tiny) == 'SUITE/schema: exactly one dialect.json must say "default": true'


def test_a_folder_without_a_dialect_is_no_suite(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="holds no dialect"):
        read_suite(tmp_path)


def test_a_dialect_that_is_not_there_is_the_callers_mistake(suite: Suite) -> None:
    known = ", ".join(sorted(suite.dialects))
    with pytest.raises(CallError, match=f"there is no dialect 'klingon'; the dialects are {re.escape(known)}$"):
        suite.fixtures(["klingon"])


def test_other_formats_are_listed(suite: Suite) -> None:
    assert suite.other_formats[0].name.startswith("A2A Agent Card")


def test_other_formats_that_are_wrong_are_named(tiny: Path, rewrite: Rewrite) -> None:
    rewrite("schema/suite/other-formats.json", lambda it: it["formats"][0].pop("homepage"))

    with pytest.raises(SuiteError, match=r"other-formats.json: has no 'homepage'"):
        _ = read_suite(tiny).other_formats


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (f"valid/{HERE}/string.json", b'{"title": "8"}'),
        (f"valid/{HERE}/more.json", b"{}"),
        (f"valid/{HERE}/context.json", b'{"now": 1}'),
    ],
)
def test_the_digest_changes_with_bytes_paths_and_contexts(
    tiny: Path, tmp_path: Path, file: str, content: bytes
) -> None:
    changed = shutil.copytree(tiny, tmp_path / "changed")
    write(changed / "fixtures" / file, content)

    assert read_suite(changed).digest("note-1") != read_suite(tiny).digest("note-1")


def test_the_digest_is_the_same_wherever_the_suite_lies(tiny: Path, tmp_path: Path) -> None:
    elsewhere = shutil.copytree(tiny, tmp_path / "elsewhere")

    assert read_suite(elsewhere).digest("note-1") == read_suite(tiny).digest("note-1")


def test_every_json_file_of_this_suite_is_ascii_or_utf_8_json(suite: Suite) -> None:
    files = sorted((suite.root / "schema").rglob("*.json"))

    assert all(isinstance(json.loads(file.read_text("utf-8")), dict) for file in files)
