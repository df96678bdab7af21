"""How is a stranger's process started, fed, listened to and ended, so that nothing it does can hold us up?"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from agentcard_conformance import protocol

CHUNK: Final = 65536
"""What a pipe holds; asking os.read for a megabyte makes every read three times as dear."""

_SLICE: Final = 0.05
"""How long to wait before looking whether the process has gone while somebody else keeps its pipe open."""

_TAIL: Final = 8192


class Child:
    """One process in a group of its own, its three pipes never blocking."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # to run a stranger's program is what it is for; no shell
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe)
        self._unsent = memoryview(b"")
        self._finishing = self._gone = self._silent = self._ended = False
        self._status: int | None = None
        self._tail = bytearray()
        self._poll = select.poll()
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        for pipe in (self._output, self._errors):
            self._poll.register(pipe, select.POLLIN)

    @property
    def sending(self) -> bool:
        """Is something still waiting to be written?"""
        return len(self._unsent) > 0

    def send(self, data: bytes) -> None:
        """Write what fits into the pipe now, and the rest while receiving."""
        self._unsent = memoryview(bytes(self._unsent) + data if self._unsent else data)
        self._push()

    def finish(self) -> None:
        """End its input as soon as all is written."""
        self._finishing = True
        self._push()

    def receive(self, seconds: float) -> bytes | None:
        """What it wrote within a while: b"" for nothing yet, None for the end."""
        if self._silent:
            return None
        events = self._poll.poll(max(0.0, min(seconds, _SLICE)) * 1000)
        heard: bytes | None = b""
        for pipe, _ in events:
            if pipe == self._output:
                heard = self._read()
            elif pipe == self._errors:
                self._listen_to_errors()
            else:
                self._push()
        return heard if events else self._idle()

    def end(self, seconds: float = 0.0) -> int | None:
        """Give it this long to go by itself, kill its whole group, and say how it ended unless we had to."""
        if self._ended:
            return self._status
        self._ended = True
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if self.receive(min(0.01, deadline - time.monotonic())) is None:
                time.sleep(0.001)
        self._status = self._process.poll()
        # A process id is not given out again while its group lives, and a group that is gone is no error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listen_to_errors()
        self._close()
        return self._status

    def last_lines(self, count: int) -> list[str]:
        """The end of what it wrote to standard error, as printable ASCII."""
        lines = [line for line in bytes(self._tail).split(b"\n") if line.strip()]
        return [protocol.quote(line.rstrip()) for line in lines[-count:]]

    def _push(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            self._poll.register(self._input, select.POLLOUT)
            return
        except BrokenPipeError:
            # It has stopped reading; what it wrote before is still to be heard.
            self._unsent = memoryview(b"")
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._input)
        if self._finishing and self._process.stdin:
            self._process.stdin.close()

    def _read(self) -> bytes | None:
        with contextlib.suppress(BlockingIOError):
            if chunk := os.read(self._output, CHUNK):
                return chunk
            self._poll.unregister(self._output)
            self._silent = True
            return None
        return b""

    def _listen_to_errors(self) -> None:
        with contextlib.suppress(BlockingIOError, KeyError):
            chunk = os.read(self._errors, CHUNK)
            self._tail = (self._tail + chunk)[-_TAIL:]
            if not chunk:
                self._poll.unregister(self._errors)

    def _idle(self) -> bytes | None:
        # Seen gone once, and nothing since: then a pipe that is still open is held by a process it left behind.
        if self._gone:
            return None
        self._gone = self._process.poll() is not None
        return b""

    def _close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
