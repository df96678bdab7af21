"""Reads an exchange as one value, with the card that the answer holds.

It has `request`, the address that was asked for, `source`, the one that answered, and `through`, those between them
that redirected, each with `scheme`, `authority` and `path`, in which the query is, too; the `status`; and where that is
200 the `answer`: `media_type`, `cache_control`, `max_age` and `etag`, null where there is none, and of a body in JSON
its value as `card`. What is wrong with the card is for its own dialect. Where the body is beyond this reader there is
no `answer`, and `unread` says why.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from urllib.parse import SplitResult

from agentcard_conformance.model import NO_CONTEXT, Context, Json
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.http_exchange.codings import UnreadBodyError, unread
from agentcard_conformance.notations.http_exchange.messages import Exchange, read_exchange
from agentcard_conformance.notations.json_text.decoder import decode as decode_json

REPORTS = frozenset({"http-message", "content-coding", "body-within-reach"})


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # what was served needs no keys and no clock
    """Read an exchange; raises DecodeError when it holds no value."""
    exchange = read_exchange(card)
    addresses = [*map(_address_members, exchange.addresses)]
    value: dict[str, Json] = {
        "request": addresses[0],
        "through": addresses[1:-1],
        "source": addresses[-1],
        "status": exchange.status,
    }
    faults: list[DecodeFault] = []
    try:
        if exchange.status == HTTPStatus.OK:
            value["answer"] = _answer_members(exchange)
    except UnreadBodyError as error:
        faults = [error.fault]
        value["unread"] = str(error)
    return Document(value, tuple(faults), lambda _: None)


def _address_members(address: SplitResult) -> Json:
    path = f"{address.path}?{address.query}" if address.query else address.path
    return {"scheme": address.scheme, "authority": address.netloc, "path": path}


def _answer_members(exchange: Exchange) -> Json:
    members: dict[str, Json] = {
        "media_type": _media_type(exchange.headers),
        "cache_control": exchange.headers.get("cache-control"),
        "max_age": next(_max_ages(exchange.headers), None),
        "etag": exchange.headers.get("etag"),
    }
    body = exchange.unpack_body()
    try:
        members["card"] = decode_json(body, NO_CONTEXT).value
    except DecodeError as error:
        # An array is no card however deep it is.
        if error.fault.requirement == "nesting-depth" and not body.lstrip().startswith(b"["):
            raise unread(f"the body is {error}") from None
    return members


def _media_type(headers: Mapping[str, str]) -> str | None:
    """In small letters and without parameters, RFC 9110 section 8.3.1."""
    given = headers.get("content-type")
    return given and given.partition(";")[0].rstrip().lower()


def _max_ages(headers: Mapping[str, str]) -> Iterator[str]:
    """In digits, RFC 9111 section 5.2.2.1, as a token or quoted; of several the first counts, section 4.2.1."""
    from urllib.request import parse_http_list  # not above: it takes 40 ms, and is needed where a card was served

    for directive in parse_http_list(headers.get("cache-control", "")):
        name, _, value = directive.partition("=")
        seconds = value[1:-1] if value[:1] == value[-1:] == '"' else value
        if name.lower() == "max-age" and seconds.isdecimal():
            yield seconds
