"""Work that is spread comes back whole, in order, and in bounded amounts."""

import os
import subprocess
import sys
from operator import neg

import pytest

from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.parallel import Workers, engines, load_engine
from agentcard_conformance.parallel.engines import processes
from agentcard_conformance.plugins import plugin_names
from worker_tasks import die_of_thirteen, late_first, own_number, refuse_thirteen, slow_first

PARTS = 40
ABANDONING = """
import signal, time
from agentcard_conformance.parallel import Workers
from agentcard_conformance.parallel.engines import processes

with processes.start(Workers(3)) as spreading:
    results = spreading(time.sleep, [0.01] * 10**6)
    for _ in range(9):
        next(results)
    print("working", flush=True)
    signal.pause()
"""


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_results_come_in_the_order_of_the_parts(jobs: int, method: str) -> None:
    with processes.start(Workers(jobs), method) as spreading:
        assert list(spreading(slow_first, range(PARTS))) == list(range(PARTS))


def test_several_processes_take_part() -> None:
    with processes.start(Workers(2)) as spreading:
        assert len(set(spreading(own_number, range(PARTS)))) == 2


@pytest.mark.parametrize("parts", [[], [7]])
def test_for_one_part_no_process_is_started(parts: list[int]) -> None:
    with processes.start(Workers(2)) as spreading:
        assert list(spreading(own_number, parts)) == [os.getpid()] * len(parts)


def test_parts_are_not_taken_far_ahead() -> None:
    parts = iter(range(10**9))
    with processes.start(Workers(2)) as spreading:
        next(spreading(late_first, parts))

    assert next(parts) <= 2 * processes.AHEAD + 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_trouble_comes_in_its_turn(jobs: int) -> None:
    came: list[int] = []
    with processes.start(Workers(jobs)) as spreading, pytest.raises(CallError, match="schema: is wrong"):
        came.extend(spreading(refuse_thirteen, range(PARTS)))

    assert came == list(range(13))


def test_a_killed_process_costs_no_result_before_it() -> None:
    came: list[int] = []
    with processes.start(Workers(2)) as spreading, pytest.raises(Interrupted, match="was ended by signal 9"):
        came.extend(spreading(die_of_thirteen, range(PARTS)))

    assert came == list(range(13))


def test_processes_end_with_the_one_that_started_them() -> None:
    """Whoever is left holds the pipe open."""
    with subprocess.Popen([sys.executable, "-c", ABANDONING], stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"working\n"
        child.kill()
        assert child.communicate(timeout=20)[0] == b""


def test_there_is_an_engine_for_one_machine_and_for_many() -> None:
    assert plugin_names(engines.__name__) == ["dask", "processes"]


def test_an_engine_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(CallError, match="there is no engine 'steam'; the engines are dask, processes"):
        load_engine("steam")


def test_processes_have_no_scheduler() -> None:
    with pytest.raises(CallError, match="--scheduler is for --engine dask"), processes.start(Workers(1, "tcp://a:1")):
        pass


def test_a_crew_is_by_default_as_large_as_the_machine() -> None:
    with processes.start(Workers()) as spreading:
        assert list(spreading(neg, range(3))) == [0, -1, -2]
