"""Takes a body out of the codings that its Content-Encoding names, RFC 9110 section 8.4."""

import zlib
from collections.abc import Callable, Mapping

from agentcard_conformance.notations import DecodeError, DecodeFault

LARGEST_BODY = 2**20
"""Bytes, unpacked."""

_MOST_CODINGS = 4
"""One may unpack to itself, so that a field of 64 KiB with a body of a few bytes would take a second."""


class UnreadBodyError(DecodeError):
    """A body that this reader does not read, though nothing is known to be wrong with it."""


def unpack(body: bytes, field: str) -> bytes:
    """The body as it was before it was packed; raises DecodeError where it is not packed as the field says."""
    named = [coding for coding in map(str.strip, field.lower().split(",")) if coding not in ("", "identity")]
    if len(named) > _MOST_CODINGS:
        raise unread(f"the body is in {len(named)} codings, and this reader unpacks at most {_MOST_CODINGS}")
    for coding in reversed(named):
        body = _unpack_one(body, coding)
    return body


def _unpack_one(body: bytes, coding: str) -> bytes:
    if coding not in _UNPACKERS:
        raise unread(f"the body is in the coding {coding[:40]!a}, which this reader does not unpack")
    try:
        unpacked = _UNPACKERS[coding](body)
    except (zlib.error, EOFError, OSError):
        what = f"the body is no whole {coding}, as its Content-Encoding says"
        raise DecodeError(DecodeFault("content-coding", what)) from None
    if len(unpacked) > LARGEST_BODY:
        raise unread("the body unpacks to more than 1 MiB, which this reader does not read")
    return unpacked


def unread(what: str) -> UnreadBodyError:
    """The error for a body that is not read."""
    return UnreadBodyError(DecodeFault("body-within-reach", what))


def _unpack_gzip(body: bytes) -> bytes:
    """All members, RFC 1952 section 2.2; zeros behind the last one are passed over, as gunzip does."""
    from gzip import GzipFile  # not above: it takes 4 ms, and few bodies are packed
    from io import BytesIO

    if not body:
        raise EOFError
    return GzipFile(fileobj=BytesIO(body)).read(LARGEST_BODY + 1)


def _unpack_deflate(body: bytes) -> bytes:
    """Deflated within the format of zlib, RFC 9110 section 8.4.1.2; what comes without it does not conform."""
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(body, LARGEST_BODY + 1)
    if len(unpacked) <= LARGEST_BODY and (not unpacker.eof or unpacker.unused_data):
        raise EOFError
    return unpacked


_UNPACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": _unpack_gzip,
    "x-gzip": _unpack_gzip,
    "deflate": _unpack_deflate,
}
