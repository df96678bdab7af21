"""A comparison ends in its time whatever the schemas say, with what it found, and leaves no process behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from agentcard_conformance.compare.witnesses.pattern_samples import distinguishing_texts, pattern_samples
from program_call import COMMAND, call, surroundings
from revisions_and_cards import write_revisions

pytestmark = [pytest.mark.slow, pytest.mark.alone]

BILLION = 10**9
PATIENCE = 60
BOUNDS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "maxContains")

ENDLESS = {"not": {"pattern": "^(a|aa)+b$"}}, {"not": {"pattern": "^(a|aa)+b$|^a{90}$"}}
"""A sample of the second keeps the exact engine busy for longer than anybody lives when held against the first."""

STUCK = [
    {"type": "object", "properties": {"name": {"maxLength": most}, "word": word}}
    for most, word in zip((9, 4), ENDLESS, strict=True)
]


@pytest.fixture
def stuck(tmp_path: Path) -> subprocess.Popen[bytes]:
    """A comparison that has found one flip, and whose engine does not come back."""
    write_revisions(tmp_path, *STUCK)
    process = subprocess.Popen(
        [*COMMAND, "compare", "old.json", "new.json", "--seconds", "300"],
        cwd=tmp_path,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    (comparing,) = wait_for_child(process.pid)
    while time_used(comparing) < 4:
        time.sleep(0.1)
    return process


def wait_for_child(process: int) -> list[int]:
    while not (found := Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()):
        time.sleep(0.05)
    return [int(number) for number in found]


def time_used(process: int) -> float:
    """Seconds of the processor, however busy the machine is."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_though_the_engine_does_not_come_back(
    stuck: subprocess.Popen[bytes], number: signal.Signals
) -> None:
    begun = time.monotonic()
    stuck.send_signal(number)
    said, told = stuck.communicate(timeout=PATIENCE)

    assert time.monotonic() - begun < 2  # on a machine with nothing else to do one second
    assert (stuck.returncode, b"/properties/name: maxLength 9 -> 4" in said) == (130, True)
    assert told.startswith(b"agentcard-conformance: interrupted, after ")


def test_a_comparison_that_is_killed_leaves_no_process_behind(stuck: subprocess.Popen[bytes]) -> None:
    (comparing,) = wait_for_child(stuck.pid)
    stuck.kill()
    stuck.communicate()
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{comparing}").exists() and time.monotonic() < deadline:
        time.sleep(0.1)

    assert not Path(f"/proc/{comparing}").exists()


def test_an_engine_that_dies_is_told_in_a_sentence(stuck: subprocess.Popen[bytes]) -> None:
    os.kill(wait_for_child(stuck.pid)[0], signal.SIGSEGV)
    said, told = stuck.communicate(timeout=PATIENCE)

    assert (stuck.returncode, b"/properties/name: maxLength 9 -> 4" in said) == (2, True)
    assert b"agentcard-conformance: the process that compares was ended by signal 11: " in told


def test_it_ends_within_its_seconds_with_what_was_found(tmp_path: Path) -> None:
    write_revisions(tmp_path, *STUCK)
    begun = time.monotonic()
    done = call("compare", "old.json", "new.json", "--seconds", "5", cwd=tmp_path)

    assert time.monotonic() - begun < 7  # its own start is not within
    assert (done.returncode, b"/properties/name: maxLength 9 -> 4" in done.stdout) == (2, True)
    assert b"agentcard-conformance: the 5 seconds of --seconds are over" in done.stderr


def test_one_that_is_done_before_its_seconds_are_over_ends_as_usual(tmp_path: Path) -> None:
    write_revisions(tmp_path)
    command = ("compare", "old.json", "new.json", "--effort", "0.02", "--format", "json", "--seconds")
    timed = call(*command, "300", cwd=tmp_path)

    assert (timed.returncode, timed.stdout) == (1, call(*command, "200", cwd=tmp_path).stdout)


@pytest.mark.parametrize("keyword", BOUNDS)
def test_a_bound_of_a_billion_takes_no_more_than_another(tmp_path: Path, keyword: str) -> None:
    schemas = [{keyword: most, "contains": {}} for most in (BILLION, BILLION + 1)]
    write_revisions(tmp_path, *schemas)
    done = call("compare", "old.json", "new.json", "--effort", "0.02", "--seconds", "30", cwd=tmp_path)

    assert (done.returncode in (0, 1), done.stderr) == (True, b"")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("^(a{1,50}){1,50}$", "^(a{1,50}){1,51}$"),
        ("^(a|aa|a?)+$", "^(a|aa|a?)+c$"),
        ("^" + "a{1,900}b" * 40 + "$", "^" + "a{1,900}b" * 39 + "$"),
        ("(" * 60 + "a" + ")" * 60, "a" * 5000),
    ],
)
def test_texts_of_patterns_that_explode_are_made_soon(one: str, other: str) -> None:
    begun = time.process_time()
    texts = [*distinguishing_texts(one, other), *pattern_samples(one), *pattern_samples(other)]

    assert time.process_time() - begun < 30
    assert sum(map(len, texts)) < 2_000_000
