"""One validator has one report, whichever way it is asked."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance import __version__, read_suite
from agentcard_conformance.model import Answer, Question
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.setup import set_up

NAME = "complete-javascript"
SUITE = read_suite()
SCHEMAS = SUITE.root / "schema"


DESCRIBED = describe_validator(NAME, SUITE.validators, SCHEMAS)
DIALECTS = [word for dialect in DESCRIBED.dialects for word in ("--dialect", dialect)]


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where the validator is ready to be asked."""
    return set_up(DESCRIBED, __version__, print).folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The validator as a service."""
    command = ["node", "http.mjs", str(SCHEMAS)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout
        yield f"http://127.0.0.1:{service.stdout.readline().strip()}/"
        service.kill()


def report(spec: str, folder: Path, file: Path, *options: str) -> dict[str, Any]:
    """The report of the whole corpus or of a profile, without the validator's name and its words."""
    arguments = ["--validator", spec, *DIALECTS, "--report", str(file), *options]
    command = [sys.executable, "-m", "agentcard_conformance", "run", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(file.read_text())
    del written["validator"], written["said"]
    return dict(written)


@pytest.fixture(scope="module")
def streamed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What it says on the stream protocol."""
    return report(f"stream:node bridge.mjs {SCHEMAS}", folder, tmp_path_factory.mktemp("report") / "stream.json")


def test_by_its_name(streamed: dict[str, Any], folder: Path, tmp_path: Path) -> None:
    assert report(NAME, folder, tmp_path / "report.json") == streamed


def test_as_a_program_for_each_card(folder: Path, tmp_path: Path) -> None:
    """Of the profile for validators that start slowly: the whole corpus takes seven minutes."""
    specs = (f"stream:node bridge.mjs {SCHEMAS}", f"once:node once.mjs {SCHEMAS} {{dialect}} {{context}}")

    streamed, once = (report(spec, folder, tmp_path / "report.json", "--profile", "smoke") for spec in specs)

    assert once == streamed


def test_as_a_service(streamed: dict[str, Any], folder: Path, tmp_path: Path, address: str) -> None:
    assert report(address, folder, tmp_path / "report.json") == streamed


@pytest.mark.parametrize("name", ["complete-javascript", "complete-go"])
def test_a_card_of_a_dialect_that_it_does_not_read_is_skipped(name: str) -> None:
    ready = set_up(describe_validator(name, SUITE.validators, SCHEMAS), __version__, print)
    with open_judge(ready, __version__, SUITE.dialects) as judge:
        assert [each.answer for each in judge.judge([Question(b"{}", "of-somebody-else")])] == [Answer.SKIP]


def test_the_bridge_in_rust(tmp_path: Path) -> None:
    """It needs two packages of a registry, so that it cannot stand beside the others in runner/tests."""
    shutil.copytree(SUITE.validators / "TEMPLATE", tmp_path / "src")
    (tmp_path / "Cargo.toml").write_text(CARGO)
    subprocess.run(["cargo", "build", "--quiet"], cwd=tmp_path, check=True)
    command = [sys.executable, "-m", "agentcard_conformance", "doctor", "--validator", "stream:target/debug/bridge"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


CARGO = """
[package]
name = "bridge"
version = "0.1.0"
edition = "2021"

[[bin]]
name = "bridge"
path = "src/bridge.rs"

[dependencies]
base64 = "0.22"
serde_json = "1"
"""
