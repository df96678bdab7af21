"""A card that a time limit breaks into costs no other card its answer."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Answer, Fixture
from agentcard_conformance.run.plan import RunOptions, find_target
from agentcard_conformance.run.runner import running

SLOW = "invalid/note-1/card-object/array.json"


class TooLate(BaseException):
    """What ends a test whose time is up: no exception that a validator's form expects."""


class Service(BaseHTTPRequestHandler):
    """Accepts every card, and takes its time for one."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        card = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(1 if card.startswith(b"[") else 0)
        with suppress(BrokenPipeError):
            self.send_response(200)
            self.send_header("Content-Length", "15")
            self.end_headers()
            self.wfile.write(b'{"valid": true}')

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """Where the service is asked."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Breaks into whatever is going on."""

    def break_in(*_: object) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, break_in)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_next_card_is_answered(small: Suite, address: str) -> None:
    options = RunOptions(address)
    (slow,) = (each for each in small.fixtures() if each.path == SLOW)
    others: list[Fixture] = [each for each in small.fixtures() if each.path != SLOW]

    with running(options, find_target(options, small)) as runner:
        with pytest.raises(TooLate), time_limit(0.3):
            runner.result(slow)
        answers = {runner.result(each).verdict.answer for each in others}

    assert answers == {Answer.VALID}
