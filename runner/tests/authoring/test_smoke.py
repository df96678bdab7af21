"""The cards of the profile smoke are the fewest that show every requirement, and they alone are asked about."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from agentcard_conformance.authoring.smoke import choose_smoke
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.model import Expected
from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small as small_checkout

NUMBER = "invalid/note-1/title-type/number.json"
STRING = "valid/note-1/title-type/string.json"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A small suite with one card too many, which is the longer one."""
    made = small_checkout(tmp_path)
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    made.write("fixtures/valid/note-1/json-syntax/long.json", '{\n  "title": "One that is not chosen."\n}\n')
    return made


def test_each_side_of_each_requirement_has_one_card(suite: Suite) -> None:
    fixtures = {each.path: each for each in suite.fixtures([suite.default.id])}
    chosen = [fixtures[path] for path in choose_smoke(fixtures.values(), suite.default)]

    shown = Counter((each.requirement.id, each.expected) for each in chosen)
    assert shown == Counter((each.id, side) for each in suite.default.requirements.values() for side in each.sides)


def test_the_order_of_the_fixtures_does_not_show(suite: Suite) -> None:
    fixtures = suite.fixtures([suite.default.id])

    assert list(choose_smoke(fixtures, suite.default)) == list(choose_smoke(fixtures[::-1], suite.default))


def test_the_two_sides_are_those_that_differ_least(tiny: Path) -> None:
    (tiny / "fixtures/invalid/note-1/title-type/zero.json").write_bytes(b'{\n  "title": 0,\n  "a": 1\n}\n')
    (tiny / "fixtures" / STRING).write_bytes(b'{\n  "title": "T",\n  "a": 1\n}\n')
    suite = read_suite(tiny)

    chosen = set(choose_smoke(suite.fixtures(), suite.default))

    assert {path for path in chosen if "title-type" in path} == {NUMBER.replace("number", "zero"), STRING}


def test_every_dialect_here_has_the_profile(suite: Suite) -> None:
    assert [dialect.id for dialect in suite.dialects.values() if not dialect.smoke] == []


def test_the_command_chooses_and_a_run_asks_no_others(checkout: Checkout) -> None:
    chosen = checkout.run("smoke")
    done = checkout.run("run", "--profile", "smoke", "--report", "report.json")
    report = json.loads((checkout.root / "report.json").read_text())

    listed = (checkout.root / "schema/note-1/smoke.txt").read_text().splitlines()
    assert chosen.stdout == "chosen: 16 cards for 11 requirements of note-1\n"
    assert (list(report["results"]), done.returncode) == (listed, 0)
    assert "conformant to note-1? core: yes, full: not run in full" in done.stdout


def test_pytest_asks_the_same(checkout: Checkout) -> None:
    checkout.run("smoke")
    done = checkout.run("run", "--profile", "smoke")
    asked = checkout.pytest("--profile", "smoke", "-k", "test_verdict")

    assert [line for line in done.stdout.splitlines() if line not in asked.stdout.splitlines()] == []


def test_a_failure_fails_the_run(checkout: Checkout) -> None:
    checkout.run("smoke")
    checkout.write("lenient.py", "def judge(card, dialect, context):\n    return True\n")
    done = checkout.run("run", "--profile", "smoke", "--validator", "python:lenient:judge")

    assert (done.returncode, "conformant to note-1? core: no, full: no" in done.stdout) == (1, True)


def test_a_report_of_the_profile_is_no_result_of_all_cards(checkout: Checkout) -> None:
    checkout.run("smoke")
    checkout.write("lenient.py", "def judge(card, dialect, context):\n    return True\n")
    lenient = ("--profile", "smoke", "--validator", "python:lenient:judge")
    checkout.run("run", *lenient, "--report", "report.json")

    assert (
        "is about a part of note-1: run all of it"
        in checkout.run("report", "--format", "results", "report.json").stderr
    )


def test_a_dialect_without_a_choice_has_no_such_profile(checkout: Checkout) -> None:
    done = checkout.run("run", "--profile", "smoke")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("note-1 has no profile 'smoke'; its profiles are core, full\n")


def test_lint_says_when_to_choose_anew(checkout: Checkout) -> None:
    checkout.run("smoke")
    (checkout.root / "fixtures" / NUMBER).rename(checkout.root / "fixtures" / NUMBER.replace("number", "seven"))
    before, _, after = checkout.run("lint"), checkout.run("smoke", "--dialect", "note-1"), checkout.run("lint")

    assert f"schema/note-1/smoke.txt: names {NUMBER}, which does not exist" in before.stdout
    assert (before.returncode, after.returncode) == (1, 0)


def test_a_contested_requirement_is_shown_by_its_question(small: Suite) -> None:
    sides = {each.id: each.sides for each in small.default.requirements.values()}

    assert sides["unique-names"] == (Expected.CONTESTED,)
    assert sides["closed-note"] == sides["title-visible"] == (Expected.VALID,)
    assert sides["title-type"] == (Expected.VALID, Expected.INVALID)
