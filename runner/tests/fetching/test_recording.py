"""What a server sends is recorded as it travelled, and no server holds the program up or fills its memory."""

import time
from collections.abc import Iterable, Iterator

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching import FetchBounds, parse_address, record
from agentcard_conformance.notations.http_exchange.messages import read_exchange
from scripted_server import Answering, answer, serving

ACCEPT = "application/json"
BEGINNING = b"HTTP/1.1 200 OK\r\n"


def recorded(answering: Answering, seconds: float = 10) -> bytes:
    """The exchange with a server that is asked for its root."""
    with serving(answering) as server:
        bounds = FetchBounds(allow_private=True, deadline=time.monotonic() + seconds)
        return record(parse_address(server.address), ACCEPT, bounds).exchange


def forever(piece: bytes, first: bytes = b"", pause: float = 0) -> Iterator[bytes]:
    yield first
    while True:
        time.sleep(pause)
        yield piece


def test_the_bytes_of_an_answer_are_kept() -> None:
    sent = answer("{}", ETag='"1"').replace(b"ETag", b"eTAG")

    assert recorded(lambda _: [sent]).endswith(b"\r\n\r\n" + sent)


def test_a_request_is_recorded_with_its_whole_address() -> None:
    exchange = recorded(lambda _: [answer("{}")])

    assert exchange.startswith(b"GET http://127.0.0.1:")
    assert read_exchange(exchange).status == 200


def test_nothing_but_a_plain_request_is_sent() -> None:
    with serving(lambda _: [answer("{}")]) as server:
        record(
            parse_address(server.address + "a?b=c"),
            ACCEPT,
            FetchBounds(allow_private=True, deadline=time.monotonic() + 10),
        )

    [request] = server.requests
    names = [line.partition(":")[0] for line in request.split("\r\n")[1:] if line]
    assert request.startswith("GET /a?b=c HTTP/1.1\r\n")
    assert names == ["Host", "Accept", "Accept-Encoding", "User-Agent", "Connection"]


def test_an_answer_in_pieces_is_whole() -> None:
    sent = answer('{"name": "Tides"}')

    assert recorded(lambda _: [sent[at : at + 1] for at in range(len(sent))]).endswith(sent)


@pytest.mark.parametrize("head", [BEGINNING + b"\r\n", BEGINNING + b"Content-Length: 900000\r\n\r\n", BEGINNING, b""])
def test_a_server_that_drips_is_left_in_time(head: bytes) -> None:
    before = time.monotonic()
    with pytest.raises(CallError, match="no whole answer"):
        recorded(lambda _: forever(b"x", head, pause=0.02), seconds=0.5)

    assert time.monotonic() - before < 3


def test_a_server_that_says_nothing_is_left_in_time() -> None:
    with pytest.raises(CallError, match="no whole answer"):
        recorded(lambda _: forever(b"", pause=0.1), seconds=0.5)


def test_redirects_have_one_time_limit_together() -> None:
    def slowly(path: str) -> Iterable[bytes]:
        time.sleep(0.3)
        return [answer("", "302 Found", Location=f"{path}a")]

    with pytest.raises(CallError, match="no whole answer"):
        recorded(slowly, seconds=0.5)


@pytest.mark.parametrize(
    ("first", "piece", "why"),
    [
        (BEGINNING + b"\r\n", b"x" * 65536, "more than 1,048,576 bytes"),
        (BEGINNING + b"Content-Length: 99999999999\r\n\r\n", b"x" * 65536, "more than 1,048,576 bytes"),
        (BEGINNING + b"Transfer-Encoding: chunked\r\n\r\n", b"400\r\n" + b"x" * 1024 + b"\r\n", "more than 1,048,576"),
        (BEGINNING, b"X-Note: " + b"x" * 1000 + b"\r\n", "header fields of more than 65,536 bytes"),
        (BEGINNING + b"X-Note: ", b"x" * 1000, "header fields of more than 65,536 bytes"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, "more than 1,048,576 bytes"),
    ],
    ids=["body", "announced body", "chunks", "fields", "field", "interim answers"],
)
def test_an_endless_answer_is_cut_off(first: bytes, piece: bytes, why: str) -> None:
    with pytest.raises(CallError, match=why):
        recorded(lambda _: forever(piece, first))


def test_redirects_are_followed_and_recorded_without_their_bodies() -> None:
    def moving(path: str) -> Iterable[bytes]:
        return [answer("{}") if path == "/there" else answer("gone away", "301 Moved Permanently", Location="/there")]

    exchange = recorded(moving)

    assert [address.path for address in read_exchange(exchange).addresses] == ["/", "/there"]
    assert b"gone away" not in exchange


def test_a_redirect_that_says_nowhere_is_an_answer() -> None:
    assert read_exchange(recorded(lambda _: [answer("{}", "302 Found")])).status == 302


def test_redirects_without_an_end_are_left() -> None:
    with pytest.raises(CallError, match="more than 5 redirects"):
        recorded(lambda path: [answer("", "302 Found", Location=f"{path}a")])


@pytest.mark.parametrize(
    "location",
    ["file:///etc/passwd", "ftp://a.example/", "http://me:secret@127.0.0.1/", "https://", "http://[", "//a b/"],
)
def test_a_redirect_to_what_is_no_address_is_not_followed(location: str) -> None:
    with pytest.raises(CallError, match="redirects to what cannot be fetched"):
        recorded(lambda _: [answer("", "302 Found", Location=location)])


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{} and more",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nall\r\n{}\r\n",
        b"HTTP/1.1 200 OK\r\nContent-",
    ],
)
def test_what_goes_against_http_is_recorded_to_be_judged(sent: bytes) -> None:
    assert recorded(lambda _: [sent]).endswith(b"\r\n\r\n" + sent)


def test_a_connection_that_is_closed_at_once_is_no_answer() -> None:
    with pytest.raises(CallError, match="closed the connection without an answer"):
        recorded(lambda _: [])


def test_a_server_that_is_not_there_is_named() -> None:
    with serving(lambda _: []) as server:
        pass

    with pytest.raises(CallError, match=f"{server.origin} cannot be asked: Connection refused"):
        record(parse_address(server.address), ACCEPT, FetchBounds(allow_private=True, deadline=time.monotonic() + 5))
