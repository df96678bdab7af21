"""The command shows which validators are known, makes them ready, and holds them to what is written of them."""

import json
from pathlib import Path

import pytest

from checkout_copy import Checkout
from small_checkout import small

HONEST = """
import json

def judge(card, dialect, context):
    try:
        value = json.loads(card.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("title"), str)
"""
LISTED = """
[[known-failure]]
requirement = "title-required"
reason = "takes a note without a title"
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A suite that knows one validator without faults, and one with a fault."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = small(tmp_path / "checkout")
    known(made, "honest", HONEST, "setup = 'sh -c true'")
    known(made, "lenient", HONEST.replace('value.get("title")', 'value.get("title", "")'))
    return made


def known(checkout: Checkout, name: str, script: str, *lines: str) -> None:
    described = "\n".join(
        [f'name = "{name}"', 'version = "1"', 'language = "Python"', 'python = "bridge:judge"', *lines]
    )
    checkout.write(f"runner/validators/{name}/validator.toml", described)
    checkout.write(f"runner/validators/{name}/bridge.py", script)


def test_they_are_listed_with_their_state(checkout: Checkout) -> None:
    known(checkout, "remote", HONEST, 'needs = ["no-such-tool"]')
    assert checkout.run("validators").stdout.splitlines()[:4] == [
        "name     version  language  state",
        "honest   1        Python    not set up yet, which needs the network once",
        "lenient  1        Python    ready",
        "remote   1        Python    missing: no-such-tool",
    ]


def test_a_folder_without_a_description_is_no_validator(checkout: Checkout) -> None:
    checkout.write("runner/validators/TEMPLATE/bridge.py", HONEST)
    assert "TEMPLATE" not in checkout.run("validators").stdout


def test_one_that_was_set_up_is_ready(checkout: Checkout) -> None:
    done = checkout.run("validators", "setup", "honest")
    assert (done.returncode, done.stdout.splitlines()[0], done.stdout.splitlines()[-1]) == (
        0,
        "[1/1] honest",
        "  ready",
    )
    assert "honest   1        Python    ready" in checkout.run("validators").stdout


def test_one_that_cannot_be_set_up_stops_no_other(checkout: Checkout) -> None:
    known(checkout, "failing", HONEST, "setup = 'sh -c \"exit 3\"'")
    done = checkout.run("validators", "setup", "--all")
    assert (done.returncode, done.stdout.count("  ready")) == (2, 2)
    assert "agentcard-conformance: failing: its set-up ended with status 3" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--all", "honest"), ("nobody",)])
def test_what_to_set_up_is_named_or_all(arguments: tuple[str, ...], checkout: Checkout) -> None:
    done = checkout.run("validators", "setup", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "known are honest, lenient" in done.stderr


def test_what_fails_unlisted_is_not_as_expected(checkout: Checkout) -> None:
    done = checkout.run("validators", "run")
    assert done.returncode == 1
    assert "FAIL: invalid/note-1/title-required/empty-object.json" in done.stdout
    assert done.stdout.endswith("not as expected: lenient\n")


def test_what_is_listed_is_as_expected(checkout: Checkout) -> None:
    checkout.write("runner/validators/lenient/expected/note-1.toml", LISTED)
    done = checkout.run("validators", "run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "all 2 are as expected")


def test_what_is_listed_and_does_not_fail_is_not_as_expected(checkout: Checkout) -> None:
    checkout.write("runner/validators/honest/expected/note-1.toml", LISTED)
    done = checkout.run("validators", "run", "honest")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "not as expected: honest")
    assert "requirement note-1/title-required does not fail any more" in done.stdout.replace("'", "")


def test_an_entry_that_hides_more_than_it_explains_is_named(checkout: Checkout) -> None:
    checkout.write("fixtures/invalid/note-1/title-required/misspelled.json", '{\n  "titel": "Tea"\n}\n')
    known(checkout, "careless", HONEST.replace("return isinstance", "return value == {} or isinstance"))
    checkout.write("runner/validators/careless/expected/note-1.toml", LISTED)
    done = checkout.run("validators", "run", "careless")
    told = "requirement note-1/title-required explains 1 wrong answers and hides 2 right ones"
    assert (done.returncode, done.stdout.count(told)) == (0, 1)


def test_an_entry_for_missing_answers_that_hides_more_than_it_explains_is_named(checkout: Checkout) -> None:
    checkout.write("fixtures/invalid/note-1/title-required/misspelled.json", '{\n  "titel": "Tea"\n}\n')
    known(checkout, "falling", HONEST.replace("return isinstance", "return 1 // (value != {}) and isinstance"))
    checkout.write("runner/validators/falling/expected/note-1.toml", LISTED + '\nresult = "no-answer"\n')
    done = checkout.run("validators", "run", "falling")
    told = "requirement note-1/title-required explains 1 missing answers and hides 2 right ones"
    assert (done.returncode, done.stdout.count(told)) == (0, 1)


def test_an_entry_that_explains_as_much_as_it_hides_is_not_named(checkout: Checkout) -> None:
    checkout.write("runner/validators/lenient/expected/note-1.toml", LISTED)
    assert "hides" not in checkout.run("validators", "run", "lenient").stdout


def test_one_that_cannot_be_asked_is_a_wrong_call_and_stops_no_other(checkout: Checkout) -> None:
    known(checkout, "remote", HONEST, 'needs = ["no-such-tool"]')
    checkout.write("runner/validators/lenient/expected/note-1.toml", LISTED)
    done = checkout.run("validators", "run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (2, "not as expected: remote")
    assert "remote: needs no-such-tool, which is not on the PATH" in done.stdout


def test_the_report_of_each_is_written(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run("validators", "run", "--reports", str(tmp_path / "new" / "reports"))
    reports = {file.stem: json.loads(file.read_text()) for file in (tmp_path / "new" / "reports").iterdir()}
    assert {name: report["validator"]["name"] for name, report in reports.items()} == {
        "honest": "honest",
        "lenient": "lenient",
    }


def test_a_name_is_set_up_on_first_use(checkout: Checkout) -> None:
    done = checkout.run("run", "--validator", "honest")
    assert done.returncode == 0
    assert "honest: set up in" in done.stderr


def test_one_card_is_asked_of_each_that_is_ready(checkout: Checkout) -> None:
    known(checkout, "remote", HONEST, 'needs = ["no-such-tool"]')
    checkout.run("validators", "setup", "honest")

    done = checkout.run("validators", "run", "--fixture", "fixtures/invalid/note-1/title-required/empty-object.json")

    lines = done.stdout.splitlines()
    assert lines[0].startswith("not ready, and not asked: remote; ")
    assert sorted(lines[1:3]) == ["honest: right: invalid", "lenient: WRONG: valid"]
    assert lines[3] == "1 of 2 wrong about fixtures/invalid/note-1/title-required/empty-object.json: lenient"
    assert (done.returncode, done.stderr) == (1, "")


def test_a_card_that_there_is_not_is_one_sentence(checkout: Checkout) -> None:
    done = checkout.run("validators", "run", "honest", "--fixture", "nothing")

    assert (done.returncode, done.stderr.startswith("agentcard-conformance: there is no fixture 'nothing'; ")) == (
        2,
        True,
    )


def test_several_cards_are_asked_about_and_written_down(checkout: Checkout) -> None:
    cards = ["invalid/note-1/title-required/empty-object.json", "valid/note-1/title-type/string.json"]
    options = [word for card in cards for word in ("--fixture", card)]
    checkout.run("validators", "setup", "--all")
    done = checkout.run("validators", "run", *options, "--reports", "some")
    shown = checkout.run("report", "some", "--format", "markdown").stdout

    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "1 of 2 wrong about one of 2 cards: lenient")
    assert "| `invalid/note-1/title-required/empty-object.json` | lenient | honest |  |" in shown
    assert "| `valid/note-1/title-type/string.json` | honest, lenient |  |  |" in shown
