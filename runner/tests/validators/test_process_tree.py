"""What a validator's process has started ends with it, and the children of others do not."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentcard_conformance.validators.process_tree import ProcessTree

PIPE = subprocess.PIPE
SLEEP = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
NOTE = "echo $$ >> pids; exec"
SLEEPER = "sh sleeper"
"""Writes its id down and sleeps, in the folder of each test."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a daemon to who started its family")


@pytest.fixture(autouse=True)
def sleeper(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "one", tmp_path / "other"):
        folder.mkdir(exist_ok=True)
        (folder / "sleeper").write_text(f"{NOTE} {shlex.join(SLEEP)}\n")


def noted(folder: Path, count: int) -> list[int]:
    """The processes that wrote down their ids, once there are so many."""
    file = folder / "pids"
    for _ in range(500):
        if file.exists() and file.read_text().count("\n") >= count:
            return [int(line) for line in file.read_text().split()]
        time.sleep(0.01)
    raise AssertionError("they were not started")


def runs(pid: int) -> bool:
    try:
        return b") Z" not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False


def tree(script: str, folder: Path) -> ProcessTree:
    return ProcessTree(["sh", "-c", script], folder, {}, (PIPE, PIPE, PIPE))


def end(started: ProcessTree) -> None:
    """End a tree and close its pipes."""
    started.end()
    for pipe in (started.root.stdin, started.root.stdout, started.root.stderr):
        if pipe:
            pipe.close()


@pytest.fixture
def neighbour(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A child of this process that somebody else started, in a session of its own and with our environment."""
    with subprocess.Popen(SLEEP, start_new_session=True) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("root", ["exit 0", "kill -SEGV $$", "sleep 60", "trap '' TERM; sleep 60"])
@pytest.mark.parametrize(
    "daemon",
    [
        f"{SLEEPER} &",
        f"setsid {SLEEPER} &",
        f"setsid {SLEEPER} < /dev/null > /dev/null 2>&1 &",
        f"env -i setsid {SLEEPER} &",
        f"setsid sh -c '{SLEEPER} & exit' &",
    ],
    ids=["child", "daemon", "daemon-without-pipes", "daemon-without-environment", "forked-twice"],
)
def test_a_daemon_ends_with_who_started_it(daemon: str, root: str, tmp_path: Path) -> None:
    started = tree(f"{daemon}\nwhile [ ! -s pids ]; do sleep 0.01; done; {root}", tmp_path)
    (pid, *_) = noted(tmp_path, 1)
    time.sleep(0.05)

    end(started)

    assert not runs(pid)


def test_a_child_of_somebody_else_is_left_alone(tmp_path: Path, neighbour: subprocess.Popen[bytes]) -> None:
    end(tree("exit 0", tmp_path))

    assert neighbour.poll() is None


def test_a_daemon_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    started = tree("sleep 60", tmp_path)
    subprocess.run(["setsid", "sh", "-c", f"{SLEEPER} & exit"], cwd=tmp_path, check=True)
    (pid,) = noted(tmp_path, 1)

    end(started)

    assert runs(pid)
    os.kill(pid, signal.SIGKILL)


def test_two_trees_end_each_by_itself(tmp_path: Path) -> None:
    script = f"setsid {SLEEPER} & sleep 60"
    one, other = tree(script, tmp_path / "one"), tree(script, tmp_path / "other")
    ((pid,), (other_pid,)) = (noted(tmp_path / name, 1) for name in ("one", "other"))

    end(one)

    assert (runs(pid), runs(other_pid), other.root.poll()) == (False, True, None)
    end(other)


def test_the_status_of_somebody_else_s_dead_child_is_not_taken(tmp_path: Path) -> None:
    neighbour = subprocess.Popen(["sh", "-c", "exit 7"], start_new_session=True)
    os.waitid(os.P_PID, neighbour.pid, os.WEXITED | os.WNOWAIT)

    end(tree("exit 0", tmp_path))

    assert neighbour.wait() == 7


def test_a_dead_orphan_is_not_kept(tmp_path: Path) -> None:
    started = tree("setsid sh -c \"sh -c 'echo \\$\\$ >> pids' & exit\"; sleep 60", tmp_path)
    (pid,) = noted(tmp_path, 1)
    time.sleep(0.2)

    end(started)

    assert not Path(f"/proc/{pid}").exists()
