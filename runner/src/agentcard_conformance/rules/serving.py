"""Rules about how a card is served: at which address, with which status and which header fields."""

import re
from collections.abc import Iterator
from http import HTTPStatus

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_WELL_KNOWN = "/.well-known/"
_AGENTCARD = "agentcard"
_HOUR = "3600"
_ENTITY_TAG = r'(?:W/)?"[!#-~\u0080-\u00ff]*"'
"""RFC 9110 section 8.8.3: in double quotes, and W, a capital, is for a weak one."""


@rule(passes={"const": HTTPStatus.OK.value})
def is_status_ok(value: Json) -> Iterator[Fault]:
    """The status 200: a card is there."""
    if value != HTTPStatus.OK:
        yield Fault(f"the status is {value}")


@rule(passes={"const": HTTPStatus.OK.value})
def is_status_ok_or_locked(value: Json) -> Iterator[Fault]:
    """The status 200, or one of those that keep a card from whoever has not logged in."""
    if value not in (HTTPStatus.OK, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        yield Fault(f"the status is {value}")


@rule(passes={"type": "object", "properties": {"scheme": {"const": "https"}}, "required": ["scheme"]})
def is_asked_over_tls(value: Json) -> Iterator[Fault]:
    """An address whose answers are encrypted."""
    if _member(value, "scheme") != "https":
        yield Fault(f"{_member(value, 'path')!a:.200} is asked for by http, which encrypts nothing", ("scheme",))


@rule()
def has_scheme_of_endpoint(value: Json) -> Iterator[Fault]:
    """The endpoint's URL begins as the address that the card was fetched from."""
    fetched_by, url = _member(value, "source", "scheme"), _member(value, "answer", "card", "endpoint", "url")
    if isinstance(url, str) and url.partition(":")[0].lower() != fetched_by:
        yield Fault(f"the card was fetched by {fetched_by}, and {url!a:.100} is its endpoint")


@rule(passes={"const": _WELL_KNOWN + _AGENTCARD})
def is_path_of_agentcard(value: Json) -> Iterator[Fault]:
    """The path that a draft registers, also below another one, which is a question of its own."""
    if _well_known_name(value) != _AGENTCARD:
        yield Fault(f"the card was asked for at {value!a:.100}, not at {_WELL_KNOWN}{_AGENTCARD}")


@rule(passes={"pattern": f"^{_WELL_KNOWN}"})
def is_at_root(value: Json) -> Iterator[Fault]:
    """Nothing before /.well-known/, which RFC 8615 knows at the root of a host alone."""
    if _well_known_name(value) == _AGENTCARD and not str(value).startswith(_WELL_KNOWN):
        yield Fault(f"a path stands before {_WELL_KNOWN} in {value!a:.100}")


@rule(passes={"const": "/.well-known/agent-card.json"})
def is_path_of_agent_card(value: Json) -> Iterator[Fault]:
    """The path that A2A registers from its version 0.3 on."""
    yield from _differs(value, "/.well-known/agent-card.json")


@rule(passes={"const": "/.well-known/agent.json"})
def is_path_of_agent(value: Json) -> Iterator[Fault]:
    """The path where the cards of several formats lie, and those of A2A once lay."""
    yield from _differs(value, "/.well-known/agent.json")


@rule(passes={"const": "application/agentcard+json"})
def is_agentcard_json(value: Json) -> Iterator[Fault]:
    """The media type that a draft registers for its cards."""
    yield from _is_other_media_type(value, "application/agentcard+json")


@rule(passes={"const": "application/json"})
def is_plain_json(value: Json) -> Iterator[Fault]:
    """The media type of JSON."""
    yield from _is_other_media_type(value, "application/json")


@rule(passes={"enum": ["application/json", "application/a2a+json"]})
def is_a2a_json(value: Json) -> Iterator[Fault]:
    """The media type of JSON, or the one of A2A."""
    yield from _is_other_media_type(value, "application/json", "application/a2a+json")


@rule(passes={"const": "application/vnd.sd-jwt+json"})
def is_sd_jwt_json(value: Json) -> Iterator[Fault]:
    """The media type of JSON that holds an SD-JWT."""
    yield from _is_other_media_type(value, "application/vnd.sd-jwt+json")


@rule(passes={"type": "string"})
def has_cache_control(value: Json) -> Iterator[Fault]:
    """A field that says how long an answer may be kept."""
    if value is None:
        yield Fault("the answer has no field Cache-Control")


@rule(passes={"type": "object", "properties": {"max_age": {"const": _HOUR}}, "required": ["max_age"]})
def is_kept_for_an_hour(value: Json) -> Iterator[Fault]:
    """An hour in seconds, with any zeros before it, in a field that says how long an answer may be kept."""
    field = _member(value, "cache_control")
    if field is not None and str(_member(value, "max_age")).lstrip("0") != _HOUR:
        yield Fault(f"the field Cache-Control is {field!a:.100}, and does not give max-age={_HOUR}", ("max_age",))


@rule(passes={"type": "object", "properties": {"max_age": {"type": "string"}}, "required": ["max_age"]})
def has_max_age(value: Json) -> Iterator[Fault]:
    """A number of seconds for which an answer may be kept."""
    if _member(value, "max_age") is None:
        yield Fault(
            "the answer has no field Cache-Control, and so no max-age"
            if _member(value, "cache_control") is None
            else f"the field Cache-Control is {value['cache_control']!a:.100}, with no max-age in seconds",
            ("max_age",),
        )


@rule(passes={"type": "string", "pattern": f"^{_ENTITY_TAG}$"})
def has_etag(value: Json) -> Iterator[Fault]:
    """A mark by which a reader asks whether there is a newer card."""
    if not re.fullmatch(_ENTITY_TAG, str(value)):
        yield Fault(
            "the answer has no field ETag"
            if value is None
            else f'the field ETag is {value!a:.100}, which is no entity tag, such as "4.2.0"'
        )


def _differs(path: Json, right: str) -> Iterator[Fault]:
    if path != right:
        yield Fault(f"the card was asked for at {path!a:.100}, not at {right}")


def _is_other_media_type(value: Json, *right: str) -> Iterator[Fault]:
    if value not in right:
        yield Fault(
            "the answer has no field Content-Type"
            if value is None
            else f"the media type of the answer is {value!a:.100}, not {' or '.join(right)}"
        )


def _well_known_name(path: Json) -> str:
    """What stands behind /.well-known/."""
    return str(path).partition(_WELL_KNOWN)[2]


def _member(value: Json, *names: str) -> Json:
    """A part of a value; None where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
