"""Rules about the parameters that RFC 7515 defines, in either header of a JSON Web Signature."""

import base64
from collections.abc import Collection, Iterator
from typing import NamedTuple

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.jws import read_protected
from agentcard_conformance.rules.uri import is_uri

_DIGESTS = {"x5t": 20, "x5t#S256": 32}
"""The thumbprints of certificates, and of how many bytes they are: SHA-1 and SHA-256."""

_TEXTS = {"jku", "x5u", "typ", "cty", *_DIGESTS}
"""The parameters that are strings, but alg and kid, which have rules of their own."""

_PRIVATE_OF_RSA = ("p", "q", "dp", "dq", "qi", "oth")
"""The private parts of an RSA key beside d, RFC 7518 section 6.3.2."""

_DEFINED = {"alg", "kid", "jwk", "x5c", "crit", *_TEXTS}
"""All that section 4.1 defines; RFC 7518 defines none for signatures."""


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
            yield from _private_parts(each, each.value.get("kty"))


@rule()
def leads_to_keys(value: Json) -> Iterator[Fault]:
    """A URI as the jku and the x5u, sections 4.1.2 and 4.1.5, where they are texts."""
    for each in _parameters(value):
        if each.name in ("jku", "x5u") and isinstance(each.value, str) and any(is_uri(each.value)):
            yield from each.faults(f"is {each.value!a:.100}, which is no URI")


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
def asks_for_no_extension(value: Json) -> Iterator[Fault]:
    """No extension in the crit that a reader may not know; with b64 as true, all is as without it."""
    parameters = [*_parameters(value)]
    known = {*_DEFINED, *("b64" for each in parameters if each.name == "b64" and each.value is True)}
    for crit in parameters:
        if crit.name == "crit" and crit.is_protected and _is_list_of_texts(crit.value):
            for name in sorted({*crit.value} & {each.name for each in parameters} - known):
                yield from crit.faults(f"names {name!a:.100}, which a reader may not know")


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
    for name, parameter in (read_protected(value.get("protected")) or {}).items():
        yield _Parameter(name, parameter, is_protected=True)
    unprotected = value.get("header")
    for name, parameter in unprotected.items() if isinstance(unprotected, dict) else ():
        yield _Parameter(name, parameter, is_protected=False)


def _private_parts(jwk: _Parameter, kty: Json) -> Iterator[Fault]:
    """What keeps a jwk of this kty from being a public key; others may have public parts of such names."""
    if not isinstance(kty, str):
        yield from jwk.faults("has no kty that is a string")
    elif kty == "oct":
        yield from jwk.faults("is a symmetric key: whoever reads it can sign with it")
    for name in ("d", *(_PRIVATE_OF_RSA if kty == "RSA" else ())):
        if name in jwk.value:
            yield from jwk.faults(f"has {name}, which is a private part of a key")


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
