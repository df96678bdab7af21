"""A SPEC names a validator, and whoever writes a wrong one is told what to do."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry

from agentcard_conformance.errors import CallError, ConformanceError, SuiteError
from agentcard_conformance.model import Answer, Description, Identity, Question
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import (
    describe_validator,
    find_description,
    known_validators,
    read_description,
)
from conftest import SUITE

SCHEMA = Path(__file__).parents[3] / "schema" / "suite" / "validator.schema.json"

FULL = """
name = "mine"
version = "1.2"
language = "Go"
homepage = "https://example.com/"
issues = "https://example.com/issues"
dialects = ["note-1", "toy"]
profile = "core"
once = "./judge --dialect {dialect}"
setup = "make"
needs = ["sh"]
timeout = 2
startup_timeout = 7.5
environment = { MODE = "strict" }
"""


@pytest.fixture
def validators(tmp_path: Path) -> Path:
    for name in ("first", "second"):
        (tmp_path / "validators" / name).mkdir(parents=True)
        (tmp_path / "validators" / name / "validator.toml").write_text('python = "bridge:judge"\n')
    (tmp_path / "validators" / "second" / "expected").mkdir()
    (tmp_path / "validators" / "second" / "expected" / "toy.toml").write_text("")
    (tmp_path / "validators" / "no-validator").mkdir()
    return tmp_path / "validators"


def toml(folder: Path, text: str) -> Path:
    path = folder / "validator.toml"
    path.write_text(text)
    return path


def test_a_description_is_read_whole(tmp_path: Path) -> None:
    path = toml(tmp_path, FULL)
    assert read_description(path, "mine.toml") == Description(
        spec="mine.toml",
        form="once",
        target="./judge --dialect {dialect}",
        identity=Identity("mine", "1.2", "Go", "https://example.com/"),
        folder=tmp_path,
        dialects=("note-1", "toy"),
        profile="core",
        setup=("make",),
        needs=("sh",),
        timeout=2.0,
        startup_timeout=7.5,
        environment={"MODE": "strict"},
        issues="https://example.com/issues",
    )


def test_a_name_is_a_folder_with_its_own_expectations(validators: Path) -> None:
    description = describe_validator("second", validators)
    assert description.folder == validators / "second"
    assert description.expected == {"toy": validators / "second" / "expected" / "toy.toml"}


@pytest.mark.parametrize("name", known_validators(SUITE.validators))
def test_a_known_validator_reads_dialects_of_the_suite(name: str) -> None:
    described = find_description(name, SUITE.validators)
    assert described.dialects and set(described.dialects) <= SUITE.dialects.keys()


def test_a_name_without_expectations_has_none(validators: Path) -> None:
    assert describe_validator("first", validators).expected == {}


def test_the_names_are_the_folders_that_describe_a_validator(validators: Path) -> None:
    assert known_validators(validators) == ["first", "second"]


@pytest.mark.parametrize(
    ("spec", "form", "target"),
    [
        (f"stream:{sys.executable} -u 'my bridge.py'", "stream", f"{sys.executable} -u 'my bridge.py'"),
        (f"once:{sys.executable} {{dialect}}", "once", f"{sys.executable} {{dialect}}"),
        ("python:package.module:Class.judge", "python", "package.module:Class.judge"),
        ("http://localhost:8080/validate?x=1", "http", "http://localhost:8080/validate?x=1"),
        ("https://[::1]/", "http", "https://[::1]/"),
    ],
)
def test_a_form_on_the_command_line_describes_itself(spec: str, form: str, target: str, validators: Path) -> None:
    expected = Description(spec, form, target, Identity(""), Path.cwd())
    assert describe_validator(spec, validators) == expected


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("third", "no validator is called 'third'; known are first, second; or give path/to/validator.toml, stream:"),
        ("", "no validator is called ''"),
        ("no/such/validator.toml", "no/such/validator.toml: cannot be read (No such file or directory); a SPEC is"),
        ("stream:", "stream:: the command is empty"),
        ("stream:no-such-program -x", "command not found: no-such-program in PATH (commands run without a shell"),
        ("once:./no-such-program", "command not found: ./no-such-program in "),
        ("stream:sh -c 'unclosed", "the command cannot be read (No closing quotation)"),
        ("python:bridge.py", "write python:module:callable"),
        ("python:bridge:", "write python:module:callable"),
        ("http:8080", "not an address of the form"),
        ("http://user:secret@localhost/", "not an address of the form"),
        ("http://localhost:eighty/", "not an address ("),
    ],
)
def test_a_wrong_spec_is_told_what_to_do(spec: str, sentence: str, validators: Path) -> None:
    with pytest.raises(CallError) as raised:
        describe_validator(spec, validators)
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("stream = ", "is not TOML"),
        ("stream = 'sh'\ncolour = 'red'", "unknown key 'colour'; known are name, version"),
        ("stream = 'sh'\nversion = 1.0", "version must be a string that is not empty"),
        ("stream = 'sh'\nname = ''", "name must be a string that is not empty"),
        ("stream = 'sh'\ndialects = 'toy'", "dialects must be a list of strings"),
        ("stream = 'sh'\nneeds = [1]", "needs must be a list of strings"),
        ("stream = 'sh'\ntimeout = 0", "timeout must be a number of seconds above zero"),
        ("once = 'sh'\nexit_status = 1", "exit_status must be true or false"),
        ("stream = 'sh'\nexit_status = true", "exit_status is for a program that is started for each card: once"),
        ("stream = 'sh'\ntimeout = true", "timeout must be a number of seconds above zero"),
        ("stream = 'sh'\ntimeout = inf", "timeout must be a number of seconds above zero"),
        ("stream = 'sh'\ntimeout = nan", "timeout must be a number of seconds above zero"),
        ("stream = 'sh'\nenvironment = { A = 1 }", "environment must be a table of strings"),
        ("name = 'mine'", "needs exactly one of stream, once, python, http; it has none"),
        ("stream = 'sh'\nhttp = 'http://x'", "needs exactly one of stream, once, python, http; it has stream and http"),
    ],
)
def test_a_wrong_description_is_told_which_key_is_wrong(text: str, sentence: str, tmp_path: Path) -> None:
    path = toml(tmp_path, text)
    with pytest.raises(SuiteError) as raised:
        describe_validator(str(path), tmp_path)
    assert str(raised.value).startswith(f"{path}: ")
    assert sentence in str(raised.value)


def test_a_program_given_without_its_form_is_told_the_forms(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF\xff")
    with pytest.raises(SuiteError, match="a program is named stream:COMMAND or once:COMMAND"):
        describe_validator(str(program), tmp_path)


def test_tools_that_are_missing_are_named_with_the_setup(tmp_path: Path) -> None:
    path = toml(tmp_path, "stream = 'sh'\nneeds = ['sh', 'no-such-tool']\nsetup = 'make tools'")
    with pytest.raises(CallError, match=r"needs no-such-tool, which is not on the PATH; .*: make tools"):
        describe_validator(str(path), tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        "stream = 'sh'",
        "stream = ''",
        "name = 'mine'",
        "stream = 'sh'\nonce = 'sh'",
        "stream = 'sh'\ncolour = 'red'",
        "stream = 'sh'\nversion = 1.0",
        "stream = 'sh'\ndialects = []",
        "stream = 'sh'\ndialects = ['']",
        "stream = 'sh'\ntimeout = 0",
        "stream = 'sh'\ntimeout = 0.1",
        "once = 'sh'\nexit_status = true",
        "once = 'sh'\nexit_status = 'yes'",
        "stream = 'sh'\nexit_status = true",
        "stream = 'sh'\ntimeout = true",
        "stream = 'sh'\nenvironment = { A = 1 }",
        "stream = 'sh'\nenvironment = { A = '' }",
        "stream = 'sh'\nenvironment = []",
    ],
)
def test_the_schema_and_the_reader_agree(text: str, tmp_path: Path) -> None:
    assert is_read(toml(tmp_path, text)) == is_valid(tomllib.loads(text))


def is_read(path: Path) -> bool:
    try:
        read_description(path, "x")
    except ConformanceError:
        return False
    return True


def is_valid(value: Any) -> bool:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return bool(Draft202012Validator(schema, registry=Registry()).is_valid(value))


def test_a_described_callable_is_found_beside_its_description(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text(
        "import os\ndef judge(card, dialect, context): return os.environ['MODE'] == 'on'\n"
    )
    path = toml(tmp_path, "name = 'b'\npython = 'beside:judge'\nenvironment = { MODE = 'on' }")
    with open_judge(describe_validator(str(path), tmp_path), "0.1.0", {}) as judge:
        assert judge.identity == Identity("b", language="Python")
        assert [verdict.answer for verdict in judge.judge([Question(b"{}", "toy")])] == [Answer.VALID]


def test_a_described_command_runs_in_the_folder_of_its_description(tmp_path: Path) -> None:
    program = tmp_path / "judge"
    program.write_text("#!/bin/sh\ncat beside\n")
    program.chmod(0o755)
    (tmp_path / "beside").write_text('{"valid": true}')
    description = describe_validator(str(toml(tmp_path, "once = './judge'")), tmp_path)
    with open_judge(description, "0.1.0", {}) as judge:
        assert [verdict.answer for verdict in judge.judge([Question(b"{}", "toy")])] == [Answer.VALID]
