"""`report` shows what it is asked to, and says by its status what got worse."""

import json
from pathlib import Path

import pytest

from checkout_copy import Checkout
from small_checkout import small

JUDGE = "def judge(card, dialect, context):\n    return {}\n"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A suite, and reports of a validator that is right, of a laxer one, and of one that refuses everything."""
    made = small(tmp_path_factory.mktemp("checkout"))
    made.write("lax.py", JUDGE.format("True"))
    made.write("strict.py", JUDGE.format("False"))
    made.run("run", "--report", "right.json")
    made.run("run", "--validator", "python:lax:judge", "--report", "lax.json")
    made.run("run", "--validator", "python:strict:judge", "--report", "strict.json")
    return made


def test_what_fails_newly_is_status_1(checkout: Checkout) -> None:
    done = checkout.run("report", "lax.json", "--against", "right.json")

    assert done.returncode == 1
    assert "newly failing: 5\n  invalid/note-1/card-object/array.json\n" in done.stdout


def test_what_passes_newly_is_well(checkout: Checkout) -> None:
    done = checkout.run("report", "right.json", "--against", "lax.json")

    assert done.returncode == 0
    assert "newly passing: 5\n" in done.stdout


def test_other_readings_are_told_and_no_step_back(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("report", "strict.json", "--against", "lax.json", "--format", "markdown")

    assert "4 read otherwise" in done.stdout


def test_nothing_has_changed_between_two_runs(checkout: Checkout) -> None:
    done = checkout.run("report", "lax.json", "--against", "lax.json")

    assert done.returncode == 0
    assert done.stdout.endswith("compared with the older report\nnothing has changed\n")


def test_new_cards_that_fail_are_told_apart_and_no_step_back(checkout: Checkout, tmp_path: Path) -> None:
    old = json.loads((checkout.root / "lax.json").read_text())
    part = str(tmp_path / "part.json")
    checkout.run("run", "--validator", "python:lax:judge", "--fixture", "valid", "--report", part)
    done = checkout.run("report", "lax.json", "--against", part)

    assert done.returncode == 0
    assert f"failing, of the cards that the older report does not have: {old['counts']['all']['fail']}" in done.stdout


def test_an_older_report_may_be_about_other_cards(checkout: Checkout, tmp_path: Path) -> None:
    old = json.loads((checkout.root / "right.json").read_text())
    old["dialects"]["note-1"]["corpus"] = "sha256:" + "0" * 64
    (tmp_path / "old.json").write_text(json.dumps(old))

    assert checkout.run("report", "lax.json", "--against", str(tmp_path / "old.json")).returncode == 1


def test_a_report_about_other_cards_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    other = json.loads((checkout.root / "lax.json").read_text())
    other["dialects"]["note-1"]["corpus"] = "sha256:" + "0" * 64
    (tmp_path / "other.json").write_text(json.dumps(other))
    done = checkout.run("report", str(tmp_path / "other.json"), "--format", "html")

    assert done.returncode == 2
    assert "the report of python:lax:judge is about other cards of note-1: run it again" in done.stderr


def test_several_reports_are_held_against_those_of_the_same_name(checkout: Checkout) -> None:
    done = checkout.run("report", "lax.json", "strict.json", "--against", "right.json")

    assert done.returncode == 2
    assert "--against has no report of python:lax:judge: name one" in done.stderr


def test_the_page_has_what_changed(checkout: Checkout, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = checkout.run("report", "lax.json", "--against", "right.json", "--format", "html", "--output", str(page))

    assert done.returncode == 1
    assert "<b>5</b> newly failing" in page.read_text("utf-8")


def test_a_run_prints_every_format(checkout: Checkout) -> None:
    assert checkout.run("run", "--format", "html").stdout.startswith("<!DOCTYPE html>")
