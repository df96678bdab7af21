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


@pytest.mark.slow
def test_the_nearest_card_does_not_depend_on_the_time(tmp_path: Path) -> None:
    (tmp_path / "judging.py").write_text("def judge(card, dialect, context):\n    return {'valid': False}\n")
    described = 'python = "judging:judge"\ndialects = ["sd-card-02"]\n'
    nearest = []
    for name, clock in (("told", ""), ("own", 'clock = "system"\n')):
        (tmp_path / f"{name}.toml").write_text(described + clock)
        told = report(Checkout(ROOT), "run", tmp_path / name, "--validator", str(tmp_path / f"{name}.toml"))
        nearest.append({path: each.get("nearest_valid") for path, each in told["results"].items()})

    told_the_time, by_its_own_clock = nearest
    asked = {path for path, other in told_the_time.items() if path in by_its_own_clock and other in by_its_own_clock}
    assert len(asked) > 500
    assert {path: told_the_time[path] for path in asked} == {path: by_its_own_clock[path] for path in asked}
