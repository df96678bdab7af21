"""Starts, feeds, reads and ends a validator's process, so that nothing it does can block the run."""

import contextlib
import errno
import fcntl
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from agentcard_conformance.escaping import bytes_to_ascii
from agentcard_conformance.validators.process_tree import ProcessTree

_CHUNK: Final = 65536
"""What a pipe holds; asking os.read for a megabyte makes every read three times as slow."""

_POLL_SECONDS: Final = 0.05
"""How long to wait before looking whether the process has gone while somebody else keeps its pipe open."""

_ERROR_PIPE: Final = 1024 * 1024
"""What the pipe of standard error holds on Linux. Through the usual 64 KiB a gigabyte takes 16,000 turns of two
processes, each of which may be waited for on a busy machine; through this it takes 1,000."""

_KEPT_ERROR_OUTPUT: Final = 8192


def describe_start_error(error: OSError) -> str:
    """Why a program that was found could not be started, and what to do."""
    if isinstance(error, FileNotFoundError):
        why = (
            "the program that its first line names after #! is not there (a carriage return counts as part of the name)"
        )
    elif error.errno == errno.ENOEXEC:
        why = "it is no binary, and its first line names no program after #!"
    else:
        why = error.strerror or str(error)
    return f"could not be run: {why}"


class ChildProcess:
    """One process and what it starts, its three pipes never blocking."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._tree = ProcessTree(command, folder, environment, (subprocess.PIPE,) * 3)
        self._process = self._tree.root
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe)
        self._unsent = memoryview(b"")
        self._is_finishing = self._has_exited = self._output_ended = self._is_ended = False
        self._status: int | None = None
        self._error_buffer = memoryview(bytearray(_ERROR_PIPE))
        self._error_tail = b""
        self._poll = select.poll()
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        _enlarge(self._errors)
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
        has_output = any(pipe == self._output for pipe, _ in events)
        return chunk if has_output else self._nothing_or_end()

    def end(self, seconds: float = 0.0) -> int | None:
        """Give it this long to exit by itself, kill all that came of it, and return its status unless it was killed."""
        if self._is_ended:
            return self._status
        self._is_ended = True
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if self.receive(min(0.01, deadline - time.monotonic())) is None:
                time.sleep(0.001)
        self._status = self._process.poll()
        self._tree.end()
        self._read_errors()
        self._close_pipes()
        return self._status

    def last_error_lines(self, count: int) -> list[str]:
        """The end of what it wrote to standard error, as printable ASCII."""
        # Of one that was killed the last line is cut off anywhere, and is told only where there is no other.
        whole = self._error_tail[: self._error_tail.rfind(b"\n") + 1] if self._status is None else b""
        lines = [line for line in (whole or self._error_tail).split(b"\n") if line.strip()]
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
            count = os.readv(self._errors, [self._error_buffer])
            self._error_tail = (self._error_tail + bytes(self._error_buffer[:count][-_KEPT_ERROR_OUTPUT:]))[
                -_KEPT_ERROR_OUTPUT:
            ]
            if not count:
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


def _enlarge(pipe: int) -> None:
    # Only Linux can, and even there not for a user who has many such pipes.
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ERROR_PIPE)
