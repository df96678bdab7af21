"""Rules about the form of JSON Web Signatures, RFC 7515; whether one is right takes a key."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from agentcard_conformance.model import NO_CONTEXT, Fault, Json
from agentcard_conformance.notations import DecodeError, DecodeFault
from agentcard_conformance.notations.json_text.decoder import decode
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.web_address import is_https

_DEPTH = "nesting-depth"
"""What a decoder reports of JSON that is nested deeper than it reads."""

_LONGEST_KEPT = 256  # characters


class _Header(NamedTuple):
    """What a text encodes, and what is odd in it; the places that a Document holds would double what is kept."""

    value: Json
    faults: Sequence[DecodeFault]


@rule()
def is_protected_header(value: Json) -> Iterator[Fault]:
    """A JSON object in base64url without padding; how deep it may be nested is another question."""
    try:
        header = _decode(value).value
    except DecodeError as error:
        if error.fault.requirement != _DEPTH:
            yield Fault(error.fault.what)
    else:
        if not isinstance(header, dict):
            yield Fault("what it encodes is no JSON object")


@rule()
def is_plain_header(value: Json) -> Iterator[Fault]:
    """JSON that every reader takes for the same, where it is any."""
    try:
        faults = _decode(value).faults
    except DecodeError as error:
        faults = (error.fault,) if error.fault.requirement == _DEPTH else ()
    for fault in faults:
        yield Fault(fault.what)


@rule()
def is_signature(value: Json) -> Iterator[Fault]:
    """Bytes in base64url without padding, and some of them."""
    try:
        if not decode_base64url(value, ()):
            yield Fault("there is no signature in it")
    except DecodeError as error:
        yield Fault(error.fault.what)


@rule()
def headers_are_disjoint(value: Json) -> Iterator[Fault]:
    """No parameter in both headers, section 7.2.1."""
    header = value.get("header")
    both = (read_protected(value.get("protected")) or {}).keys() & header.keys() if isinstance(header, dict) else ()
    for name in sorted(both):
        yield Fault(f"{name!a:.100} stands in the protected header, too", ("header", name))


@rule()
def names_algorithm(value: Json) -> Iterator[Fault]:
    """An alg in the protected header."""
    yield from _missing(value, "alg")


@rule()
def some_header_names_algorithm(value: Json) -> Iterator[Fault]:
    """An alg in one of the two headers."""
    unprotected = value.get("header")
    if not isinstance(unprotected, dict) or not isinstance(unprotected.get("alg"), str):
        for _ in _missing(value.get("protected"), "alg"):
            yield Fault("neither header has an alg that is a string", ("protected",))


@rule()
def names_key(value: Json) -> Iterator[Fault]:
    """A kid in the protected header."""
    yield from _missing(value, "kid")


@rule()
def names_type(value: Json) -> Iterator[Fault]:
    """A typ in the protected header."""
    header = read_protected(value)
    if header is not None and "typ" not in header:
        yield Fault("the protected header has no typ")


@rule()
def is_signed(value: Json) -> Iterator[Fault]:
    """An alg that signs: none leaves the card to whoever changes it."""
    if _parameter(value, "alg") == "none":
        yield Fault("alg is none, which signs nothing")


@rule()
def type_is_jose(value: Json) -> Iterator[Fault]:
    """JOSE as the typ, where one is named."""
    typ = _parameter(value, "typ")
    if isinstance(typ, str) and typ != "JOSE":
        yield Fault(f"typ is {typ!a:.100} and not JOSE")


@rule()
def fetches_keys_by_https(value: Json) -> Iterator[Fault]:
    """An https URL as the jku, where one is named."""
    jku = _parameter(value, "jku")
    if isinstance(jku, str) and any(is_https(jku)):
        yield Fault(f"jku is {jku!a:.100}, which is no https URL")


def _missing(value: Json, name: str) -> Iterator[Fault]:
    header = read_protected(value)
    if header is not None and not isinstance(header.get(name), str):
        yield Fault(f"the protected header has no {name} that is a string")


def _parameter(value: str, name: str) -> Json:
    return (read_protected(value) or {}).get(name)


def read_protected(value: Json) -> Json:
    """The header that a text encodes; None where it encodes none, which another rule tells."""
    try:
        header = _decode(value).value if isinstance(value, str) else None
    except DecodeError:
        return None
    return header if isinstance(header, dict) else None


def _decode(value: str) -> _Header:
    """Long texts are read anew each time, so that what is kept stays small."""
    return _decode_short(value) if len(value) <= _LONGEST_KEPT else _decode_any(value)


@lru_cache(maxsize=2**14)  # a dozen rules ask about each signature, one rule after another for all 10,000 of a card
def _decode_short(value: str) -> _Header:
    return _decode_any(value)


def _decode_any(value: str) -> _Header:
    document = decode(decode_base64url(value, ()), NO_CONTEXT)
    return _Header(document.value, document.faults)
