"""What a service on HTTP can do with the bytes of a response, and with the moment."""

import gzip
import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import TypeAlias

from zoo import texts
from zoo.animals import BEHAVIOURS
from zoo.behaviour import CARD, NOTHING, Asked, named_in

Respond: TypeAlias = Callable[[socket.socket, Asked], object]

OK = b"HTTP/1.1 200 OK\r\n"
PAUSE = 0.05
BROTLI_OF_VALID = b'\x0b\x07\x80{"valid": true}\x03'


def response(body: bytes, status: bytes = b"200 OK", headers: bytes = b"") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n%s\r\n%s" % (status, len(body), headers, body)


def honest(asked: Asked) -> bytes:
    return response(asked.line())


def sends(data: bytes) -> Respond:
    return lambda connection, asked: connection.sendall(texts.text_of(data.replace(b"BODY", asked.line()), asked)[:-1])


def status(line: bytes, headers: bytes = b"") -> Respond:
    return lambda connection, asked: connection.sendall(response(asked.line(), line, headers))


def coded(coding: bytes, encode: Callable[[bytes], bytes]) -> Respond:
    header = b"Content-Encoding: %s\r\n" % coding
    return lambda connection, asked: connection.sendall(response(encode(asked.line()), headers=header))


def for_ever(head: bytes, part: bytes, pause: float = 0.0) -> Respond:
    def respond(connection: socket.socket, _: Asked) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(part)
            time.sleep(pause)

    return respond


def drip(connection: socket.socket, asked: Asked) -> None:
    for byte in honest(asked):
        connection.sendall(bytes([byte]))
        time.sleep(0.001)


@cache
def packed_blanks() -> bytes:
    return gzip.compress(b" " * 50_000_000, 1)


def bomb(connection: socket.socket, _: Asked) -> None:
    connection.sendall(response(packed_blanks(), headers=b"Content-Encoding: gzip\r\n"))


def endless_bomb(connection: socket.socket, asked: Asked) -> None:
    block = zlib.compressobj(wbits=-15)
    part = block.compress(b" " * 10_000_000) + block.flush(zlib.Z_FULL_FLUSH)
    head = OK + b"Content-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n"
    for_ever(head, b"%x\r\n%s\r\n" % (len(part), part))(connection, asked)


def reset(connection: socket.socket, _: Asked) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def wait(_connection: socket.socket, _: Asked) -> None:
    time.sleep(20)


def stay(respond: Respond) -> Respond:
    """The same on a connection that is kept open."""

    def respond_and_stay(connection: socket.socket, asked: Asked) -> None:
        respond(connection, asked)
        with suppress(OSError):
            connection.recv(1)

    return respond_and_stay


def again(pause: float) -> Respond:
    """An honest answer, and the opposite for the next card, on a connection that is kept open."""

    def respond(connection: socket.socket, asked: Asked) -> None:
        other = b'{"valid": false}' if asked.honest()["valid"] else b'{"valid": true}'
        connection.sendall(honest(asked))
        time.sleep(pause)
        connection.sendall(response(other))

    return stay(respond)


COST_NOTHING: Mapping[str, Respond] = {
    "kept-open": stay(sends(OK + b"Connection: keep-alive\r\nContent-Length: 60\r\n\r\nBODY" + b" " * 60)),
    "answers-for-the-next-too": again(0),
    "answers-for-the-next-later": again(PAUSE),
    "response-drip": drip,
    "continue-first": sends(b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + OK + b"\r\nBODY"),
    "until-closed": sends(b"HTTP/1.0 200 Fine\r\n\r\nBODY"),
    "bare-line-feeds": sends(b"HTTP/1.1 200 OK\nServer: odd\n\nBODY"),
    "odd-headers": sends(OK + b"Set-Cookie: a=b\r\nX-\xff: \x1b[2J\r\nLocation: //elsewhere\r\n\r\nBODY"),
    "identity": status(b"200 OK", b"Content-Encoding: identity\r\n"),
    "odd-reason": status(b"200 \x1b[2J ::error::owned"),
    "small-chunks": lambda connection, asked: connection.sendall(
        OK
        + b"Transfer-Encoding: chunked\r\n\r\n"
        + b"".join(b"1\r\n%c\r\n" % byte for byte in asked.line())
        + b"0\r\n\r\n"
    ),
    "length-without-sense": sends(OK + b"Content-Length: many\r\n\r\nBODY"),
    "length-below-zero": sends(OK + b"Content-Length: -1\r\n\r\nBODY"),
}
COST_A_CARD: Mapping[str, Respond] = {
    "created": status(b"201 Created"),
    "no-content": status(b"204 No Content"),
    "partial": status(b"206 Partial Content"),
    "redirect-to-itself": status(b"307 Temporary Redirect", b"Location: /\r\n"),
    "redirect-to-a-file": status(b"301 Moved", b"Location: file:///etc/passwd\r\n"),
    "not-authorised": status(b"401 Unauthorized", b"WWW-Authenticate: Basic\r\n"),
    "too-many": status(b"429 Too Many Requests", b"Retry-After: 86400\r\n"),
    "broken": status(b"500 Internal Server Error"),
    "status-0": status(b"000 What"),
    "status-of-letters": status(b"abc What"),
    "early-hints": sends(b"HTTP/1.1 103 Early Hints\r\n\r\n" + OK + b"\r\nBODY"),
    "silent": wait,
    "closes": sends(b""),
    "resets": reset,
    "no-http": sends(b"\x1b[2J valid \xff\r\n\r\n"),
    "http-2": sends(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64" + b"\0" * 12),
    "body-alone": sends(b"BODY"),
    "head-alone": sends(OK + b"\r\n"),
    "half-a-head": sends(b"HTTP/1.1 200"),
    "head-and-silence": stay(sends(OK)),
    "status-line-drip": for_ever(b"", b"H", PAUSE),
    "header-drip": for_ever(OK, b"X-Slow: 1\r\n", PAUSE),
    "header-byte-drip": for_ever(OK + b"X-Slow: ", b"x", PAUSE),
    "body-drip": for_ever(OK + b"Content-Length: 1000\r\n\r\n", b" ", PAUSE),
    "chunk-drip": for_ever(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", PAUSE),
    "header-flood": for_ever(OK, b"X-Many: 1\r\n" * 1000),
    "header-line-flood": for_ever(OK + b"X-Long: ", b"x" * 65536),
    "status-line-flood": for_ever(b"HTTP/1.1 200 ", b"x" * 65536),
    "continue-flood": for_ever(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
    "continue-drip": for_ever(b"", b"HTTP/1.1 100 Continue\r\n\r\n", PAUSE),
    "body-flood": for_ever(OK + b"\r\n", b" " * 65536),
    "chunk-flood": for_ever(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65536 + b"\r\n"),
    "trailer-flood": for_ever(OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Many: 1\r\n" * 1000),
    "chunk-extension-flood": for_ever(OK + b"Transfer-Encoding: chunked\r\n\r\n1;x=", b"x" * 65536),
    "chunk-of-no-size": sends(OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\nBODY\r\n0\r\n\r\n"),
    "chunk-of-exbibytes": sends(OK + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\nBODY"),
    "chunk-cut-off": sends(OK + b"Transfer-Encoding: chunked\r\n\r\n20\r\n{"),
    "length-too-long": sends(OK + b"Content-Length: 1000\r\n\r\nBODY"),
    "length-too-long-and-open": stay(sends(OK + b"Content-Length: 1000\r\n\r\nBODY")),
    "length-of-exbibytes": sends(OK + b"Content-Length: 1152921504606846976\r\n\r\nBODY"),
    "length-too-short": sends(OK + b"Content-Length: 5\r\n\r\nBODY"),
    "never-closed": stay(sends(b"HTTP/1.0 200 OK\r\n\r\nBODY")),
    "gzip": coded(b"gzip", gzip.compress),
    "deflate": coded(b"deflate", zlib.compress),
    "brotli": coded(b"br", lambda _: BROTLI_OF_VALID),
    "coded-in-name-alone": coded(b"x-none", bytes),
    "gzip-twice": coded(b"gzip, gzip", lambda body: gzip.compress(gzip.compress(body))),
    "gzip-bomb": bomb,
    "deflate-bomb-for-ever": endless_bomb,
}
RESPONSES: Mapping[str, Respond] = {**COST_NOTHING, **COST_A_CARD}
COSTS: Mapping[str, str] = {
    **{name: behaviour.costs["http"] for name, behaviour in BEHAVIOURS.items() if "http" in behaviour.costs},
    **dict.fromkeys(COST_NOTHING, NOTHING),
    **dict.fromkeys(COST_A_CARD, CARD),
}


def answer(connection: socket.socket) -> None:
    """Read a request, and respond as its card says."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536) or b"\r\n\r\n"
    head, _, card = received.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or b"0")
    while len(card) < length:
        card += connection.recv(65536)
    asked, name = Asked(card), named_in(card)
    if name in RESPONSES:
        RESPONSES[name](connection, asked)
    elif name in BEHAVIOURS and "http" in BEHAVIOURS[name].costs:
        connection.sendall(response(BEHAVIOURS[name].act(asked)))
    elif length:
        connection.sendall(honest(asked))


def serve_one(connection: socket.socket) -> None:
    with connection, suppress(OSError):
        answer(connection)


def accept(listener: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve_one, args=(connection,), daemon=True).start()


@contextmanager
def service() -> Iterator[str]:
    """The address of the zoo's service, while it runs."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)
