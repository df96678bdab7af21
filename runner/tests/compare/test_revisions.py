"""OLD and NEW are read from where they lie, and what is no usable schema is refused in a sentence."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from agentcard_conformance.compare.revisions import dialect_of_schema, read_revision
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json

Refused = Callable[..., str]


@pytest.fixture
def refused(tmp_path: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> Refused:
    """What is said of a schema that stands in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def sentence(schema: Json, **others: Json) -> str:
        for name, content in {"a": schema, **others}.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (tmp_path / f"{name}.json").write_text(text, "utf-8")
        with pytest.raises(CallError) as raised:
            read_revision("a.json", suite)
        return str(raised.value)

    return sentence


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("{", "a.json: is not JSON: "),
        ('{"maximum": NaN}', "a.json: is not JSON: NaN is no number in JSON"),
        ('{"maximum": 1e400}', "a.json: holds the number 1e400, which is beyond binary64: readers differ on it"),
        (f'{{"maximum": {"9" * 5000}}}', "a.json: holds the number 99999"),
        ([1], "a.json: is no JSON Schema: it is an array, and a schema is an object, true or false"),
        ({"type": "strnig"}, 'a.json: is no JSON Schema: at /type: "strnig" is not a type of JSON Schema'),
        ({"items": {"type": ["null", "nul"]}}, 'a.json: is no JSON Schema: at /items/type: "nul" is not a type of'),
        ('{"not": {"minimum": 1, "minimum": 2}}', "a.json: an object in it has two members of the name 'minimum'"),
        ({"properties": {"b": {"minLength": -1}}}, "a.json: is no JSON Schema: at /properties/b/minLength: -1 is less"),
        (
            {"$schema": "http://json-schema.org/draft-03/schema#"},
            "a.json: says $schema 'http://json-schema.org/draft-03",
        ),
        ({"items": {"pattern": "(a"}}, "a.json: at /items/pattern: '(a' is no pattern as ECMA-262 has them: "),
        ({"patternProperties": {r"\Z": True}}, r"a.json: at /patternProperties: '\\Z' is no pattern"),
        (
            {"items": {"pattern": "(a{1,5000}){1,5000}"}},
            "a.json: at /items/pattern: jsonschema-rs cannot use '(a{1,5000}){1,5000}': it may be too large, or ",
        ),
        (
            {"items": {"patternProperties": {r"^\p{L}{5000}$": {}}}},
            r"a.json: at /items/patternProperties: jsonschema-rs cannot use '^\\p{L}{5000}$': ",
        ),
        ({"items": {"pattern": "(" * 9000}}, "a.json: at /items/pattern: '((((("),
        ({"$ref": "#/$defs/x"}, "a.json: at the top level: refers to '#/$defs/x', and there is no such place"),
        (
            {"$ref": "#/examples/0", "examples": [5]},
            "a.json: at the top level: refers to '#/examples/0', which is no schema",
        ),
        ({"items": {"$ref": "../b.json"}}, "a.json: at /items/$ref: refers to https://schema.invalid/b.json, outside"),
        ({"$ref": "https://example.com/b.json"}, "a.json: at /$ref: refers to https://example.com/b.json, outside"),
        ({"$ref": "gone.json"}, "gone.json cannot be read: No such file or directory"),
        ({"$ref": "#"}, "a.json: refers to itself without a step into the card: the top level to the top level"),
        ('{"not": ' * 150 + "{}" + "}" * 150, "a.json: is nested more than 100 levels deep"),
        ('{"not": ' * 9000 + "{}" + "}" * 9000, "a.json: is nested more than 100 levels deep"),
    ],
)
def test_what_cannot_be_compared_is_told_in_a_sentence(refused: Refused, schema: Json, said: str) -> None:
    assert refused(schema).startswith(said)


@pytest.mark.parametrize(("said", "meant"), [("2.0", "2"), ("-0.0", "0"), ("1e2", "100"), ("0.5", "0.5")])
def test_a_number_without_a_fraction_is_an_integer(tmp_path: Path, suite: Suite, said: str, meant: str) -> None:
    (tmp_path / "a.json").write_text(f'{{"maximum": {said}}}', "utf-8")

    assert repr(read_revision(str(tmp_path / "a.json"), suite).schema["maximum"]) == meant


def test_two_files_that_come_back_to_each_other_never_end(refused: Refused) -> None:
    said = refused({"allOf": [{"$ref": "b.json"}]}, b={"not": {"$ref": "a.json"}})

    assert said.startswith("a.json: refers to itself without a step into the card: ")


def test_a_neighbour_that_is_no_schema_is_named(refused: Refused) -> None:
    assert refused({"$ref": "b.json"}, b={"type": "strin"}).startswith("a.json: b.json: is no JSON Schema: at /type: ")


def test_a_link_out_of_the_folder_leaves_it(refused: Refused, tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "b.json").symlink_to(suite.root / "schema" / suite.default.id / "card.schema.json")

    assert "b.json leaves the folder of the schema" in refused({"$ref": "b.json"})


def test_a_neighbour_is_found_by_the_address_of_the_schema(tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "a.json").write_text('{"$id": "https://example.com/s/a.json", "$ref": "below/b.json#c"}', "utf-8")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.json").write_text('{"$defs": {"c": {"$anchor": "c", "type": "null"}}}', "utf-8")

    revision = read_revision(str(tmp_path / "a.json"), suite)

    schemas = RevisionSchemas(revision)
    assert [target.schema["type"] for target in schemas.targets(schemas.root)] == ["null"]


def test_a_tree_is_no_endless_schema(tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "a.json").write_text('{"items": {"$ref": "#"}}', "utf-8")

    assert read_revision(str(tmp_path / "a.json"), suite).schema == {"items": {"$ref": "#"}}


def test_the_metaschema_is_at_hand(tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "a.json").write_text('{"$ref": "https://json-schema.org/draft/2020-12/schema"}', "utf-8")

    assert read_revision(str(tmp_path / "a.json"), suite).neighbours == {}


def test_a_dialect_is_its_schema(suite: Suite) -> None:
    revision = read_revision(suite.default.id, suite)

    assert revision.schema == suite.default.schema
    assert revision.requirements == frozenset(suite.default.requirements)


def test_a_schema_is_known_for_a_dialects_by_its_address(suite: Suite) -> None:
    assert dialect_of_schema(suite, "elsewhere.json", {"$id": suite.default.schema["$id"]}) == suite.default


def test_a_schema_of_no_dialect_is_known_for_none(suite: Suite) -> None:
    assert dialect_of_schema(suite, "elsewhere.json", {"type": "object"}) is None


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With one commit, and a file in it that has changed since."""
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.json").write_text('{"$ref": "b.json"}', "utf-8")
    (tmp_path / "s" / "b.json").write_text('{"minimum": 1}', "utf-8")
    (tmp_path / "d.json").write_text("true", "utf-8")
    (tmp_path / "s" / "d.json").write_text("false", "utf-8")
    for command in ("init -q", "add .", "-c user.name=a -c user.email=a@example.com commit -q -m first"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
    (tmp_path / "s" / "b.json").write_text('{"minimum": 2}', "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_neighbours_come_from_the_same_revision(repository: Path, suite: Suite) -> None:
    assert [*read_revision("HEAD:s/a.json", suite).neighbours.values()] == [{"minimum": 1}]


@pytest.mark.parametrize("path", ["./a.json", "s/a.json", "a.json", "../s/a.json"])
def test_a_path_is_read_from_the_top_or_from_here(
    repository: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(repository / "s")

    assert read_revision(f"HEAD:{path}", suite).schema == {"$ref": "b.json"}


def test_a_path_that_begins_with_a_dot_is_never_read_from_the_top(
    repository: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "s")

    assert read_revision("HEAD:d.json", suite).schema is True
    assert read_revision("HEAD:./d.json", suite).schema is False


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("HEAD:s/c.json", "HEAD:s/c.json: that revision has no such file"),
        ("v9:s/a.json", "v9:s/a.json: git knows no revision 'v9'"),
        ("--all:s/a.json", "--all:s/a.json: git knows no revision '--all'"),
        ("s", "'s' is no file, no REV:PATH of a git revision and no dialect"),
        ("nothing", "'nothing' is no file, no REV:PATH of a git revision and no dialect"),
    ],
)
def test_what_git_does_not_have_is_told_in_a_sentence(repository: Path, suite: Suite, name: str, said: str) -> None:
    with pytest.raises(CallError) as raised:
        read_revision(name, suite)

    assert str(raised.value).startswith(said)


def test_outside_of_a_repository_there_is_no_revision(
    tmp_path: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    with pytest.raises(CallError, match=r"lies in no git repository"):
        read_revision("HEAD:a.json", suite)


def test_without_git_it_says_so(repository: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))

    with pytest.raises(CallError, match=r"there is no command git"):
        read_revision("HEAD:s/a.json", suite)


def test_an_address_within_a_schema_is_entered_once(tmp_path: Path, suite: Suite) -> None:
    schema = {
        "$id": "https://example.com/root.json",
        "$defs": {
            "outer": {"$id": "nested/outer.json", "allOf": [{"$ref": "leaf.json"}]},
            "leaf": {"$id": "https://example.com/nested/leaf.json", "type": "null"},
        },
        "$ref": "#/$defs/outer",
    }
    (tmp_path / "a.json").write_text(json.dumps(schema), "utf-8")

    assert read_revision(str(tmp_path / "a.json"), suite).neighbours == {}
