"""Validators that misbehave, through all that a user runs: a fault costs its own card and no other verdict."""

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from checkout_copy import Checkout, copied
from conftest import SUITE
from program_call import call

ZOO = Path(__file__).parents[1] / "hostile_validator.py"
KEPT = f"{SUITE.default.id}/name-length"
CHOSEN = next(each for each in SUITE.fixtures() if each.path.startswith(f"valid/{KEPT}/"))
PREFIX = hashlib.sha256(CHOSEN.question.card).hexdigest()[:16]
WAYS = {"one process": (), "two workers": ("-n", "2")}
COST_ONE_CARD = (
    "crash",
    "segfault",
    "exit-1",
    "hang",
    "garbage",
    "wrong-id",
    "twice",
    "half-a-line",
    "flood",
    "leave-a-child",
)


def described(folder: Path, *arguments: str) -> Path:
    """A validator.toml of one animal, with little patience."""
    command = f"{sys.executable} {ZOO} {' '.join(arguments)}"
    toml = folder / "validator.toml"
    toml.write_text(f'name = "zoo"\nstream = "{command}"\ntimeout = 0.7\nstartup_timeout = 5\n')
    return toml


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with the fixtures of one requirement, since most of what is to be seen shows on any forty cards."""
    checkout = copied(tmp_path_factory.mktemp("checkout"))
    for folder in (checkout.root / "fixtures").glob("*/*/*"):
        if folder.is_dir() and not folder.match(KEPT):
            shutil.rmtree(folder)
    return checkout


def held(small: Checkout, toml: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit status and the report of pytest over these fixtures."""
    report = toml.with_name("report.json")
    options = ("-q", "-k", "test_verdict", "--validator", str(toml), f"--report={report}", *options)
    done = small.pytest(*options)
    return done.returncode, json.loads(report.read_text()) if report.exists() else {
        "printed": done.stdout + done.stderr
    }


@pytest.fixture(scope="module")
def honest(small: Checkout, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the animal says of every card when it behaves."""
    return _answers(held(small, described(tmp_path_factory.mktemp("honest"), "honest"))[1])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("behaviour", COST_ONE_CARD)
def test_a_fault_costs_its_card_and_no_other(
    behaviour: str, way: str, small: Checkout, honest: dict[str, str], tmp_path: Path
) -> None:
    toml = described(tmp_path, behaviour, "--on", f"sha256:{PREFIX}")

    status, report = held(small, toml, *WAYS[way])

    assert _answers(report) == {**honest, CHOSEN.path: "no-answer"}
    assert status == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_crash_that_does_not_come_back_costs_nothing(
    way: str, small: Checkout, honest: dict[str, str], tmp_path: Path
) -> None:
    _, report = held(small, described(tmp_path, "crash-once", "--state", str(tmp_path / "crashed")), *WAYS[way])

    assert _answers(report) == honest


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("behaviour", ["crash", "hang"])
def test_a_validator_that_never_answers_is_given_up_on_and_does_not_pass(
    behaviour: str, way: str, small: Checkout, honest: dict[str, str], tmp_path: Path
) -> None:
    status, report = held(small, described(tmp_path, behaviour), *WAYS[way])

    assert _answers(report) == dict.fromkeys(honest, "no-answer")
    assert status == 1


@pytest.mark.parametrize("way", WAYS)
def test_judging_by_the_order_of_cards_does_not_conform(
    way: str, small: Checkout, honest: dict[str, str], tmp_path: Path
) -> None:
    status, report = held(small, described(tmp_path, "alternate"), *WAYS[way])

    assert set(_answers(report)) == set(honest)
    assert "fail" in report["counts"]["all"]
    assert status == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("behaviour", ["handshake-die", "handshake-version-2"])
def test_a_validator_that_cannot_be_started_is_a_wrong_call(
    behaviour: str, way: str, small: Checkout, tmp_path: Path
) -> None:
    status, said = held(small, described(tmp_path, behaviour), *WAYS[way])

    assert status == 2
    assert "printed" in said, "a report was written"


@pytest.mark.parametrize("behaviour", ["accept", "refuse", "skip", "alternate"])
def test_nobody_conforms_without_looking_at_the_cards(behaviour: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"

    done = call("run", "--validator", str(described(tmp_path, behaviour)), "--report", str(report))

    conformant = json.loads(report.read_text())["dialects"][SUITE.default.id]["conformant"]
    assert conformant == {"core": False, "full": False}
    assert done.returncode == 1


def test_the_report_is_the_same_with_two_workers(small: Checkout, tmp_path: Path) -> None:
    toml = described(tmp_path, "refuse")

    alone, spread = held(small, toml), held(small, toml, *WAYS["two workers"])

    assert alone == spread


def _answers(report: dict[str, Any]) -> dict[str, str]:
    assert "results" in report, report
    return {path: result["got"] for path, result in report["results"].items()}
