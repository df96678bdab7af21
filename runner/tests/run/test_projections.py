"""What a publisher makes of a card is asked of validators, and compared by value, in every form."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentcard_conformance.model import Json, LiteralFloat, first_difference, to_pointer
from checkout_copy import Checkout
from publishing_checkout import AT, CARDS, PROFILE, REFUSED, with_publishing

REFERENCE = f"stream:{sys.executable} -m agentcard_conformance serve"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return with_publishing(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def service(checkout: Checkout) -> Iterator[str]:
    """The address of a publisher on HTTP."""
    command = [sys.executable, "validating.py"]
    with subprocess.Popen(command, cwd=checkout.root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/"
        process.kill()


@pytest.fixture(params=["reference", "stream", "once", "python", "http"])
def publisher(request: pytest.FixtureRequest, service: str) -> list[str]:
    """The options that name a validator that publishes rightly, in each form."""
    specs = {
        "stream": REFERENCE,
        "once": f"once:{sys.executable} validating.py {{context}}",
        "python": "python:validating:publisher",
        "http": service,
    }
    return [] if request.param == "reference" else ["--validator", specs[request.param]]


def run(checkout: Checkout, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return checkout.run("run", "--profile", PROFILE, *arguments)


def test_a_publisher_is_conformant_in_every_form(checkout: Checkout, publisher: list[str], tmp_path: Path) -> None:
    done = run(checkout, *publisher, f"--report={tmp_path / 'report.json'}")

    results = json.loads((tmp_path / "report.json").read_bytes())["results"]
    assert (done.returncode, f"{PROFILE}: yes" in done.stdout) == (0, True), done.stdout + done.stderr
    assert {results[f"{AT}/{name}.json"]["result"] for name in CARDS} == {"pass"}


def test_pytest_asks_for_it_in_several_processes(checkout: Checkout) -> None:
    done = checkout.pytest("-q", "-n", "2", "--profile", PROFILE, "--validator", "python:validating:publisher")

    assert done.returncode == 0, done.stdout
    assert f"{PROFILE}: yes" in done.stdout


@pytest.mark.parametrize(
    ("validator", "why"),
    [
        ("plain", 'it gave no "projection" with its answer, which says what is published of the card'),
        ("shouting", 'it publishes "TEA" at /headline, where "Tea" is expected'),
    ],
)
def test_another_projection_fails_with_the_first_difference(checkout: Checkout, validator: str, why: str) -> None:
    done = run(checkout, "--validator", f"python:validating:{validator}", "--fixture", f"{AT}/tea.json")

    assert done.returncode == 1, done.stderr
    assert f"  got          other-projection: {why}\n" in done.stdout


def test_the_report_says_what_differs(checkout: Checkout, tmp_path: Path) -> None:
    run(checkout, "--validator", "python:validating:shouting", f"--report={tmp_path / 'report.json'}")

    report = json.loads((tmp_path / "report.json").read_bytes())
    path = f"{AT}/tea.json"
    assert report["results"][path] == {"expected": "valid", "got": "other-projection", "result": "fail"}
    assert report["said"][path]["why"].startswith("it publishes")


def test_a_report_of_cards_alone_has_its_row_among_the_results(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run("run", "--validator", "python:validating:plain", f"--report={tmp_path / 'report.json'}")

    assert "## note-1" in checkout.run("report", "--format", "results", str(tmp_path / "report.json")).stdout


def test_a_refusal_beside_a_wrong_projection_is_earned(checkout: Checkout, tmp_path: Path) -> None:
    done = run(checkout, "--validator", "python:validating:plain", "--fixture", REFUSED, "--fixture", AT)

    assert "1 invalid cards refused, 1 of them earned" in done.stdout


def test_a_plain_validator_is_not_held_to_it(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run("run", "--validator", "python:validating:plain", f"--report={tmp_path / 'report.json'}")

    report = json.loads((tmp_path / "report.json").read_bytes())
    assert report["dialects"]["note-1"]["conformant"][PROFILE] is None
    assert [path for path in report["results"] if path.startswith(AT)] == []


def test_the_line_to_ask_again_by_hand_asks_for_it(checkout: Checkout) -> None:
    done = checkout.run("run", "--validator", "python:validating:shouting", "--fixture", f"fixtures/{AT}/tea.json")

    assert (done.returncode, "got          other-projection" in done.stdout) == (1, True)


def test_a_known_failure_may_be_about_it(checkout: Checkout, tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    run(checkout, "--validator", "python:validating:shouting", "--expect-write", str(known))

    done = run(checkout, "--validator", "python:validating:shouting", "--expect", str(known))

    assert "answered other-projection" in known.read_text()
    assert done.returncode == 0, done.stdout


def test_doctor_says_whether_it_is_answered(checkout: Checkout) -> None:
    plain, publisher = (
        checkout.run("doctor", "--validator", f"python:validating:{name}").stdout for name in ("plain", "publisher")
    )

    title = "says what is published of a card:"
    assert [line.split(title)[1].split()[0] for line in plain.splitlines() if title in line] == ["no,"]
    assert [line.split(title)[1].split()[0] for line in publisher.splitlines() if title in line] == ["yes:"]


def test_export_hands_it_on(checkout: Checkout) -> None:
    lines = {line["id"]: line for line in map(json.loads, checkout.run("export").stdout.splitlines())}

    assert lines[f"{AT}/tea"]["projection"] == {"headline": "Tea", "sheets": 1}
    assert [name for name, line in lines.items() if "projection" in line] == [f"{AT}/accented", f"{AT}/tea"]


def test_the_digest_of_the_corpus_covers_it(checkout: Checkout, tmp_path: Path) -> None:
    file = checkout.root / "fixtures" / AT / "tea.projection.json"
    before, text = _digest(checkout, tmp_path), file.read_bytes()
    file.write_bytes(text.replace(b"1", b"2"))
    after = _digest(checkout, tmp_path)
    file.write_bytes(text)

    assert before != after


def _digest(checkout: Checkout, folder: Path) -> object:
    run(checkout, f"--report={folder / 'report.json'}")
    return json.loads((folder / "report.json").read_bytes())["dialects"]["note-1"]["corpus"]


@pytest.mark.parametrize(
    ("expected", "found", "at"),
    [
        ({"a": 1}, {"a": 1}, None),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, None),
        ({"a": 1}, {"a": 1.0}, None),
        ({"a": 10}, {"a": LiteralFloat("1e1")}, None),
        ({"a": 1}, {"a": True}, "/a"),
        ({"a": 0}, {"a": False}, "/a"),
        ({"a": None}, {}, "/a"),
        ({}, {"a": None}, "/a"),
        ({"a": "1"}, {"a": 1}, "/a"),
        ({"a": [1, 2]}, {"a": [2, 1]}, "/a/0"),
        ({"a": [1]}, {"a": [1, 2]}, "/a/1"),
        ({"a": [1, 2]}, {"a": [1]}, "/a/1"),
        ({"a": {}}, {"a": []}, "/a"),
        ({"a": {"b/c": "x"}}, {"a": {"b/c": "y"}}, "/a/b~1c"),
        ({"a": 0.1}, {"a": LiteralFloat("0.10000000000000000001")}, "/a"),
    ],
)
def test_values_are_compared_by_what_they_mean(expected: Json, found: Json, at: str | None) -> None:
    difference = first_difference(expected, found)

    assert (difference and to_pointer(difference.at)) == at
