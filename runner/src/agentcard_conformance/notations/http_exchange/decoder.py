"""Reads an exchange as one value, with the card that the answer holds.

It has `request`, the address that was asked for, `source`, the one that answered, and `through`, those between them
that redirected, each with `scheme`, `authority` and `path`, in which the query is, too; the `status`; and where that is
200 the `answer`: `media_type`, `cache_control`, `max_age` and `etag`, null where there is none, and of a body in JSON
its value as `card`. What is wrong with the card is for its own dialect.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import SplitResult

from agentcard_conformance.model import NO_CONTEXT, Context, Json
from agentcard_conformance.notations import DecodeError, Document
from agentcard_conformance.notations.http_exchange.messages import Exchange, read_exchange
from agentcard_conformance.notations.json_text.decoder import decode as decode_json

REPORTS = frozenset({"http-message", "content-coding"})

_DIRECTIVE = re.compile(r'(?:[^,"]|"[^"]*"?)+')
"""A comma within quotes separates nothing, RFC 9110 section 5.6.1."""
_MAX_AGE = re.compile(r'max-age=("?)([0-9]+)\1', re.IGNORECASE)
"""As a token or quoted: readers ought to take both, RFC 9111 section 5.2."""


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # what was served needs no keys and no clock
    """Read an exchange; raises DecodeError when it holds no value."""
    exchange = read_exchange(card)
    request, *redirects = map(_address_members, exchange.addresses)
    value: dict[str, Json] = {
        "request": request,
        "through": redirects[:-1],
        "source": [request, *redirects][-1],
        "status": exchange.status,
    }
    if exchange.status == HTTPStatus.OK:
        value["answer"] = _answer_members(exchange)
    return Document(value, (), lambda _: None)


def _address_members(address: SplitResult) -> Json:
    path = f"{address.path}?{address.query}" if address.query else address.path
    return {"scheme": address.scheme, "authority": address.netloc, "path": path}


def _answer_members(exchange: Exchange) -> Json:
    members: dict[str, Json] = {
        "media_type": _media_type(exchange.headers),
        "cache_control": exchange.headers.get("cache-control"),
        "max_age": _max_age(exchange.headers),
        "etag": exchange.headers.get("etag"),
    }
    try:
        return {**members, "card": decode_json(exchange.body, NO_CONTEXT).value}
    except DecodeError:
        return members


def _media_type(headers: Mapping[str, str]) -> str | None:
    """In small letters and without parameters, RFC 9110 section 8.3.1."""
    given = headers.get("content-type")
    return given and given.partition(";")[0].rstrip().lower()


def _max_age(headers: Mapping[str, str]) -> str | None:
    """In digits, RFC 9111 section 5.2.2.1: what is no number of seconds is none, and of several the first counts."""
    directives = _DIRECTIVE.findall(headers.get("cache-control", ""))
    found = filter(None, (_MAX_AGE.fullmatch(directive.strip()) for directive in directives))
    return next((each[2] for each in found), None)
