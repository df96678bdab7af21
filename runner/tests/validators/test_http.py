"""A validator behind an address is asked as docs/validators.md says, and can hold nothing up."""

import base64
import gzip
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from agentcard_conformance.errors import NotStarted
from agentcard_conformance.model import Answer, Dialect, Identity, Question, ReadOnce, Verdict
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.http import HttpJudge

NO = Answer.NONE
NOTHING: ReadOnce[None] = ReadOnce(lambda: None)
TOY = Dialect(
    id="toy",
    title="",
    source="",
    default=True,
    media_type="application/toy+json",
    notation="",
    extension="",
    profiles={},
    rules=(),
    looks_like=None,
    schema_file=NOTHING,
    requirements_file=ReadOnce(dict),
    context_schema_file=NOTHING,
    smoke_file=ReadOnce(frozenset),
)


class Service(BaseHTTPRequestHandler):
    """Behaves as the path says."""

    protocol_version = "HTTP/1.1"
    pause: ClassVar[float] = 0
    connections: ClassVar[list[object]] = []
    asked: ClassVar[list[tuple[str, dict[str, str], bytes]]] = []

    def setup(self) -> None:
        super().setup()
        self.connections.append(self.client_address)

    def do_POST(self) -> None:
        card = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, {key.lower(): value for key, value in self.headers.items()}, card))
        behaviour: Callable[[bytes], None] = getattr(self, self.path.strip("/").partition("?")[0].replace("-", "_"))
        behaviour(card)

    def reply(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def honest(self, card: bytes) -> None:
        self.reply(json.dumps({"valid": b"name" in card}).encode())

    def twice(self, card: bytes) -> None:
        """Answer for the next card, too, and otherwise."""
        self.honest(card)
        time.sleep(self.pause)
        self.reply(json.dumps({"valid": b"name" not in card}).encode())
        self.close_connection = False

    def packed(self, card: bytes) -> None:
        self.reply(gzip.compress(b'{"valid": true}'), 200, **{"Content-Encoding": "gzip"})

    def created(self, card: bytes) -> None:
        self.reply(b'{"valid": true}', 201)

    def broken(self, card: bytes) -> None:
        self.reply(b'{"valid": true}', 500)

    def moved(self, card: bytes) -> None:
        self.reply(b'{"valid": true}', 307, Location="/honest")

    def prose(self, card: bytes) -> None:
        self.reply(b"valid")

    def large(self, card: bytes) -> None:
        self.reply(b" " * 2_000_000 + b'{"valid": true}')

    def silent(self, card: bytes) -> None:
        time.sleep(3)

    def trickle(self, card: bytes) -> None:
        self.send_response(200)
        self.flush_headers()
        for _ in range(60):
            self.wfile.write(b"X-Slow: 1\r\n")
            self.wfile.flush()
            time.sleep(0.05)

    def cut(self, card: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"valid": true}')
        self.close_connection = True

    def gone(self, card: bytes) -> None:
        self.close_connection = True

    def no_http(self, card: bytes) -> None:
        self.wfile.write(b"\x1b[2J valid \xff\r\n\r\n")
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A service that does not print when a client leaves early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    Service.connections.clear()
    Service.asked.clear()
    with Server(("127.0.0.1", 0), Service) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def judge_at(spec: str, timeout: float = 5) -> HttpJudge:
    judge = open_judge(describe_validator(spec, Path())._replace(timeout=timeout), "0.1.0", {"toy": TOY})
    assert isinstance(judge, HttpJudge)
    return judge


def heard(spec: str, *cards: bytes, timeout: float = 5) -> list[Verdict]:
    with judge_at(spec, timeout) as judge:
        return judge.judge([Question(card, "toy") for card in cards or (b"{}",)])


def test_each_card_has_a_connection_of_its_own(address: str) -> None:
    verdicts = heard(f"{address}/honest", b"name", b"", b"name")
    assert [verdict.answer for verdict in verdicts] == [Answer.VALID, Answer.INVALID, Answer.VALID]
    assert len(Service.connections) == 1 + 3


@pytest.mark.parametrize("pause", [0, 0.012, 0.07])
def test_an_answer_for_the_next_card_is_not_heard(address: str, pause: float) -> None:
    Service.pause = pause
    verdicts = heard(f"{address}/twice", b"name", b"", b"name", b"")
    assert [verdict.answer for verdict in verdicts] == [Answer.VALID, Answer.INVALID] * 2


@pytest.fixture
def dripping() -> Iterator[str]:
    """The address of a service that drips its TLS handshake, beginning with the head of a record."""

    def drip(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                Thread(target=drip_to, args=(connection,), daemon=True).start()

    def drip_to(connection: socket.socket) -> None:
        with suppress(OSError), connection:
            for byte in b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc" + bytes(100):
                connection.sendall(bytes([byte]))
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=drip, args=(listener,), daemon=True).start()
        yield f"https://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)


def test_a_handshake_that_drips_costs_one_card_its_time(dripping: str) -> None:
    began = time.monotonic()
    verdicts = judge_at(dripping, timeout=0.4).judge([Question(b"{}", "toy")] * 2)
    assert verdicts == [Verdict(NO, "gave no answer: 0.4 seconds are over")] * 2
    assert time.monotonic() - began < 2.5


def test_a_handshake_that_drips_is_no_start(dripping: str) -> None:
    description = describe_validator(dripping, Path())._replace(startup_timeout=0.4)
    with (
        pytest.raises(NotStarted, match=r"cannot connect: 0\.4 seconds are over"),
        open_judge(description, "0.1.0", {"toy": TOY}),
    ):
        pass


def test_a_service_is_told_dialect_context_and_media_type(address: str) -> None:
    with judge_at(f"{address}/honest?strict=1") as judge:
        judge.judge([Question(b"\xff\x00", "toy", {"now": "\u00ff\u00fe?"})])
    ((path, headers, card),) = Service.asked
    assert (path, card) == ("/honest?strict=1", b"\xff\x00")
    assert (headers["agentcard-dialect"], headers["content-type"]) == ("toy", "application/toy+json")
    assert json.loads(base64.urlsafe_b64decode(headers["agentcard-context"])) == {"now": "\u00ff\u00fe?"}


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        ("created", 'answered with HTTP status 201: {"valid": true}'),
        ("broken", 'answered with HTTP status 500: {"valid": true}'),
        ("moved", 'answered with HTTP status 307: {"valid": true}'),
        ("prose", "wrote a line that is not one JSON object in UTF-8: valid"),
        ("large", "gave no answer: a body of more than 1 MiB"),
        ("silent", "gave no answer: 0.3 seconds are over"),
        ("trickle", "gave no answer: 0.3 seconds are over"),
        ("cut", "gave no answer: the connection was closed before the end of an answer"),
        ("gone", "gave no answer: the connection was closed before the end of an answer"),
        ("packed", "answered in the coding gzip, and was asked for none"),
        ("no-http", r"gave no answer: \x1b[2J valid \xff"),
    ],
)
def test_only_an_answer_object_in_a_200_response_is_an_answer(address: str, behaviour: str, why: str) -> None:
    assert heard(f"{address}/{behaviour}", timeout=0.3) == [Verdict(NO, why)]


def test_a_redirect_is_not_followed(address: str) -> None:
    heard(f"{address}/moved")
    assert [path for path, _, _ in Service.asked] == ["/moved"]


def test_a_fault_costs_its_own_card(address: str) -> None:
    with judge_at(f"{address}/silent", timeout=0.3) as judge:
        (first,) = judge.judge([Question(b"{}", "toy")])
        judge._address = judge._address._replace(path="/honest")  # noqa: SLF001  # one judge, another road
        (second,) = judge.judge([Question(b"{}", "toy")])
    assert (first.answer, second.answer) == (NO, Answer.INVALID)


def test_ten_faults_in_a_row_end_the_asking(address: str) -> None:
    with judge_at(f"{address}/broken") as judge:
        verdicts = judge.judge([Question(b"{}", "toy")] * 15)
        assert sum(verdict.why.startswith("not asked") for verdict in verdicts) == 5
        assert (judge.gave_up, len(Service.asked)) == (True, 10)


def test_a_refused_connection_is_not_started() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    judge = judge_at(f"http://127.0.0.1:{port}/")
    with pytest.raises(NotStarted, match=r"cannot connect: .*refused; is the service running"), judge:
        pass


def test_it_is_known_by_its_address(address: str) -> None:
    with judge_at(f"{address}/honest") as judge:
        assert judge.identity == Identity(f"{address}/honest")
