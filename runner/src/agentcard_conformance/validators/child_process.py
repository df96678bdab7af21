"""Starts, feeds, reads and ends a validator's process, so that nothing it does can block the run."""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from agentcard_conformance.escaping import bytes_to_ascii

_CHUNK: Final = 65536
"""What a pipe holds; asking os.read for a megabyte makes every read three times as slow."""

_POLL_SECONDS: Final = 0.05
"""How long to wait before looking whether the process has gone while somebody else keeps its pipe open."""

_KEPT_ERROR_OUTPUT: Final = 8192


class ChildProcess:
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
        self._is_finishing = self._has_exited = self._output_ended = self._is_ended = False
        self._status: int | None = None
        self._error_tail = bytearray()
        self._poll = select.poll()
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        for pipe in (self._output, self._errors):
            self._poll.register(pipe, select.POLLIN)

    @property
    def is_sending(self) -> bool:
        """Whether something still waits to be written."""
        return len(self._unsent) > 0

    def send(self, data: bytes) -> None:
        """Write what fits into the pipe now, and the rest while receiving."""
        self._unsent = memoryview(bytes(self._unsent) + data if self._unsent else data)
        self._write_unsent()

    def finish_input(self) -> None:
        """End its input as soon as all is written."""
        self._is_finishing = True
        self._write_unsent()

    def receive(self, seconds: float) -> bytes | None:
        """What it wrote within a while: b"" for nothing yet, None for the end."""
        if self._output_ended:
            return None
        events = self._poll.poll(max(0.0, min(seconds, _POLL_SECONDS)) * 1000)
        chunk: bytes | None = b""
        for pipe, _ in events:
            if pipe == self._output:
                chunk = self._read_output()
            elif pipe == self._errors:
                self._read_errors()
            else:
                self._write_unsent()
        return chunk if events else self._nothing_or_end()

    def end(self, seconds: float = 0.0) -> int | None:
        """Give it this long to exit by itself, kill its whole group, and return its status unless it was killed."""
        if self._is_ended:
            return self._status
        self._is_ended = True
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if self.receive(min(0.01, deadline - time.monotonic())) is None:
                time.sleep(0.001)
        self._status = self._process.poll()
        # A process id is not given out again while its group lives, and a group that is gone is no error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._read_errors()
        self._close_pipes()
        return self._status

    def last_error_lines(self, count: int) -> list[str]:
        """The end of what it wrote to standard error, as printable ASCII."""
        lines = [line for line in bytes(self._error_tail).split(b"\n") if line.strip()]
        return [bytes_to_ascii(line.rstrip()) for line in lines[-count:]]

    def _write_unsent(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            self._poll.register(self._input, select.POLLOUT)
            return
        except BrokenPipeError:
            # It has stopped reading; what it wrote before is still to be read.
            self._unsent = memoryview(b"")
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._input)
        if self._is_finishing and self._process.stdin:
            self._process.stdin.close()

    def _read_output(self) -> bytes | None:
        with contextlib.suppress(BlockingIOError):
            if chunk := os.read(self._output, _CHUNK):
                return chunk
            self._poll.unregister(self._output)
            self._output_ended = True
            return None
        return b""

    def _read_errors(self) -> None:
        with contextlib.suppress(BlockingIOError, KeyError):
            chunk = os.read(self._errors, _CHUNK)
            self._error_tail = (self._error_tail + chunk)[-_KEPT_ERROR_OUTPUT:]
            if not chunk:
                self._poll.unregister(self._errors)

    def _nothing_or_end(self) -> bytes | None:
        # Seen gone once, and nothing since: then a pipe that is still open is held by a process it left behind.
        if self._has_exited:
            return None
        self._has_exited = self._process.poll() is not None
        return b""

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
