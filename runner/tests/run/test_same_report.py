"""One validator's report is the same, byte for byte, in whichever way the cards are asked."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small

TALKATIVE = """
ODD = "\\ud800 \\x1b[2J \\x00 \\u202e \\U0001f600 \\r\\n" * 500

def judge(card, dialect, context):
    if b"[" in card[:1]:
        raise ValueError(f"{object()} has another address in each process")
    error = {"pointer": "/" + ODD, "message": f"{len(card)} bytes {ODD}", "requirement": ODD}
    return {"valid": len(card) % 2 == 0, "errors": [error] * 40}
"""
SILENT = "invalid/note-1/card-object/array.json"
WAYS = {
    "run": ("-m", "agentcard_conformance", "run"),
    "pytest": ("-m", "pytest", "conformance", "-k", "test_verdict"),
    "two workers": ("-m", "pytest", "conformance", "-k", "test_verdict", "-n", "2"),
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout of a small suite, with a validator that says much."""
    made = small(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    made.write("talkative.py", TALKATIVE)
    return made


def report(checkout: Checkout, way: str, file: Path, *validator: str) -> dict[str, Any]:
    done = checkout.python(*WAYS[way], *validator, f"--report={file}")
    assert file.exists(), done.stdout + done.stderr
    return dict(json.loads(file.read_text()))


@pytest.mark.parametrize("way", ["pytest", "two workers"])
def test_what_a_validator_says_changes_nothing_else(checkout: Checkout, tmp_path: Path, way: str) -> None:
    spec = ("--validator", "python:talkative:judge")
    told, again = (report(checkout, each, tmp_path / each, *spec) for each in ("run", way))

    assert "another address" in told["said"].pop(SILENT)["why"]
    assert "another address" in again["said"].pop(SILENT)["why"]
    assert json.dumps(told) == json.dumps(again)


def test_what_a_validator_says_is_bounded_and_safe(checkout: Checkout, tmp_path: Path) -> None:
    said = report(checkout, "run", tmp_path / "report.json", "--validator", "python:talkative:judge")["said"]
    texts = {text for each in said.values() for error in each.get("errors", ()) for text in error.values()}

    assert len(said) == 16
    assert {len(each["errors"]) for each in said.values() if "errors" in each} == {5}
    assert {(len(text), text.isascii() and text.isprintable()) for text in texts} == {(200, True)}


def test_the_reference_says_the_same_over_a_pipe(checkout: Checkout, tmp_path: Path) -> None:
    spec = f"stream:{sys.executable} -m agentcard_conformance serve"
    near = report(checkout, "two workers", tmp_path / "near.json")
    far = report(checkout, "run", tmp_path / "far.json", "--validator", spec)

    del near["validator"], far["validator"]
    assert near["said"]
    assert json.dumps(near) == json.dumps(far)
