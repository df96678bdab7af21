"""Rules about the form of JSON Web Signatures, RFC 7515; whether one is right takes a key."""

import base64
from collections.abc import Collection, Iterator
from typing import NamedTuple

from agentcard_conformance.model import NO_CONTEXT, Fault, Json
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.json_text.decoder import decode
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.web_address import is_https

_DIGESTS = {"x5t": 20, "x5t#S256": 32}
"""The thumbprints of certificates, and of how many bytes they are: SHA-1 and SHA-256."""

_TEXTS = {"jku", "x5u", "typ", "cty", *_DIGESTS}
"""The parameters that are strings, but alg and kid, which have rules of their own."""

_DEFINED = {"alg", "kid", "jwk", "x5c", "crit", *_TEXTS}
"""All that section 4.1 defines; RFC 7518 defines none for signatures."""


@rule()
def is_protected_header(value: Json) -> Iterator[Fault]:
    """A JSON object in base64url without padding."""
    try:
        header = _decode(value)
    except DecodeError as error:
        yield Fault(error.fault.what)
    else:
        if not isinstance(header, dict):
            yield Fault("what it encodes is no JSON object")


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
    both = (_protected(value.get("protected")) or {}).keys() & header.keys() if isinstance(header, dict) else ()
    for name in sorted(both):
        yield Fault(f"{name!a:.100} stands in the protected header, too", ("header", name))


@rule()
def types_parameters(value: Json) -> Iterator[Fault]:
    """The types that section 4.1 gives its parameters, in either header."""
    for each in _parameters(value):
        if each.name in _TEXTS and not isinstance(each.value, str):
            yield from each.faults("is no string")
        elif each.name == "jwk" and not isinstance(each.value, dict):
            yield from each.faults("is no object")
        elif each.name == "x5c" and not _is_list_of_texts(each.value):
            yield from each.faults("is no array of strings")


@rule()
def types_key_id(value: Json) -> Iterator[Fault]:
    """A string as the kid, section 4.1.4, where one is named."""
    for each in _parameters(value):
        if each.name == "kid" and not isinstance(each.value, str):
            yield from each.faults("is no string")


@rule()
def brings_public_key(value: Json) -> Iterator[Fault]:
    """A public key of RFC 7517 as the jwk, section 4.1.3, where there is one."""
    for each in _parameters(value):
        if each.name == "jwk" and isinstance(each.value, dict):
            if not isinstance(each.value.get("kty"), str):
                yield from each.faults("has no kty that is a string")
            if "d" in each.value:
                yield from each.faults("has a d, which is the private part of a key")


@rule()
def encodes_certificates(value: Json) -> Iterator[Fault]:
    """Certificates in base64 and their thumbprints in base64url, sections 4.1.6 to 4.1.8."""
    for each in _parameters(value):
        if each.name == "x5c" and _is_list_of_texts(each.value):
            if not each.value or not all(map(_is_base64, each.value)):
                yield from each.faults("holds no certificates in base64, with its own alphabet and padding")
        elif each.name in _DIGESTS and isinstance(each.value, str) and not _is_of_size(each.value, _DIGESTS[each.name]):
            yield from each.faults(f"is not {_DIGESTS[each.name]} bytes in base64url without padding")


@rule()
def protects_extensions(value: Json) -> Iterator[Fault]:
    """No crit outside of the protected header, section 4.1.11."""
    for each in _parameters(value):
        if each.name == "crit" and not each.is_protected:
            yield from each.faults("stands where it is not signed")


@rule()
def lists_extensions(value: Json) -> Iterator[Fault]:
    """A list of extensions that are there as the crit, section 4.1.11, where there is one."""
    parameters = [*_parameters(value)]
    for each in parameters:
        if each.name == "crit" and each.is_protected:
            yield from _wrong_extensions(each, {other.name for other in parameters})


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
    header = _protected(value)
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


class _Parameter(NamedTuple):
    """One of a header."""

    name: str
    value: Json
    is_protected: bool

    def faults(self, what: str) -> Iterator[Fault]:
        """What is wrong with it, at its place; all of the protected header have that of its text."""
        yield Fault(f"the {self.name} {what}", ("protected",) if self.is_protected else ("header", self.name))


def _parameters(value: Json) -> Iterator[_Parameter]:
    """Those of both headers."""
    for name, parameter in (_protected(value.get("protected")) or {}).items():
        yield _Parameter(name, parameter, is_protected=True)
    unprotected = value.get("header")
    for name, parameter in unprotected.items() if isinstance(unprotected, dict) else ():
        yield _Parameter(name, parameter, is_protected=False)


def _wrong_extensions(crit: _Parameter, names: Collection[str]) -> Iterator[Fault]:
    """What is wrong with a crit, in headers with parameters of these names."""
    listed = {*crit.value} if _is_list_of_texts(crit.value) else set()
    if not listed:
        yield from crit.faults("is no list of names, or an empty one")
    elif len(listed) < len(crit.value):
        yield from crit.faults("names a parameter twice")
    for name in sorted(listed & _DEFINED):
        yield from crit.faults(f"names {name}, which RFC 7515 defines")
    for name in sorted(listed.difference(names)):
        yield from crit.faults(f"names {name!a:.100}, which neither header has")


def _is_list_of_texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_base64(text: str) -> bool:
    """Whether it is what some bytes are in RFC 4648 section 4, with its alphabet and padding."""
    try:
        return text != "" and base64.b64encode(base64.b64decode(text)).decode() == text
    except ValueError:
        return False


def _is_of_size(text: str, size: int) -> bool:
    try:
        return len(decode_base64url(text, ())) == size
    except DecodeError:
        return False


def _missing(value: Json, name: str) -> Iterator[Fault]:
    header = _protected(value)
    if header is not None and not isinstance(header.get(name), str):
        yield Fault(f"the protected header has no {name} that is a string")


def _parameter(value: str, name: str) -> Json:
    return (_protected(value) or {}).get(name)


def _protected(value: Json) -> Json:
    """The header that a text encodes; None where it encodes none, which another rule tells."""
    try:
        header = _decode(value) if isinstance(value, str) else None
    except DecodeError:
        return None
    return header if isinstance(header, dict) else None


def _decode(value: str) -> Json:
    return decode(decode_base64url(value, ()), NO_CONTEXT).value
