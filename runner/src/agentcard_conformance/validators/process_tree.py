"""Starts a process and ends it with all that it has started; on Linux with its daemons, too.

There the orphans of its descendants become children of this process (PR_SET_CHILD_SUBREAPER), beside others that belong
to somebody else, such as the plugins of a user's pytest. A process is the tree's by its line of parents, its session, a
variable in its environment or an end of its pipes, all of which children inherit. Elsewhere the process group is ended.
"""

import contextlib
import itertools
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

_VARIABLE: Final = "AGENTCARD_CONFORMANCE_PROCESS"
_PR_SET_CHILD_SUBREAPER: Final = 36
_CHASE_SECONDS: Final = 10.0
"""How long to go after processes that start others while they are being ended."""

_Stream: TypeAlias = int | IO[bytes]

_numbers = itertools.count()


class _State(NamedTuple):
    """What the kernel says of a process."""

    is_zombie: bool
    session: int


class ProcessTree:
    """A process in a session of its own, and its descendants."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        streams: tuple[_Stream, _Stream, _Stream],
    ) -> None:
        _adopt_orphans()
        mark = f"{os.getpid()}-{next(_numbers)}"
        self._mark = f"{_VARIABLE}={mark}".encode()
        self._known: set[int] = set()
        self._sessions: set[int] = set()
        self.root = subprocess.Popen(  # noqa: S603  # to run a stranger's program is what it is for; no shell
            command,
            cwd=folder,
            env={**os.environ, **environment, _VARIABLE: mark},
            stdin=streams[0],
            stdout=streams[1],
            stderr=streams[2],
            bufsize=0,
            start_new_session=True,
        )
        self._pipe_ends = set(_pipe_ends(self.root))

    def end(self) -> None:
        """Kill the process and all that came of it."""
        self._sessions.add(self.root.pid)
        if self.root.returncode is None:
            # Stopped first: it would start others while its descendants are being read.
            _send(self.root.pid, signal.SIGSTOP)
            self._kill(_descendants(self.root.pid))
        # A process id is not given out again while its group lives, and a group that is gone is no error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.root.pid, signal.SIGKILL)
        self.root.wait()
        deadline = time.monotonic() + _CHASE_SECONDS
        # Asked twice: the kernel's list of children may miss one while another of them exits (proc(5)).
        while (orphans := self._orphans() or self._orphans()) and time.monotonic() < deadline:
            self._kill([each for orphan in orphans for each in (orphan, *_descendants(orphan))])
            time.sleep(0.001)

    def _orphans(self) -> list[int]:
        """The children of this very process that came of the tree, but for those that are dead."""
        states = {pid: state for pid in _children(os.getpid()) if (state := _state(pid))}
        owned = [pid for pid, state in states.items() if self._owns(pid, state)]
        for pid, state in states.items():
            if state.is_zombie and (pid in owned or _is_orphan(pid, state)):
                _reap(pid)
        return [pid for pid in owned if not states[pid].is_zombie]

    def _owns(self, pid: int, state: _State) -> bool:
        if pid in self._known or state.session in self._sessions or self._mark in _environment(pid):
            return True
        return not self._pipe_ends.isdisjoint(_open_files(pid))

    def _kill(self, pids: Sequence[int]) -> None:
        # The whole session of a descendant is the tree's, whatever has become of the environment.
        self._sessions.update(state.session for state in map(_state, pids) if state)
        self._known.update(pids)
        for pid in pids:
            _send(pid, signal.SIGKILL)


def _pipe_ends(process: subprocess.Popen[bytes]) -> Iterator[tuple[int, bool]]:
    """The ends that the process got: the number of each pipe, and whether it is written to."""
    for pipe, is_written in ((process.stdin, False), (process.stdout, True), (process.stderr, True)):
        if pipe:
            yield os.fstat(pipe.fileno()).st_ino, is_written


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        import ctypes  # on Linux alone, and not at every start

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _is_orphan(pid: int, state: _State) -> bool:
    """Whether nobody else waits for a child: one that this process started is in its session or leads its own."""
    return state.session not in (pid, os.getsid(0))


def _reap(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def _children(pid: int) -> list[int]:
    """None where there is no /proc, or no such process any more."""
    tasks = Path(f"/proc/{pid}/task")
    with contextlib.suppress(OSError):
        return [int(child) for task in tasks.iterdir() for child in _read(task / "children").split()]
    return []


def _state(pid: int) -> _State | None:
    # The name of the program, in brackets, may hold anything.
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(b")")[2].split()
    return _State(fields[0] == b"Z", int(fields[3])) if fields else None


def _environment(pid: int) -> list[bytes]:
    return _read(Path(f"/proc/{pid}/environ")).split(b"\0")


def _open_files(pid: int) -> Iterator[tuple[int, bool]]:
    """The number of each file that a process has open, and whether for writing alone."""
    with contextlib.suppress(OSError):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            mode = stat.S_IMODE(file.lstat().st_mode)
            yield file.stat().st_ino, not mode & stat.S_IRUSR


def _read(file: Path) -> bytes:
    """Nothing where it is not there, or belongs to a process that is not ours to look at."""
    with contextlib.suppress(OSError):
        return file.read_bytes()
    return b""
