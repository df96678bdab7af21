"""A validator that is a service on HTTP."""

import base64
import http.client
import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Self
from urllib.parse import urlsplit

from agentcard_conformance.errors import NotStarted
from agentcard_conformance.escaping import bytes_to_ascii, to_short_ascii
from agentcard_conformance.model import Answer, Context, Description, Dialect, Question, Verdict
from agentcard_conformance.validators.descriptions import identity_of
from agentcard_conformance.validators.fault_limit import NOT_ASKED_VERDICT, FaultLimit
from agentcard_conformance.validators.protocol.answers import parse_sole_answer

_LONGEST_BODY: Final = 1024 * 1024

_CONNECTION_ERRORS: Final = (OSError, http.client.HTTPException, ValueError)
"""What a connection raises when the other side, or our own time limit, cuts it off in any phase."""


class HttpJudge:
    """A validator behind an address; each card is a request of its own on a connection that is kept."""

    def __init__(self, description: Description, dialects: Mapping[str, Dialect]) -> None:
        self.identity = identity_of(description)
        self.dialects = description.dialects
        self._description = description
        self._media_types = {name: dialect.media_type for name, dialect in dialects.items()}
        self._address = urlsplit(description.target)
        self._connection = self._new_connection()
        self._fault_limit = FaultLimit()

    @property
    def gave_up(self) -> bool:
        """Whether cards were left unasked after ten faults in a row."""
        return self._fault_limit.is_reached

    @property
    def restarts(self) -> Sequence[str]:
        """None: the service is not the run's to replace."""
        return ()

    def __enter__(self) -> Self:
        self._connection.timeout = self._description.startup_timeout
        try:
            self._connection.connect()
        except _CONNECTION_ERRORS as error:
            raise NotStarted(self._description.spec, f"cannot connect: {error}; is the service running?") from None
        return self

    def __exit__(self, *exc: object) -> None:
        self._connection.close()

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order."""
        return [self._judge_one(question) for question in questions]

    def _judge_one(self, question: Question) -> Verdict:
        if self.gave_up:
            return NOT_ASKED_VERDICT
        verdict = self._ask(question)
        self._fault_limit.count(verdict)
        return verdict

    def _ask(self, question: Question) -> Verdict:
        was_kept = self._connection.sock is not None
        try:
            return self._exchange(question)
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected) as error:
            # A service may close a connection that it kept open, at any time between two requests.
            self._connection.close()
            return self._ask(question) if was_kept else _no_answer(error)
        except _CONNECTION_ERRORS as error:
            self._connection.close()
            return _no_answer(error)

    def _exchange(self, question: Question) -> Verdict:
        timeout = self._description.timeout
        self._connection.timeout = timeout
        if self._connection.sock is None:
            self._connection.connect()
        self._connection.sock.settimeout(None)  # one clock: the socket's own would now and then be ahead of ours
        with _shut_down_after(self._connection.sock, timeout) as is_late:
            try:
                verdict = self._request(question)
            except _CONNECTION_ERRORS:
                if not is_late.is_set():
                    raise
        if is_late.is_set():
            raise TimeoutError(f"{timeout:g} seconds are over")
        return verdict

    def _request(self, question: Question) -> Verdict:
        path = (self._address.path or "/") + (f"?{self._address.query}" if self._address.query else "")
        self._connection.request("POST", path, question.card, self._headers(question))
        with self._connection.getresponse() as response:
            body = response.read(_LONGEST_BODY + 1)
            missing = response.length
        if len(body) > _LONGEST_BODY:
            raise http.client.HTTPException("a body of more than 1 MiB")
        if missing:
            # Where a limit is given, http.client does not mind a body that breaks off.
            raise http.client.IncompleteRead(body, missing)
        if response.status != http.client.OK:
            return Verdict(Answer.NONE, f"answered with HTTP status {response.status}: {bytes_to_ascii(body)}")
        return parse_sole_answer(body)

    def _headers(self, question: Question) -> dict[str, str]:
        return {
            "AgentCard-Dialect": question.dialect,
            "AgentCard-Context": encode_context(question.context),
            "Content-Type": self._media_types.get(question.dialect, "application/octet-stream"),
            "Accept": "application/json",
        }

    def _new_connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._address.scheme == "https" else http.client.HTTPConnection
        return kind(self._address.hostname or "", self._address.port)


def encode_context(context: Context) -> str:
    """A context as the header carries it: base64url of JSON."""
    return base64.urlsafe_b64encode(json.dumps(dict(context)).encode()).decode()


@contextmanager
def _shut_down_after(connection: socket.socket, seconds: float) -> Iterator[threading.Event]:
    """Shut a connection down when time is up: its own time limit starts anew with every byte that trickles in."""
    is_late = threading.Event()
    duplicate = socket.socket(fileno=os.dup(connection.fileno()))

    def shut_down() -> None:
        is_late.set()
        with suppress(OSError):
            duplicate.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, shut_down)
    timer.daemon = True
    timer.start()
    try:
        yield is_late
    finally:
        timer.cancel()
        timer.join()
        duplicate.close()


def _no_answer(error: Exception) -> Verdict:
    return Verdict(Answer.NONE, to_short_ascii(f"gave no answer: {str(error).strip()}", 200))
