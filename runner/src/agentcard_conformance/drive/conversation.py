"""What is said in one life of a validator's process, from the greeting to its end?"""

import contextlib
import re
import signal
import time
from collections.abc import Sequence
from typing import Final

from agentcard_conformance import protocol
from agentcard_conformance.drive.child import Child
from agentcard_conformance.model import Description

LAST_LINES: Final = 20
NAMES_AN_ERROR: Final = re.compile(r"Error|Exception|panic")
"""Python names it last, Node first, before a trace and its own version."""

_CLOSING: Final = 2.0
_DYING: Final = 0.5


class Trouble(Exception):
    """What a validator did instead of answering, in a sentence without its subject."""


class Conversation:
    """One process and what has passed between it and us."""

    def __init__(self, description: Description, command: Sequence[str], suite: str) -> None:
        self.asked = 0
        self._limit = description.timeout
        self._lines = protocol.Lines()
        self._early: list[bytes] = []
        try:
            self._child = Child(command, description.folder, description.environment)
        except OSError as error:
            raise Trouble(f"could not be run: {error.strerror or error}") from None
        self.welcome = self._shake_hands(suite, description.startup_timeout)
        self._moved = time.monotonic()

    @property
    def sending(self) -> bool:
        """Is there still something on its way?"""
        return self._child.sending

    def send(self, lines: bytes) -> None:
        """Ask one or more questions."""
        if lines:
            self.asked += lines.count(b"\n")
            self._moved = time.monotonic()
            self._child.send(lines)

    def hear(self) -> list[bytes]:
        """The lines that came within a moment; Trouble when the time is up or there will be none."""
        lines = self._early or self._receive(self._moved + self._limit)
        self._early = []
        if lines:
            self._moved = time.monotonic()
        elif time.monotonic() > self._moved + self._limit:
            raise Trouble(f"gave no answer within {self._limit:g} seconds")
        return lines

    def linger(self, seconds: float) -> list[bytes]:
        """What it adds unasked right after its last answer."""
        return self._early or self._receive(time.monotonic() + seconds)

    def close(self) -> None:
        """End its input, give it time to go, and kill what is left."""
        self._child.finish()
        self._child.end(_CLOSING)

    def kill(self) -> None:
        """End it at once."""
        self._child.end()

    def last_words(self) -> str:
        """The last line of its standard error, as the end of a sentence."""
        lines = self._child.last_lines(LAST_LINES)
        telling = [line for line in lines if NAMES_AN_ERROR.search(line)]
        return f"; its standard error ends: {(telling or lines)[-1]}" if lines else ""

    def _receive(self, deadline: float) -> list[bytes]:
        chunk = self._child.receive(deadline - time.monotonic())
        if chunk is None:
            raise Trouble(self._how_it_ended())
        try:
            return self._lines.feed(chunk)
        except protocol.Garbled as garbled:
            raise Trouble(str(garbled)) from None

    def _shake_hands(self, suite: str, limit: float) -> protocol.Welcome:
        with contextlib.ExitStack() as unless_welcome:
            unless_welcome.callback(self._child.end)
            try:
                self._child.send(protocol.greeting_line(suite))
                line, *self._early = self._first_lines(limit)
                welcome = protocol.read_welcome(line)
            except (Trouble, protocol.Garbled) as trouble:
                raise Trouble(f"{trouble}{self._last_lines()}") from None
            unless_welcome.pop_all()
        return welcome

    def _last_lines(self) -> str:
        self._child.end()
        return "".join(f"\n  | {line}" for line in self._child.last_lines(LAST_LINES))

    def _first_lines(self, limit: float) -> list[bytes]:
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if lines := self._receive(deadline):
                return lines
        raise Trouble(f"did not answer the greeting within {limit:g} seconds")

    def _how_it_ended(self) -> str:
        where = " in the middle of a line" if self._lines.unfinished else ""
        status = self._child.end(_DYING)
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
