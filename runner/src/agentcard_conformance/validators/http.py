"""A validator that is a service on HTTP."""

import base64
import http.client
import json
import os
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
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

_CUT_OFF: Final = (ConnectionError, ssl.SSLError, http.client.IncompleteRead)

_LONGEST_REASON: Final = 200


class HttpJudge:
    """A validator behind an address; each card has a connection of its own, on which no other's answer can come."""

    def __init__(self, description: Description, dialects: Mapping[str, Dialect]) -> None:
        self.identity = identity_of(description)
        self.dialects = description.dialects
        self._description = description
        self._media_types = {name: dialect.media_type for name, dialect in dialects.items()}
        self._address = urlsplit(description.target)
        self._tls = ssl.create_default_context() if self._address.scheme == "https" else None
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
        try:
            with self._connected(self._description.startup_timeout):
                return self
        except _CONNECTION_ERRORS as error:
            raise NotStarted(self._description.spec, f"cannot connect: {error}; is the service running?") from None

    def __exit__(self, *exc: object) -> None:
        return None

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
        try:
            with self._connected(self._description.timeout) as connection:
                return self._request(connection, question)
        except _CONNECTION_ERRORS as error:
            return Verdict(Answer.NONE, to_short_ascii(f"gave no answer: {_describe(error)}", _LONGEST_REASON))

    @contextmanager
    def _connected(self, seconds: float) -> Iterator[http.client.HTTPConnection]:
        """A new connection, which is shut down when time is up: after the address was found, whatever comes."""
        kind = http.client.HTTPSConnection if self._tls else http.client.HTTPConnection
        connection = kind(self._address.hostname or "", self._address.port, timeout=seconds)
        with closing(connection):
            # Not the connect() of an HTTPSConnection: a handshake may drip, too, and is waited for on our own clock.
            http.client.HTTPConnection.connect(connection)
            connection.sock.settimeout(None)  # one clock: the socket's own starts anew with every byte
            with _shut_down_after(connection.sock, seconds):
                if self._tls:
                    connection.sock = self._tls.wrap_socket(connection.sock, server_hostname=connection.host)
                yield connection

    def _request(self, connection: http.client.HTTPConnection, question: Question) -> Verdict:
        path = (self._address.path or "/") + (f"?{self._address.query}" if self._address.query else "")
        connection.request("POST", path, question.card, self._headers(question))
        with connection.getresponse() as response:
            body = response.read(_LONGEST_BODY + 1)
            missing = response.length
        if len(body) > _LONGEST_BODY:
            return Verdict(Answer.NONE, "gave no answer: a body of more than 1 MiB")
        if missing:
            # Where a limit is given, http.client does not mind a body that breaks off.
            raise http.client.IncompleteRead(body, missing)
        if response.status != http.client.OK:
            return Verdict(Answer.NONE, f"answered with HTTP status {response.status}: {bytes_to_ascii(body)}")
        if (coding := response.getheader("Content-Encoding", "identity")).lower() != "identity":
            # Nothing is unpacked, so that nothing can unpack to more than came.
            return Verdict(Answer.NONE, f"answered in the coding {to_short_ascii(coding, 20)}, and was asked for none")
        return parse_sole_answer(body)

    def _headers(self, question: Question) -> dict[str, str]:
        return {
            "AgentCard-Dialect": question.dialect,
            "AgentCard-Context": encode_context(question.context),
            "Content-Type": self._media_types.get(question.dialect, "application/octet-stream"),
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Connection": "close",
        }


def encode_context(context: Context) -> str:
    """A context as the header carries it: base64url of JSON."""
    return base64.urlsafe_b64encode(json.dumps(dict(context)).encode()).decode()


@contextmanager
def _shut_down_after(connection: socket.socket, seconds: float) -> Iterator[None]:
    """Raise TimeoutError when time was up within; whoever waits for the connection then finds it shut down."""
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
        yield
    except _CONNECTION_ERRORS:
        if not is_late.is_set():
            raise
    finally:
        timer.cancel()
        timer.join()
        duplicate.close()
    if is_late.is_set():
        raise TimeoutError(f"{seconds:g} seconds are over")


def _describe(error: Exception) -> str:
    """What went wrong; in which of several ways a connection was cut off depends on the moment, and is not told."""
    if isinstance(error, TimeoutError | ConnectionRefusedError) or not isinstance(error, _CUT_OFF):
        return str(error).strip()
    return "the connection was closed before the end of an answer"
