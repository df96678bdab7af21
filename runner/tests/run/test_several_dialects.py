"""A run of several dialects is held to the profiles and the known failures of each."""

import json
from pathlib import Path
from typing import Any

import pytest

from checkout_copy import Checkout
from two_dialects import FIRST, SECOND, WIDEST, with_two_dialects

NOT_RUN = f"not run: {SECOND} has no profile 'core'; its profiles are {WIDEST}"
LENIENT = """
import json

def judge(card, dialect, context):
    try:
        value = json.loads(card.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("title", ""), str)
"""
LISTED = """
[[known-failure]]
requirement = "title-required"
reason = "takes a note without a title"
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Two dialects, of which only the first has the profile core; to be read and not changed."""
    return with_two_dialects(tmp_path_factory.mktemp("checkout"))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The same with a known validator that takes cards without a title, and reads both."""
    made = with_two_dialects(tmp_path)
    described = f'name = "lenient"\npython = "bridge:judge"\ndialects = ["{FIRST}", "{SECOND}"]\n'
    made.write("runner/validators/lenient/validator.toml", described)
    made.write("runner/validators/lenient/bridge.py", LENIENT)
    return made


def dialects_run(checkout: Checkout, *arguments: str) -> set[str]:
    """The dialects in the report of a run that is to be well."""
    done = checkout.run("run", *arguments, "--report", "report.json")
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads((checkout.root / "report.json").read_text("utf-8"))
    return set(report["dialects"])


def test_without_a_profile_each_dialect_is_held_to_its_widest(shared: Checkout) -> None:
    done = shared.run("run")
    assert f"held to {FIRST} (profile full), {SECOND} (profile {WIDEST})" in done.stdout
    assert (f"conformant to {SECOND}? {WIDEST}: yes" in done.stdout, done.returncode) == (True, 0)


def test_a_dialect_without_the_profile_is_not_run(shared: Checkout) -> None:
    assert dialects_run(shared, "--profile", "core") == {FIRST}


def test_that_it_is_not_run_is_said_before_and_after(shared: Checkout) -> None:
    done = shared.run("run", "--profile", "core")
    assert (done.stderr.splitlines()[0], NOT_RUN in done.stdout.splitlines()) == (NOT_RUN, True)


@pytest.mark.parametrize("more", [(), ("-n", "1")])
def test_pytest_says_so_too(shared: Checkout, more: tuple[str, ...]) -> None:
    done = shared.pytest("--profile", "core", "-k", "test_verdict", *more)
    assert (done.stdout.splitlines().count(NOT_RUN), done.returncode) == (2, 0)


def test_a_dialect_that_was_named_and_lacks_the_profile_is_a_wrong_call(shared: Checkout) -> None:
    done = shared.run("run", "--profile", "core", "--dialect", FIRST, "--dialect", SECOND)
    sentence = f"agentcard-conformance: {SECOND} has no profile 'core'; its profiles are {WIDEST}\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", sentence, 2)


def test_a_profile_that_no_dialect_has_is_a_wrong_call(shared: Checkout) -> None:
    done = shared.run("run", "--profile", "cor")
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"{FIRST} has no profile 'cor'; its profiles are core, full; {SECOND} has no profile" in done.stderr


def test_the_profile_of_a_description_is_for_the_dialects_that_have_it(checkout: Checkout) -> None:
    described = checkout.root / "runner/validators/lenient/validator.toml"
    described.write_text(described.read_text("utf-8") + 'profile = "core"\n', "utf-8")
    done = checkout.run("run", "--validator", "lenient")
    assert f"held to {FIRST} (profile core), {SECOND} (profile {WIDEST})" in done.stdout


def test_the_profile_of_a_description_that_no_dialect_has_is_wrong(checkout: Checkout) -> None:
    described = checkout.root / "runner/validators/lenient/validator.toml"
    described.write_text(described.read_text("utf-8") + 'profile = "cor"\n', "utf-8")
    done = checkout.run("run", "--validator", "lenient")
    assert (f"{FIRST} has no profile 'cor'" in done.stderr, done.returncode) == (True, 2)


def test_what_is_known_of_one_dialect_is_not_known_of_another(checkout: Checkout) -> None:
    checkout.write(f"runner/validators/lenient/expected/{FIRST}.toml", LISTED)
    done = checkout.run("validators", "run")
    assert f"  FAIL: invalid/{SECOND}/title-required/empty-object.json" in done.stdout.splitlines()
    assert f"invalid/{FIRST}/title-required" not in done.stdout


def test_a_known_validator_has_a_file_for_each_dialect(checkout: Checkout) -> None:
    for dialect in (FIRST, SECOND):
        checkout.write(f"runner/validators/lenient/expected/{dialect}.toml", LISTED)
    done = checkout.run("validators", "run")
    assert (done.stdout.splitlines()[-1], done.returncode) == ("all 1 are as expected", 0)


def test_what_is_written_of_one_dialect_is_what_is_expected_of_it(checkout: Checkout) -> None:
    for dialect in (FIRST, SECOND):
        expected = f"runner/validators/lenient/expected/{dialect}.toml"
        (checkout.root / expected).parent.mkdir(exist_ok=True)
        checkout.run("run", "--validator", "lenient", "--dialect", dialect, "--expect-write", expected)
    assert dialects_run(checkout, "--validator", "lenient") == {FIRST, SECOND}


@pytest.mark.parametrize(
    ("name", "entry", "sentence"),
    [
        (
            SECOND,
            f'fixture = "invalid/{FIRST}/title-type/number.json"',
            f"names invalid/{FIRST}/title-type/number.json,",
        ),
        (SECOND, f'requirement = "{FIRST}/title-type"', f"names {FIRST}/title-type, which is not of {SECOND}"),
        ("note-9", 'requirement = "title-type"', "is about note-9, which is none of the dialects in validator.toml"),
    ],
)
def test_a_file_about_another_dialect_is_wrong(checkout: Checkout, name: str, entry: str, sentence: str) -> None:
    checkout.write(
        f"runner/validators/lenient/expected/{name}.toml", f'[[known-failure]]\n{entry}\nreason = "unknown"\n'
    )
    done = checkout.run("run", "--validator", "lenient")
    assert (f"expected/{name}.toml: {sentence}" in done.stderr, done.returncode) == (True, 2)


def test_the_suite_checks_the_dialects_that_are_selected(shared: Checkout) -> None:
    done = shared.pytest("--co", "-q", "--dialect", SECOND)
    checked = [line for line in done.stdout.splitlines() if "test_suite.py" in line]
    assert checked and [line for line in checked if SECOND not in line] == []


def test_a_widest_profile_of_any_name_is_well(shared: Checkout) -> None:
    done = shared.pytest("-q", "-k", "check_profiles")
    assert ("2 passed" in done.stdout, done.returncode) == (True, 0), done.stdout


def test_without_a_dialect_the_suite_checks_all(shared: Checkout) -> None:
    done = shared.pytest("--co", "-q")
    for dialect in (FIRST, SECOND):
        assert f"test_suite.py::test_the_dialect_has_fixtures[{dialect}]" in done.stdout


def test_the_time_that_the_suite_takes_for_itself_is_told(shared: Checkout) -> None:
    done = shared.pytest("-k", "check_rows or test_verdict")
    assert done.stdout.splitlines()[-2].startswith("of the time, the suite's check of itself took ")
    assert "check of itself" not in shared.pytest("-k", "test_verdict").stdout
