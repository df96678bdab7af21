"""A server on the loopback address that answers each request with bytes of a test's own making."""

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ssl import SSLContext, SSLError
from threading import Thread
from typing import NamedTuple, TypeAlias

Answering: TypeAlias = Callable[[str], Iterable[bytes]]
"""The pieces to send, one after another, to a request for a path."""

_BLANK_LINE = b"\r\n\r\n"


class ScriptedServer(NamedTuple):
    """Where it listens, and the requests that it was sent."""

    origin: str
    requests: list[str]

    @property
    def address(self) -> str:
        """Its root."""
        return f"{self.origin}/"


@contextmanager
def serving(
    answering: Answering, *, host: str = "127.0.0.1", tls: SSLContext | None = None
) -> Iterator[ScriptedServer]:
    """Listen until the end of the block; one connection at a time, closed after each answer."""
    plain = socket.create_server((host, 0))
    with tls.wrap_socket(plain, server_side=True) if tls else plain as listener:
        scheme, port = "https" if tls else "http", listener.getsockname()[1]
        server = ScriptedServer(f"{scheme}://{host}:{port}", [])
        Thread(target=_listen, args=(listener, answering, server.requests), daemon=True).start()
        yield server
        listener.shutdown(socket.SHUT_RDWR)


def answer(body: bytes | str, status: str = "200 OK", **fields: str) -> bytes:
    """A whole answer, whose fields are named with _ for each dash."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, f"Content-Length: {len(data)}", "", ""]).encode() + data


def at_paths(answers: Mapping[str, bytes], otherwise: bytes = b"") -> Answering:
    """Each path with its answer, and elsewhere another one, or that nothing is there."""
    return lambda path: [answers.get(path, otherwise or answer("nothing\n", "404 Not Found"))]


def _listen(listener: socket.socket, answering: Answering, requests: list[str]) -> None:
    with suppress(OSError):  # the listener is shut down
        while True:
            try:
                connection, _ = listener.accept()
            except SSLError:  # whoever asked trusts no certificate of ours
                continue
            with connection, suppress(OSError):  # whoever asked may have heard enough
                connection.settimeout(5)
                request = _read_head(connection)
                requests.append(request)
                for piece in answering(request.split(" ")[1]):
                    connection.sendall(piece)
                connection.shutdown(socket.SHUT_WR)


def _read_head(connection: socket.socket) -> str:
    data = b""
    while not data.endswith(_BLANK_LINE):
        data += connection.recv(4096) or _BLANK_LINE
    return data.decode("latin-1")
