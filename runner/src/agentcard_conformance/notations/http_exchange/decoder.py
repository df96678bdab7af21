"""Reads an exchange as one value, with the card that the answer holds.

It has `request`, the address that was asked for, `redirects`, those that redirects led to, and `source`, the last of
these, each with `scheme`, `authority` and `path`, and of a path with /.well-known/ the `base` before it and the name in
`well_known` behind it, and `response`: `status`, `headers` by their names in small letters,
and where they are there `media_type`, `max_age` and `card`, the value of a body in JSON. What is wrong with the card is
for its own dialect.
"""

from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult

from agentcard_conformance.model import NO_CONTEXT, Context, Json
from agentcard_conformance.notations import DecodeError, Document
from agentcard_conformance.notations.http_exchange.messages import Exchange, read_exchange
from agentcard_conformance.notations.json_text.decoder import decode as decode_json

REPORTS = frozenset({"http-message", "content-coding"})


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # what was served needs no keys and no clock
    """Read an exchange; raises DecodeError when it holds no value."""
    exchange = read_exchange(card)
    request, *redirects = map(_address_members, exchange.addresses)
    value = {
        "request": request,
        "redirects": redirects,
        "source": [request, *redirects][-1],
        "response": dict(_response_members(exchange)),
    }
    return Document(value, (), lambda _: None)


def _address_members(address: SplitResult) -> Json:
    path = f"{address.path}?{address.query}" if address.query else address.path
    base, _, name = path.partition("/.well-known/")
    return {"scheme": address.scheme, "authority": address.netloc, "path": path, "base": base, "well_known": name}


def _response_members(exchange: Exchange) -> Iterator[tuple[str, Json]]:
    yield "status", exchange.status
    yield "headers", dict(exchange.headers)
    yield from _media_type(exchange.headers)
    yield from _max_age(exchange.headers)
    try:
        yield "card", decode_json(exchange.body, NO_CONTEXT).value
    except DecodeError:
        return


def _media_type(headers: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """In small letters and without parameters, RFC 9110 section 8.3.1."""
    if "content-type" in headers:
        yield "media_type", headers["content-type"].partition(";")[0].rstrip().lower()


def _max_age(headers: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """In digits, RFC 9111 section 5.2.2.1; what is no number of seconds is none."""
    for directive in headers.get("cache-control", "").lower().split(","):
        name, _, value = directive.strip().partition("=")
        seconds = value.strip('"')
        if name == "max-age" and seconds.isdecimal():
            yield "max_age", seconds
