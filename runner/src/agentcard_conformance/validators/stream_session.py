"""One life of a validator's process on the stream protocol, from the greeting to its end."""

import contextlib
import re
import signal
import time
from collections.abc import Sequence
from typing import Final

from agentcard_conformance.model import Description
from agentcard_conformance.validators.child_process import ChildProcess, describe_start_error
from agentcard_conformance.validators.protocol.handshake import Welcome, greeting_line, parse_welcome
from agentcard_conformance.validators.protocol.lines import LineBuffer, ProtocolError

_ERROR_LINES: Final = 20
_NAMES_AN_ERROR: Final = re.compile(r"Error|Exception|panic")
"""Python names it last, Node first, before a trace and its own version."""

_EXIT_SECONDS: Final = 2.0
_DYING_SECONDS: Final = 0.5


class SessionFault(Exception):
    """What a validator did instead of answering, in a sentence without its subject."""


class StreamSession:
    """One process, and what has passed between it and the run."""

    def __init__(self, description: Description, command: Sequence[str], suite_version: str) -> None:
        self.questions_sent = 0
        self._timeout = description.timeout
        self._lines = LineBuffer()
        self._early_lines: list[bytes] = []
        try:
            self._child = ChildProcess(command, description.folder, description.environment)
        except OSError as error:
            raise SessionFault(describe_start_error(error)) from None
        self.welcome = self._shake_hands(suite_version, description.startup_timeout)
        self.restart_clock()

    @property
    def is_sending(self) -> bool:
        """Whether something is still to be written to the process."""
        return self._child.is_sending

    def send(self, lines: bytes) -> None:
        """Ask one or more questions."""
        if lines:
            self.questions_sent += lines.count(b"\n")
            self.restart_clock()
            self._child.send(lines)

    def receive_lines(self) -> list[bytes]:
        """The lines that came within a moment; raises SessionFault when there will be none."""
        lines = self._early_lines or self._receive(self._last_activity + self._timeout)
        self._early_lines = []
        return lines

    def restart_clock(self) -> None:
        """Something was answered, so that the next card has its whole time."""
        self._last_activity = time.monotonic()

    def check_clock(self) -> None:
        """Raise SessionFault when time is up, whatever else it writes."""
        if time.monotonic() > self._last_activity + self._timeout:
            raise SessionFault(f"gave no answer within {self._timeout:g} seconds")

    def close(self) -> None:
        """End its input, give it time to exit, and kill what is left."""
        self._child.finish_input()
        self._child.end(_EXIT_SECONDS)

    def kill(self) -> None:
        """End it at once."""
        self._child.end()

    def last_error_line(self) -> str:
        """The line of its standard error that tells most, as the end of a sentence."""
        lines = self._child.last_error_lines(_ERROR_LINES)
        telling = [line for line in lines if _NAMES_AN_ERROR.search(line)]
        return f"; its standard error ends: {(telling or lines)[-1]}" if lines else ""

    def _receive(self, deadline: float) -> list[bytes]:
        chunk = self._child.receive(deadline - time.monotonic())
        if chunk is None:
            raise SessionFault(self._how_it_ended())
        try:
            return self._lines.feed(chunk)
        except ProtocolError as error:
            raise SessionFault(str(error)) from None

    def _shake_hands(self, suite_version: str, timeout: float) -> Welcome:
        with contextlib.ExitStack() as unless_welcome:
            unless_welcome.callback(self._child.end)
            try:
                self._child.send(greeting_line(suite_version))
                line, *self._early_lines = self._first_lines(timeout)
                welcome = parse_welcome(line)
            except (SessionFault, ProtocolError) as fault:
                raise SessionFault(f"{fault}{self._quote_error_output()}") from None
            unless_welcome.pop_all()
        return welcome

    def _quote_error_output(self) -> str:
        self._child.end()
        return "".join(f"\n  | {line}" for line in self._child.last_error_lines(_ERROR_LINES))

    def _first_lines(self, timeout: float) -> list[bytes]:
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if lines := self._receive(deadline):
                return lines
        raise SessionFault(f"did not answer the greeting within {timeout:g} seconds")

    def _how_it_ended(self) -> str:
        where = " in the middle of a line" if self._lines.has_partial_line else ""
        status = self._child.end(_DYING_SECONDS)
        if status is None:
            return f"closed its standard output{where}"
        if status < 0:
            return f"was ended by {_signal_name(-status)}{where}"
        return f"exited with status {status}{where}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
