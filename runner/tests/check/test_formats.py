"""What `check` prints is read rightly by those it is printed for."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agentcard_conformance import __version__
from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import check_format_names, load_check_format
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Question
from agentcard_conformance.reference import Reference
from program_call import call

SUITE = read_suite()
FORMATS = ["concise", "github", "json", "sarif", "text"]
UNESCAPED = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}
CARDS = {
    "bad.json": rb'{"agent_id": "91HZQK3P8EMXR9V7T5N2W4J6C0", "name": "\ud800", "version": "1"}',
    "50%25, a:b\n.json": b'{"agent_id": 3}',
    "not utf-8 \udcff.json": b"\xff",
    "other.json": b'{"name": "Geo", "url": "https://geo.example/", "protocolVersion": "0.2.6", "skills": []}',
    "kart\u00e9.json": b'{"metadata": {"pacr:x,y:z%": 1}}',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    for name, card in CARDS.items():
        (folder / name).write_bytes(card)
    return folder


def printed(folder: Path, form: str) -> bytes:
    return call("check", "--format", form, *map(os.fsencode, CARDS), "-", cwd=folder, stdin=b"[]").stdout


@pytest.fixture(scope="module")
def report(folder: Path) -> Any:
    return json.loads(printed(folder, "json"))


@pytest.fixture(scope="module")
def run(folder: Path) -> Any:
    """The one run of the SARIF log."""
    log = json.loads(printed(folder, "sarif"))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    return log["runs"][0]


@pytest.fixture(scope="module")
def commands(folder: Path) -> list[tuple[str, dict[str, str], str]]:
    """GitHub's commands, read as its runner reads them."""
    *lines, closing = printed(folder, "github").decode().splitlines()
    assert closing.startswith("6 files, ")
    return [understood(line) for line in lines]


def understood(line: str) -> tuple[str, dict[str, str], str]:
    command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
    assert command
    properties = dict(each.split("=", 1) for each in command[2].split(","))
    return command[1], {key: unescaped(value) for key, value in properties.items()}, unescaped(command[3])


def unescaped(text: str) -> str:
    return re.sub("%(25|0D|0A|3A|2C)", lambda code: UNESCAPED[code[0]], text)


def found(report: Any, kind: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    return ((file, finding) for file in report["files"] for finding in file[kind])


def test_every_format_is_a_module_with_a_function_render() -> None:
    assert check_format_names() == FORMATS
    assert [name for name in FORMATS if not callable(load_check_format(name).render)] == []


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_checked_is_printed_by_every_format(form: str) -> None:
    assert isinstance(load_check_format(form).render([]), str)


@given(st.text(st.characters()) | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zl"])))
def test_a_cards_text_becomes_printable_ascii_and_stays_it(text: str) -> None:
    shown = to_ascii(text)
    assert shown.isascii()
    assert shown.isprintable()
    assert to_ascii(shown) == shown


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_trusts_what_a_rule_says_of_a_card(form: str) -> None:
    assessment = Reference(SUITE.dialects).assess(Question(b"[]", SUITE.default.id))
    found = assessment.violations[0]._replace(what="\x1b[31m\u202e\ud800", pointer="/\x1b[31m\u202e\ud800")
    said = load_check_format(form).render(
        [CheckedFile("a.json", SUITE.default, assessment._replace(violations=(found,)))]
    )
    assert re.sub("[ -~\n]", "", said) == ""


def test_what_is_printable_already_is_not_changed() -> None:
    assert to_ascii(r'"a\n" ~') == r'"a\n" ~'


def test_json_holds_to_its_schema(report: Any) -> None:
    schema = json.loads((SUITE.root / "schema/suite/check.schema.json").read_text())
    assert [error.message for error in Draft202012Validator(schema).iter_errors(report)] == []


def test_json_has_all_that_the_schema_describes_somewhere(report: Any) -> None:
    seen = {kind for kind in ("violations", "advice", "contested", "hints") if any(found(report, kind))}
    assert seen == {"violations", "advice", "contested", "hints"}
    assert {finding["stage"] for _, finding in found(report, "violations")} == {"decode", "schema", "rule"}


def test_json_names_the_files_as_the_call_did(report: Any) -> None:
    assert [file["file"] for file in report["files"]] == [*(name.replace("\udcff", "\ufffd") for name in CARDS), "-"]


def test_github_gets_an_error_a_warning_or_a_notice_for_each_finding(report: Any, commands: list[Any]) -> None:
    wanted = [
        (level, finding["line"], finding["what"].split("\n")[0])
        for file in report["files"]
        for level, kind in (("error", "violations"), ("warning", "advice"), ("notice", "contested"))
        for finding in file[kind]
    ]
    stdin = [(level, message.split("\n")[0]) for level, properties, message in commands if "file" not in properties]
    got = [
        (level, int(properties["line"]), message.split("\n")[0])
        for level, properties, message in commands
        if "line" in properties
    ]
    assert got == wanted[: len(got)]
    assert stdin == [(level, what) for level, _, what in wanted[len(got) :]]


def test_github_reads_the_names_of_files_and_members_as_they_are(commands: list[Any]) -> None:
    files = {properties.get("file") for _, properties, _ in commands}
    assert files == {"bad.json", r"50%25, a:b\n.json", r"not utf-8 \udcff.json", "other.json", "kart\u00e9.json", None}
    assert "metadata-reserved-prefix at /metadata/pacr:x,y:z%" in {properties["title"] for _, properties, _ in commands}


def test_sarif_says_who_speaks(run: Any) -> None:
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("agentcard-conformance", __version__)
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_has_a_result_for_each_finding_with_its_level(report: Any, run: Any) -> None:
    wanted = [
        (f"{file['dialect']}/{finding['requirement']}", level)
        for file in report["files"]
        for level, kind in (("error", "violations"), ("warning", "advice"), ("note", "contested"))
        for finding in file[kind]
    ]
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == wanted


def test_sarif_describes_each_rule_once_and_where_it_comes_from(run: Any) -> None:
    rules = run["tool"]["driver"]["rules"]
    ids = [rule["id"] for rule in rules]
    assert len(set(ids)) == len(ids)
    dialects = [SUITE.default, SUITE.dialects["a2a-0.3"]]
    assert {rule["helpUri"] for rule in rules} == {each.source for each in dialects}
    statements = {f"{of.id}/{each.id}": each.statement for of in dialects for each in of.requirements.values()}
    texts = [{rule["shortDescription"]["text"], rule["fullDescription"]["text"]} for rule in rules]
    assert texts == [{statements[rule["id"]]} for rule in rules]


def test_sarif_points_from_a_result_to_its_rule_and_its_file(run: Any) -> None:
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        (location,) = result["locations"]
        artifact = location["physicalLocation"]["artifactLocation"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert run["artifacts"][artifact["index"]]["location"]["uri"] == artifact["uri"]
        assert result["message"]["text"]


def test_sarif_gives_the_place_in_the_text_and_in_the_value(report: Any, run: Any) -> None:
    wanted = [
        (finding["line"], finding["column"], finding["pointer"])
        for file in report["files"]
        for kind in ("violations", "advice", "contested")
        for finding in file[kind]
    ]
    assert [where(*result["locations"]) for result in run["results"]] == wanted


def where(location: Any) -> tuple[int, int, str]:
    region = location["physicalLocation"]["region"]
    (member,) = location.get("logicalLocations", [{"fullyQualifiedName": ""}])
    return region["startLine"], region["startColumn"], member["fullyQualifiedName"]


def test_sarif_writes_files_as_uris(run: Any) -> None:
    uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    assert [unquote_to_bytes(uri) for uri in uris] == [*map(os.fsencode, CARDS), b"stdin"]
    assert [uri for uri in uris if not re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)] == []


def test_sarif_writes_an_absolute_file_as_a_file_uri(folder: Path) -> None:
    done = call("check", "--format", "sarif", str(folder / "bad.json"))
    run = json.loads(done.stdout)["runs"][0]
    assert run["artifacts"][0]["location"]["uri"] == (folder / "bad.json").as_uri()


def test_sarif_notes_what_a_file_looks_like(run: Any) -> None:
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [(note["level"], "A2A Agent Card 0.2" in note["message"]["text"]) for note in notes] == [("note", True)]
