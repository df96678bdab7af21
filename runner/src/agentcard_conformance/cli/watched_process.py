"""Goes on in a process of its own, so that a command ends in time even where an engine does not come back.

An engine in Rust keeps Python's lock: while it tries a pattern in a thousand ways, no signal is handled.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing import connection
from typing import Any, TypeAlias

from agentcard_conformance.cli.interrupts import interruptible
from agentcard_conformance.errors import Interrupted

_Pipe: TypeAlias = "connection.Connection[Any, Any]"

_GRACE = 0.7  # seconds for the other process to print what it found, once it is to end
_ENDING = 1.0  # seconds before the time is up at which it is told to end: the grace, and printing from here
_LOOK = 0.1  # seconds between two looks at whether it is still there
_INTERRUPTED = 130  # of the program: see __main__
_SHARE = 20  # of the time, the part that may go into telling what was found so far


class ComparingProcess:
    """The process that does the work, as the one that waits for it sees it."""

    def __init__(self, pid: int, pipe: _Pipe) -> None:
        self.found: Any = None
        """The last that it said it had found."""
        self._pid = pid
        self._pipe = pipe
        self._status: int | None = None

    @property
    def has_printed(self) -> bool:
        """Whether it came to an end of its own, and so has said all that there is to say."""
        return self._status is not None and self._status >= 0

    def wait(self, seconds: float, *, after_first_word: bool) -> int | None:
        """Its exit status; None where it was ended from here. Raises Interrupted once the time is up, or it died.

        The time begins at once, or when the other process first says what it found: replaying cards may take hours.
        """
        try:
            with interruptible():
                if after_first_word:
                    self._is_over(None, until_word=True)
                in_time = self._is_over(time.monotonic() + max(seconds - _ENDING, seconds / 2))
        except KeyboardInterrupt:
            self._end()
            return self._status if self.has_printed else None
        if not in_time:
            self._end()
            if not self.has_printed or self._status == _INTERRUPTED:
                raise Interrupted(f"the {seconds:g} seconds of --seconds are over")
        if self._status is not None and self._status < 0:
            what = f"the process that compares was ended by signal {-self._status}"
            raise Interrupted(f"{what}: an engine failed on one of the schemas, or there was too little memory")
        return self._status

    def _is_over(self, deadline: float | None, *, until_word: bool = False) -> bool:
        """Whether it came to its end by itself."""
        while not self._has_ended():
            if (deadline and time.monotonic() > deadline) or (until_word and self.found is not None):
                return False
            self._receive(_LOOK)
        return True

    def _end(self) -> None:
        """Let it say what it found, or kill it."""
        os.kill(self._pid, signal.SIGTERM)
        if not self._is_over(time.monotonic() + _GRACE):
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)

    def _has_ended(self) -> bool:
        if self._status is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status is not None

    def _receive(self, seconds: float) -> None:
        try:
            if self._pipe.poll(seconds):
                self.found = self._pipe.recv()
        except (EOFError, ConnectionError):  # it is about to end
            time.sleep(_LOOK / 10)


class WaitingProcess:
    """The process that waits, as the one that does the work sees it."""

    def __init__(self, pipe: "_Pipe | None") -> None:
        self._pipe = pipe
        self._next = 0.0
        self._told = 0

    def tell(self, make: Callable[[], object], count: int) -> None:
        """Tell it what was found so far, so many things; as many as last time only now and then."""
        begun = time.monotonic()
        if self._pipe and (begun >= self._next or count != self._told):
            self._pipe.send(make())
            self._told = count
            now = time.monotonic()
            self._next = now + _SHARE * (now - begun)


def go_on_in_child() -> ComparingProcess | WaitingProcess:
    """Return twice, once in either process, each time with the other one; on Windows only once."""
    if sys.platform == "win32":
        return WaitingProcess(None)
    reader, writer = connection.Pipe(duplex=False)
    life, held = os.pipe()
    pid = os.fork()
    if pid:
        os.close(life)
        writer.close()
        return ComparingProcess(pid, reader)
    os.close(held)
    reader.close()
    _end_with_parent(life)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to both, and the one that waits ends us
    return WaitingProcess(writer)


def _end_with_parent(life: int) -> None:
    """Have the system end this process, in the middle of whatever it does, when the other side of a pipe is closed."""
    import fcntl  # not above: Windows has none

    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
