"""What `run` asks about, what it shows first, and the formats that tools read."""

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from agentcard_conformance.corpus import read_json
from agentcard_conformance.schema_engine.engine import schema_errors
from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small

ACCEPTING = "def judge(card, dialect, context):\n    return True\n"
ACCEPTING_SPEC = "--validator python:accepting:judge"
WITHOUT_ANSWER = """
import json, os

def judge(card, dialect, context):
    if b"title" not in card:
        os._exit(3)
    return json.loads(card)["title"] is not None
"""
STRAY_LINE = """
import base64, json, sys

print(json.dumps({"agentcard-conformance": 1}), flush=True)
sys.stdin.readline()
for number, line in enumerate(sys.stdin, 1):
    asked = json.loads(line)
    if number == 3:
        print("warming up", flush=True)
    print(json.dumps({"id": asked["id"], "valid": True}), flush=True)
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A tiny suite and three validators."""
    made = small(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    made.write("accepting.py", ACCEPTING)
    made.write("crashing.py", WITHOUT_ANSWER)
    made.write("stray.py", STRAY_LINE)
    made.write("known.toml", '[[known-failure]]\nfixture = "valid/note-1/title-type/string.json"\nreason = "r"\n')
    return made


def shown(checkout: Checkout, *options: str, validator: str = "python:accepting:judge") -> str:
    """What a run of a validator prints."""
    return checkout.run("run", "--validator", validator, *options).stdout


def asked(checkout: Checkout, *options: str) -> int:
    """How many cards a run asks about."""
    report = json.loads(shown(checkout, "--format", "json", *options))
    return len(report["results"])


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--requirement", "title-type"], 2),
        (["--requirement", "title-type", "--requirement", "json-syntax"], 4),
        (["--area", "title", "--fixture", "invalid"], 2),
        (["-k", "SYNTAX"], 2),
        (["-k", "syntax", "-k", "title-type/number"], 3),
        (["--fixture", "invalid/note-1/title-type", "--fixture", "valid/note-1/title-type"], 2),
    ],
)
def test_only_what_is_typed_is_asked(checkout: Checkout, options: list[str], count: int) -> None:
    assert asked(checkout, *options) == count


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--requirement", "title-tpye"],
            "no requirement of what is run is called 'title-tpye'; did you mean title-type?",
        ),
        (["--area", "colour"], "no area of what is run is called 'colour'; there are document, title"),
        (
            ["--fixture", "invalid/note-1/title-typ"],
            "no folder fixtures/invalid/note-1/title-typ; did you mean fixtures/invalid/note-1/title-type?",
        ),
        (["-k", "colour"], "nothing was selected, which is not a pass"),
    ],
)
def test_a_name_that_stands_for_nothing_is_a_wrong_call(checkout: Checkout, options: list[str], said: str) -> None:
    done = checkout.run("run", *options)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_one_failure_of_each_requirement_is_shown_and_how_many_more_there_are(checkout: Checkout) -> None:
    printed = shown(checkout)
    assert printed.count("  by hand  ") == 5
    assert "more, of" not in printed


def test_cards_without_an_answer_are_shown_before_wrong_answers(checkout: Checkout) -> None:
    printed = shown(checkout, validator="python:crashing:judge")
    assert printed.index("exited with status 3") < printed.index("got          valid")


def test_a_failure_says_what_is_wrong_with_the_card(checkout: Checkout) -> None:
    assert "  the fault    at /title: it is a number, not a string" in shown(checkout, "--requirement", "title-type")


def test_all_shows_every_failure_in_full(checkout: Checkout) -> None:
    checkout.write("fixtures/invalid/note-1/title-type/null.json", '{"title": null}')
    few, every = shown(checkout), shown(checkout, "--all")
    (checkout.root / "fixtures/invalid/note-1/title-type/null.json").unlink()
    assert (few.count("  by hand  "), every.count("  by hand  ")) == (5, 6)
    assert "and 1 more, of: title-type (1)" in few


def test_stopping_at_the_first_failure_asks_no_more(checkout: Checkout) -> None:
    report = json.loads(shown(checkout, "-x", "--format", "json"))
    assert [each["result"] for each in report["results"].values()].count("fail") == 1


def test_a_time_limit_may_be_typed(checkout: Checkout) -> None:
    checkout.write("slow.py", "import time\n\ndef judge(*asked):\n    time.sleep(2)\n    return True\n")
    printed = shown(checkout, "--timeout", "0.3", "-k", "title-type/number", validator="python:slow:judge")
    assert "gave no answer within 0.3 seconds" in printed


def test_a_stale_entry_is_one_line_with_the_way_to_remove_it(checkout: Checkout) -> None:
    printed = shown(checkout, "--expect", "known.toml", "--fixture", "valid")
    assert "does not fail any more: valid/note-1/title-type/string.json\n" in printed
    assert "--expect-write FILE, the file of --expect, removes them" in printed


@pytest.mark.parametrize("way", [["run"], ["pytest"], ["pytest", "-n", "2"]])
def test_restarts_that_cost_no_card_are_told(checkout: Checkout, way: list[str]) -> None:
    validator = ("--validator", f"stream:{sys.executable} {checkout.root / 'stray.py'}")
    printed = checkout.run(*way, *validator).stdout if way == ["run"] else checkout.pytest(*way[1:], *validator).stdout
    assert re.search(r"the validator was restarted (once|\d+ times; the first time), since it wrote a line", printed)


def test_the_json_of_a_run_is_its_report(checkout: Checkout, tmp_path: Path) -> None:
    printed = shown(checkout, "--format", "json", "--report", str(tmp_path / "report.json"))
    assert printed == (tmp_path / "report.json").read_text()
    assert list(schema_errors(read_json(ROOT / "schema" / "suite" / "report.schema.json"), json.loads(printed))) == []


def test_junit_counts_what_the_report_counts(checkout: Checkout) -> None:
    (suite,) = ET.fromstring(shown(checkout, "--format", "junit"))  # noqa: S314  # our own text
    counts = {name: suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")}
    assert counts == {"name": "note-1", "tests": "16", "failures": "5", "errors": "0", "skipped": "0"}
    assert len(suite.findall("testcase/failure")) == 5


def test_junit_tells_crashes_from_wrong_answers(checkout: Checkout) -> None:
    text = shown(checkout, "--format", "junit", validator="python:crashing:judge")
    errors = ET.fromstring(text).findall("testsuite/testcase/error")  # noqa: S314  # our own text
    assert any("exited with status 3" in (each.get("message") or "") for each in errors)


def test_github_is_given_a_command_for_each_failure(checkout: Checkout) -> None:
    lines = [line for line in shown(checkout, "--format", "github").splitlines() if line.startswith("::")]
    assert len(lines) == 5
    assert (
        "::error file=fixtures/invalid/note-1/title-type/number.json,title=note-1%3A title-type::"
        "fail: expected invalid, got valid%0AStatement 9 of the note." in lines
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], f"next: agentcard-conformance run {ACCEPTING_SPEC} --dialect note-1 --requirement card-object --all"),
        (["--report", "r.json"], "next: agentcard-conformance report r.json --format html --output r.html"),
    ],
)
def test_a_run_ends_with_the_next_command(checkout: Checkout, options: list[str], said: str) -> None:
    assert shown(checkout, *options).splitlines()[-1] == said


def test_the_next_command_works(checkout: Checkout) -> None:
    last = shown(checkout).splitlines()[-1].removeprefix("next: agentcard-conformance ")

    assert "fixtures/invalid/note-1/card-object" in checkout.run(*shlex.split(last)).stdout


@pytest.mark.parametrize("variable", ["NO_COLOR", "TERM_PROGRAM"])
def test_a_terminal_sees_how_far_a_run_is_and_a_pipe_does_not(checkout: Checkout, variable: str) -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "agentcard_conformance", "run", "--validator", "python:accepting:judge"]
    environment = {**os.environ, "PYTHONPATH": str(checkout.root / "runner" / "src"), "TERM": "xterm", variable: "1"}
    done = subprocess.run(
        command, cwd=checkout.root, env=environment, stdout=subprocess.PIPE, stderr=terminal, check=False
    )
    os.close(terminal)
    seen = os.read(controller, 2**16).decode()
    os.close(controller)

    assert " of 16 cards, " in seen
    assert " a second" not in done.stdout.decode()
    assert bool(re.search(r"\x1b\[3\d", seen)) is (variable != "NO_COLOR")
