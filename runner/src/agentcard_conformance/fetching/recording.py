"""Records an exchange over HTTP as its bytes travelled, for the notation `http_exchange` to read.

Nothing is sent but GET, and no cookie, credential or proxy is known. Each host is looked up once and connected to at
what was found and allowed, so that a name that means another machine the next time leads nowhere else.
"""

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

import h11

from agentcard_conformance import __version__
from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching.addresses import WebAddress, find_peers, parse_address
from agentcard_conformance.notations.http_exchange.messages import LARGEST_CARD, REDIRECTS

SECONDS = 30.0
"""For all that one call fetches, redirects and whatever drips included."""

_MOST_REDIRECTS = 5
_LARGEST_HEAD = 2**16
_AT_ONCE = 2**16
_TOO_LARGE = 431
"""The status that h11 names for header fields that are too large."""


class FetchBounds(NamedTuple):
    """What a request may reach, and until when, by the clock of `time.monotonic`."""

    allow_private: bool
    deadline: float


class Recording(NamedTuple):
    """An exchange, and the address that was asked for at its beginning."""

    address: WebAddress
    exchange: bytes


class _Received(NamedTuple):
    data: bytes
    location: str = ""
    """Where a redirect leads; its body is not received then."""


def record(address: WebAddress, accept: str, bounds: FetchBounds) -> Recording:
    """Ask for an address and follow redirects; raises CallError when there is no answer within the bounds."""
    exchange, asked = b"", address
    for _ in range(_MOST_REDIRECTS + 1):
        fields = _request_fields(asked, accept)
        received = _ask(asked, fields, bounds, LARGEST_CARD - len(exchange))
        exchange += b"GET %s HTTP/1.1\r\n" % str(asked).encode()
        exchange += b"".join(b"%s: %s\r\n" % (name.encode(), value.encode()) for name, value in fields)
        exchange += b"\r\n" + received.data
        if not received.location:
            return Recording(address, exchange)
        asked = _follow(asked, received.location)
    raise CallError(f"{address} leads to more than {_MOST_REDIRECTS} redirects, the last of them to {asked}")


def _request_fields(address: WebAddress, accept: str) -> Sequence[tuple[str, str]]:
    return (
        ("Host", address.authority),
        ("Accept", accept),
        ("Accept-Encoding", "identity"),
        ("User-Agent", f"agentcard-conformance/{__version__}"),
        ("Connection", "close"),
    )


def _follow(asked: WebAddress, location: str) -> WebAddress:
    try:
        return parse_address(urljoin(str(asked), location))
    except (CallError, ValueError) as error:
        raise CallError(f"{asked} redirects to what cannot be fetched: {error}") from None


def _ask(address: WebAddress, fields: Sequence[tuple[str, str]], bounds: FetchBounds, most: int) -> _Received:
    try:
        with _connect(address, bounds) as connection:
            return _exchange(connection, address, fields, bounds, most)
    except TimeoutError:
        raise CallError(f"{address.origin} gave no whole answer within {SECONDS:g} seconds") from None
    except ssl.SSLCertVerificationError as error:
        raise CallError(f"the certificate of {address.origin} is not to be trusted: {error.verify_message}") from None
    except ssl.SSLError as error:
        reason = (error.reason or "it broke off").replace("_", " ").lower()
        raise CallError(f"{address.origin} speaks no TLS, or none that is taken here: {reason}") from None
    except OSError as error:
        raise CallError(f"{address.origin} cannot be asked: {error.strerror or error}") from None


def _connect(address: WebAddress, bounds: FetchBounds) -> socket.socket:
    """A connection to the first of its peers that takes one, with the host's certificate verified."""
    failure: OSError = TimeoutError()
    for family, peer in find_peers(address, allow_private=bounds.allow_private):
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(_seconds_left(bounds))
            connection.connect(peer)
            if address.scheme == "https":
                return ssl.create_default_context().wrap_socket(connection, server_hostname=address.host)
        except OSError as error:
            connection.close()
            failure = error
        else:
            return connection
    raise failure


def _exchange(
    connection: socket.socket, address: WebAddress, fields: Sequence[tuple[str, str]], bounds: FetchBounds, most: int
) -> _Received:
    """Send a request, and receive an answer up to its end, or of a redirect the head."""
    messages = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LARGEST_HEAD)
    request = messages.send(h11.Request(method="GET", target=address.target, headers=[*fields]))
    messages.send(h11.EndOfMessage())
    connection.settimeout(_seconds_left(bounds))
    connection.sendall(request or b"")
    data = b""
    while True:
        try:
            event = messages.next_event()
        except h11.RemoteProtocolError as error:
            return _as_far_as_received(data, address, error)
        if isinstance(event, h11.EndOfMessage):
            return _Received(data)  # with what follows the end of the message, where a server says too little
        if isinstance(event, h11.Response) and (location := _location(event)):
            return _Received(data[: len(data) - len(messages.trailing_data[0])], location)
        if event is h11.NEED_DATA:
            connection.settimeout(_seconds_left(bounds))
            received = connection.recv(_AT_ONCE)
            messages.receive_data(received)
            data += received
        if len(data) > most:
            raise CallError(f"{address} answers with more than {LARGEST_CARD:,} bytes, and no more was read")


def _as_far_as_received(data: bytes, address: WebAddress, error: Any) -> _Received:
    """What goes against HTTP is recorded, too: to judge it is not done here."""
    if not data:
        raise CallError(f"{address} closed the connection without an answer")
    if error.error_status_hint == _TOO_LARGE:
        raise CallError(f"{address} answers with header fields of more than {_LARGEST_HEAD:,} bytes")
    return _Received(data)


def _location(response: h11.Response) -> str:
    if response.status_code not in REDIRECTS:
        return ""
    return next((value.decode("latin-1") for name, value in response.headers if name == b"location"), "")


def _seconds_left(bounds: FetchBounds) -> float:
    left = bounds.deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
