"""Pytest's own options, and what its plugins do, leave the verdicts, the report and the exit status as they are."""

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree as ET

import pytest

from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small

Done: TypeAlias = subprocess.CompletedProcess[str]

VALIDATOR = """
import time

SAID = [{{"pointer": "/a", "message": "\\ud800 \\x1b[31m \\x00 <>&"}}]

def judge(card, dialect, context):
    if b"[" in card[:1]:
        time.sleep({seconds})
    return {{"valid": True, "errors": SAID}}
"""
KNOWN = """
[[known-failure]]
fixture = "invalid/note-1/title-type/number.json"
reason = "takes \\u0001 \\u001B <numbers> & more"
link = "https://example.com/issues/7"
"""
COUNTS = {"pass": 7, "fail": 4, "known-failure": 1, "reading": 4}

REVERSED_ORDER = """
def pytest_collection_modifyitems(items):
    items.reverse()
"""
SECOND_RUN = '''
"""Runs each test that failed once more in the same session, as pytest-rerunfailures does."""
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(each.failed for each in reports):
        for each in reports:
            each.outcome = "rerun" if each.failed else each.outcome
            item.ihook.pytest_runtest_logreport(report=each)
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for each in reports:
        item.ihook.pytest_runtest_logreport(report=each)
    return True

def pytest_report_teststatus(report):
    return ("rerun", "R", "RERUN") if report.outcome == "rerun" else None
'''
TIME_LIMIT = '''
"""Breaks into a test after a second, as pytest-timeout does."""
import signal
import pytest

def too_late(*_):
    pytest.fail("too late")

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
'''
FILES = {
    "pyproject.toml": (ROOT / "pyproject.toml").read_text(),
    "mine.py": VALIDATOR.format(seconds=0),
    "slow.py": VALIDATOR.format(seconds=3),
    "known.toml": KNOWN,
    "reversed_order.py": REVERSED_ORDER,
    "second_run.py": SECOND_RUN,
    "time_limit.py": TIME_LIMIT,
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout of a small suite with the settings of this one, a validator that takes everything, and plugins."""
    made = small(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    for name, text in FILES.items():
        made.write(name, text)
    return made


def held(checkout: Checkout, report: Path, *options: str, validator: str = "python:mine:judge") -> Done:
    """What pytest does when it is called with these options as well."""
    named = ("-k", "test_verdict", "--validator", validator, "--expect", "known.toml", f"--report={report}")
    return checkout.python("-m", "pytest", "conformance", *named, *options)


@pytest.fixture(scope="module")
def usual(checkout: Checkout, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The report without any of them."""
    report = tmp_path_factory.mktemp("usual") / "report.json"
    held(checkout, report)
    return report.read_bytes()


def test_the_validator_passes_fails_and_has_known_failures(usual: bytes) -> None:
    assert json.loads(usual)["counts"]["all"] == COUNTS


@pytest.mark.parametrize(
    "options",
    [
        "--ff -p no:terminal",
        "-vv --durations=5 --tb=short -ra -s -o log_cli=true",
        "-q --no-summary -W error -p no:cacheprovider",
        "-n 2 --dist worksteal",
        "-n 2 --dist each",
        "-p reversed_order",
        "-p second_run",
        "-p second_run -n 2",
    ],
)
def test_an_option_changes_neither_report_nor_status(
    checkout: Checkout, usual: bytes, tmp_path: Path, options: str
) -> None:
    done = held(checkout, tmp_path / "report.json", *options.split())

    assert (done.returncode, "lost" in done.stdout) == (1, False), done.stdout + done.stderr
    assert (tmp_path / "report.json").read_bytes() == usual


@pytest.mark.parametrize(
    "options",
    ["--co", "--collect-only -q", "--setup-plan", "--setup-only", "--fixtures", "--setup-plan -n 2"],
)
def test_where_nothing_is_asked_nothing_is_reported(checkout: Checkout, tmp_path: Path, options: str) -> None:
    done = held(checkout, tmp_path / "report.json", *options.split())

    assert (done.returncode, "lost" in done.stdout) == (0, False), done.stdout
    assert not (tmp_path / "report.json").exists()


@pytest.mark.parametrize("options", ["-x", "--maxfail=2 -n 2"])
def test_a_run_that_stops_early_has_no_report(checkout: Checkout, tmp_path: Path, options: str) -> None:
    done = held(checkout, tmp_path / "report.json", *options.split())

    assert done.returncode == 1
    assert "fixtures not asked: no report is written" in done.stdout
    assert not (tmp_path / "report.json").exists()


def test_the_last_failures_are_asked_alone(checkout: Checkout, usual: bytes, tmp_path: Path) -> None:
    held(checkout, tmp_path / "all.json")
    done = held(checkout, tmp_path / "report.json", "--lf")

    before = json.loads(usual)["results"]
    assert done.returncode == 1
    assert json.loads((tmp_path / "report.json").read_text())["results"] == {
        path: result for path, result in before.items() if result["result"] == "fail"
    }


@pytest.mark.parametrize(
    "options", ["-k check_words", "-k check_words -n 2", "--deselect conformance/test_fixtures.py"]
)
def test_a_run_that_selects_no_card_is_no_pass(checkout: Checkout, tmp_path: Path, options: str) -> None:
    done = held(checkout, tmp_path / "report.json", "-k", "", *options.split())

    assert done.returncode == 2, done.stdout
    assert "no card was selected, which is not a pass, and nothing is written" in done.stdout
    assert not (tmp_path / "report.json").exists()


def test_the_suite_may_be_checked_alone(checkout: Checkout) -> None:
    done = checkout.pytest("-q", "-k", "check_words")

    assert done.returncode == 0, done.stdout
    assert "no card was asked about: the suite itself was checked, and no validator" in done.stdout


@pytest.mark.parametrize("option", ["--report=", "--expect-write="])
def test_a_file_to_write_has_a_name(checkout: Checkout, option: str) -> None:
    by_run, by_pytest = checkout.run("run", option), checkout.pytest(option)

    assert (by_run.returncode, by_pytest.returncode) == (2, 2)
    assert "a file without a name cannot be written" in by_run.stderr
    assert "a file without a name cannot be written" in by_pytest.stdout + by_pytest.stderr


@pytest.mark.parametrize("schedule", ["loadgroup", "loadscope", "loadfile"])
def test_a_schedule_that_may_hang_is_a_wrong_call(checkout: Checkout, tmp_path: Path, schedule: str) -> None:
    done = held(checkout, tmp_path / "report.json", "-n", "2", "--dist", schedule)

    assert done.returncode == 2
    assert "choose --dist load or worksteal" in done.stdout + done.stderr


def test_a_test_whose_time_is_up_has_no_answer(checkout: Checkout, tmp_path: Path) -> None:
    chosen = ("-p", "time_limit", "-k", "card-object/array")
    done = held(checkout, tmp_path / "report.json", *chosen, validator="python:slow:judge")

    report = json.loads((tmp_path / "report.json").read_text())
    assert done.returncode == 1
    assert "stopped before there was an answer: invalid/note-1/card-object/array.json" in done.stdout
    assert report["counts"]["all"] == {"no-answer": 1}


def cases(file: Path) -> dict[str, ET.Element]:
    """The test cases of a JUnit file by the fixture that each is about."""
    found = ET.parse(file).getroot().iter("testcase")  # noqa: S314  # it was written a moment ago
    return {each.attrib["name"].removeprefix("test_verdict[").removesuffix("]"): each for each in found}


def told(case: ET.Element) -> list[tuple[str, str, str]]:
    """What a test case says of its outcome."""
    return [(each.tag, each.get("type", ""), each.get("message", "")) for each in case]


@pytest.mark.parametrize("options", ["", "-n 2", "-o junit_family=xunit1"])
def test_a_junit_file_has_each_fixture_with_its_outcome(
    checkout: Checkout, usual: bytes, tmp_path: Path, options: str
) -> None:
    file = tmp_path / "junit.xml"
    held(checkout, tmp_path / "report.json", f"--junitxml={file}", *options.split())

    tags = {"fail": ["failure"], "known-failure": ["skipped"]}
    wanted = {path: tags.get(each["result"], []) for path, each in json.loads(usual)["results"].items()}
    assert {path: [each.tag for each in case] for path, case in cases(file).items()} == wanted
    assert (tmp_path / "report.json").read_bytes() == usual


def test_a_junit_file_counts_and_explains(checkout: Checkout, tmp_path: Path) -> None:
    file = tmp_path / "junit.xml"
    held(checkout, tmp_path / "report.json", f"--junitxml={file}")

    suite = next(ET.parse(file).getroot().iter("testsuite"))  # noqa: S314  # as above
    found = cases(file)
    ((tag, kind, message),) = told(found["invalid/note-1/title-type/number.json"])
    failed = Counter(each[:1] for case in found.values() for each in told(case))
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["16", "4", "1", "0"]
    assert (tag, kind, "<numbers> & more" in message) == ("skipped", "pytest.xfail", True)
    assert failed == {("failure",): 4, ("skipped",): 1}
