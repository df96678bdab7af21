"""Takes the messages of an exchange apart, RFC 9112.

They stand one after another as they travelled: a request for a whole address, or for a path at the host that its field
Host names, and its answer. Of an answer that is a redirect and was followed stands the head alone, and after it the
next request. Lines may end in a line feed alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from agentcard_conformance.notations import DecodeError, DecodeFault
from agentcard_conformance.notations.http_exchange.codings import unpack

LARGEST_CARD = 2**20
"""Bytes: what came in chunks of one byte each takes 4 us for each of them."""

METHOD = b"GET "
REDIRECTS = (301, 302, 303, 307, 308)

_SCHEMES = ("http", "https")
_HOST_SCHEME = "https"
"""Of a request for a path at a host: how it was connected to stands in no message."""


class Exchange(NamedTuple):
    """What was asked for and what was answered."""

    addresses: tuple[SplitResult, ...]
    """What was asked for, and what redirects led to."""
    status: int
    headers: Mapping[str, str]
    """Of the answer, by name in small letters; fields of one name joined by a comma, RFC 9110 section 5.3."""
    body: bytes
    """Of the answer, as it travelled."""

    def unpack_body(self) -> bytes:
        """The body without its codings; raises UnreadBodyError where this reader cannot tell."""
        return unpack(self.body, self.headers.get("content-encoding", ""))


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes
    following: bytes
    """The next request, where a redirect was followed."""


def read_exchange(data: bytes) -> Exchange:
    """The requests and the answer to the last of them; raises DecodeError."""
    if not data.startswith(METHOD):
        raise _error("an exchange begins with a request for a card, such as GET https://agents.example.com/ HTTP/1.1")
    import h11  # not above: it takes 100 ms, and the first bytes of most cards tell that they are no exchange

    try:
        addresses, following = [], data
        while following:
            address, rest = _read_request(h11.Connection(h11.SERVER), following)
            addresses.append(address)
            answer = _read_answer(h11.Connection(h11.CLIENT), rest)
            following = answer.following
    except h11.RemoteProtocolError as error:
        raise _error(f"the messages go against HTTP/1.1: {error}") from None
    return Exchange(tuple(addresses), answer.status, answer.headers, answer.body)


def _read_request(connection: Any, data: bytes) -> tuple[SplitResult, bytes]:
    """What is asked for, and the bytes that follow."""
    import h11

    connection.receive_data(data)
    request = connection.next_event()
    if not isinstance(request, h11.Request):
        raise _error("a request ends in a blank line")
    target = request.target.decode()
    host = _join_fields(request.headers).get("host", "")
    try:
        address = urlsplit(f"{_HOST_SCHEME}://{host}{target}" if target.startswith("/") else target)
    except ValueError:
        raise _error(f"a request asks for {target[:100]!a} at {host[:100]!a}, which is no address") from None
    if address.scheme not in _SCHEMES or not address.netloc or (target.startswith("/") and address.netloc != host):
        raise _error("a request asks for a whole address, with https:// and a host, or for a path, with a field Host")
    return address, connection.trailing_data[0]


def _read_answer(connection: Any, data: bytes) -> _Answer:
    import h11

    connection.send(h11.Request(method="GET", target="/", headers=[("host", "")]))
    connection.receive_data(data)
    connection.receive_data(b"")  # the end of the file is the end of what was received
    response = next(event for event in _events(connection) if isinstance(event, h11.Response))
    headers = _join_fields(response.headers)
    rest = connection.trailing_data[0]
    if response.status_code in REDIRECTS and rest.startswith(METHOD):
        return _Answer(response.status_code, headers, b"", rest)
    body = b"".join(event.data for event in _events(connection))
    if connection.trailing_data[0]:
        raise _error("bytes follow the answer, which ends where its Content-Length or its last chunk says")
    return _Answer(response.status_code, headers, body, b"")


def _events(connection: Any) -> Iterator[Any]:
    """What was received, up to the end of the message."""
    import h11

    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        yield event


def _join_fields(fields: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for name, value in fields:
        values.setdefault(name.decode(), []).append(value.decode("latin-1"))
    return {name: ", ".join(some) for name, some in values.items()}


def _error(what: str) -> DecodeError:
    return DecodeError(DecodeFault("http-message", what))
