"""How is a validator asked that is a service on HTTP?"""

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

from agentcard_conformance import protocol
from agentcard_conformance.drive.identity import known_as
from agentcard_conformance.drive.patience import UNASKED, Patience
from agentcard_conformance.errors import NotStarted
from agentcard_conformance.model import Answer, Context, Description, Dialect, Question, Verdict

BODY_LIMIT: Final = 1024 * 1024

_BROKEN: Final = (OSError, http.client.HTTPException, ValueError)
"""What a connection raises when the other side, or our own time limit, cuts it off in any phase."""


class HttpJudge:
    """A validator behind an address; each card is a request of its own on a connection that is kept."""

    def __init__(self, description: Description, dialects: Mapping[str, Dialect]) -> None:
        self.identity = known_as(description)
        self.dialects = description.dialects
        self._description = description
        self._media_types = {name: dialect.media_type for name, dialect in dialects.items()}
        self._address = urlsplit(description.target)
        self._connection = self._new_connection()
        self._patience = Patience()

    @property
    def gave_up(self) -> bool:
        """Were cards left unasked after ten faults in a row?"""
        return self._patience.gone

    @property
    def troubles(self) -> Sequence[str]:
        """Whoever answers at an address is not ours to replace."""
        return ()

    def __enter__(self) -> Self:
        self._connection.timeout = self._description.startup_timeout
        try:
            self._connection.connect()
        except _BROKEN as error:
            raise NotStarted(self._description.spec, f"cannot connect: {error}; is the service running?") from None
        return self

    def __exit__(self, *exc: object) -> None:
        self._connection.close()

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order."""
        return [self._weighed(question) for question in questions]

    def _weighed(self, question: Question) -> Verdict:
        if self.gave_up:
            return UNASKED
        verdict = self._ask(question)
        self._patience.weigh(verdict)
        return verdict

    def _ask(self, question: Question) -> Verdict:
        kept = self._connection.sock is not None
        try:
            return self._exchange(question)
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected) as error:
            # A service may close a connection that it kept open, at any time between two requests.
            self._connection.close()
            return self._ask(question) if kept else _none(error)
        except _BROKEN as error:
            self._connection.close()
            return _none(error)

    def _exchange(self, question: Question) -> Verdict:
        limit = self._description.timeout
        self._connection.timeout = limit
        if self._connection.sock is None:
            self._connection.connect()
        self._connection.sock.settimeout(None)  # one clock: the socket's own would now and then be ahead of ours
        with _cut_off(self._connection.sock, limit) as late:
            try:
                verdict = self._roundtrip(question)
            except _BROKEN:
                if not late.is_set():
                    raise
        if late.is_set():
            raise TimeoutError(f"{limit:g} seconds are over")
        return verdict

    def _roundtrip(self, question: Question) -> Verdict:
        path = (self._address.path or "/") + (f"?{self._address.query}" if self._address.query else "")
        self._connection.request("POST", path, question.card, self._headers(question))
        with self._connection.getresponse() as response:
            body = response.read(BODY_LIMIT + 1)
            missing = response.length
        if len(body) > BODY_LIMIT:
            raise http.client.HTTPException("a body of more than 1 MiB")
        if missing:
            # Where a limit is given, http.client does not mind a body that breaks off.
            raise http.client.IncompleteRead(body, missing)
        if response.status != http.client.OK:
            return Verdict(Answer.NONE, f"answered with HTTP status {response.status}: {protocol.quote(body)}")
        return protocol.read_sole_answer(body)

    def _headers(self, question: Question) -> dict[str, str]:
        return {
            "AgentCard-Dialect": question.dialect,
            "AgentCard-Context": encoded(question.context),
            "Content-Type": self._media_types.get(question.dialect, "application/octet-stream"),
            "Accept": "application/json",
        }

    def _new_connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._address.scheme == "https" else http.client.HTTPConnection
        return kind(self._address.hostname or "", self._address.port)


def encoded(context: Context) -> str:
    """A context as the header carries it."""
    return base64.urlsafe_b64encode(json.dumps(dict(context)).encode()).decode()


@contextmanager
def _cut_off(connection: socket.socket, seconds: float) -> Iterator[threading.Event]:
    # A socket's own time limit starts anew with every byte that trickles in; this one does not.
    late = threading.Event()
    double = socket.socket(fileno=os.dup(connection.fileno()))

    def cut() -> None:
        late.set()
        with suppress(OSError):
            double.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        timer.join()
        double.close()


def _none(error: Exception) -> Verdict:
    return Verdict(Answer.NONE, protocol.plain(f"gave no answer: {str(error).strip()}", 200))
