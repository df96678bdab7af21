"""Rules about URIs, and whether one fits the protocol beside it."""

import re
from collections.abc import Iterator
from functools import lru_cache

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule
from agentcard_conformance.schema_engine.patterns import pattern_matches

_WEB_SCHEMES = ("http", "https")

_HEX_PAIRS = frozenset(f"{octet:02x}" for octet in range(256))  # to import the digits of `string` takes longer

_CHARACTERS = "-A-Za-z0-9._~!$&'()*+,;=:@"
_HOST = "[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]*)?"
_PATH = f"(?:/[{_CHARACTERS}/]*)?"
_WEB_ADDRESS = f"[Hh][Tt][Tt][Pp][Ss]?://{_HOST}{_PATH}"
_OTHER_ADDRESS = f"[A-GI-Za-gi-z][A-Za-z0-9+.-]*:(?://(?:{_HOST})?{_PATH}|/?[{_CHARACTERS}][{_CHARACTERS}/]*)"
_USUAL_URI = rf"^(?:{_WEB_ADDRESS}|{_OTHER_ADDRESS})(?:\?[{_CHARACTERS}/?]*)?(?:#[{_CHARACTERS}/?]*)?$"
_USUAL = {"pattern": _USUAL_URI}
"""A web address with a host, or one of a scheme that does not begin as theirs; no brackets, users and percent signs."""


@rule(passes=_USUAL)
def is_uri(value: Json) -> Iterator[Fault]:
    """A URI by the grammar of RFC 3986, with a scheme, where there is any."""
    if value is not None and not _is_uri(value):
        yield Fault(_what_is_wrong(value))


@rule(
    passes={
        "anyOf": [
            {"properties": {"protocol": {"const": "https"}, "url": {"pattern": "^[Hh][Tt][Tt][Pp][Ss]:"}}},
            {"properties": {"protocol": {"const": "http"}, "url": {"pattern": "^[Hh][Tt][Tt][Pp]:"}}},
            {"properties": {"protocol": {"not": {"enum": list(_WEB_SCHEMES)}}}},
        ]
    }
)
def scheme_fits_protocol(value: Json) -> Iterator[Fault]:
    """A URL of the scheme http or https where the protocol is that; other protocols take any."""
    protocol, url = value.get("protocol"), value.get("url")
    if protocol in _WEB_SCHEMES and _is_uri(url):
        scheme = url.partition(":")[0]
        if scheme.lower() != protocol:
            yield Fault(f"the URL's scheme is {scheme}, but the protocol is {protocol}", ("url",))


@rule(passes=_USUAL)
def names_a_host(value: Json) -> Iterator[Fault]:
    """A host in an http or https URL: RFC 3986 lets it have none, and RFC 9110 has a reader refuse it."""
    if web_host(value) == "":
        yield Fault("the URL names no host")


@rule(passes=_USUAL)
def url_names_a_host(value: Json) -> Iterator[Fault]:
    """The same where the source names no grammar of URLs."""
    if url_host(value) == "":
        yield Fault("the URL names no host")


@rule(passes=_USUAL)
def is_absolute_url(value: Json) -> Iterator[Fault]:
    """An absolute URL where the source names no grammar of them, with a host if it is one of the web."""
    if value is not None:
        yield from is_uri(plain_url(value))
        yield from url_names_a_host(value)


@rule(passes=_USUAL)
def is_absolute_url_or_empty(value: Json) -> Iterator[Fault]:
    """The same, where an empty text may be one that is not set."""
    if value != "":
        yield from is_absolute_url(value)


@rule(passes=_USUAL)
def is_reference(value: Json) -> Iterator[Fault]:
    """Such a URL, or a part of one that is completed by the address of the document that holds it."""
    if value is not None:
        url = plain_url(value)
        begins_with_a_path = ":" not in re.split("[/?#]", url)[0]
        yield from is_uri(f"a:{url}" if begins_with_a_path else url)
        yield from url_names_a_host(value)


@rule(passes=_USUAL)
def is_plain_url(value: Json) -> Iterator[Fault]:
    """Nothing on which the grammars of URLs differ."""
    if value is not None and plain_url(value) != value:
        yield Fault("it has characters beyond ASCII, or the zone of an IPv6 address, which RFC 3986 has not")


def plain_url(url: str) -> str:
    """A URL with ~ for characters beyond ASCII and without the zone of an IPv6 address, on which grammars differ.

    RFC 3986 has neither; RFC 3987 and the URL Standard of WHATWG have the characters, and RFC 6874 the zone.
    """
    before, _, rest = url.partition("[")
    address, _, zoned = rest.partition("%")
    zone, bracket, after = zoned.partition("]")
    if bracket and zone and _is_uri(f"a:{zone}"):
        url = f"{before}[{address}]{after}"
    return "".join(each if each.isascii() else "~" for each in url)


def web_host(value: Json) -> str | None:
    """The host of an http or https URL in small letters, empty where it names none; None where it is no such URL.

    Of an address in brackets, what stands in them.
    """
    if not _is_uri(value) or value.partition(":")[0].lower() not in _WEB_SCHEMES:
        return None
    rest = value.partition(":")[2]
    authority = re.split(r"[/?#]", rest[2:])[0] if rest.startswith("//") else ""
    host = authority.rpartition("@")[2].lower()
    return host.partition("]")[0].removeprefix("[") if host.startswith("[") else host.partition(":")[0]


def url_host(value: Json) -> str | None:
    """The same where the source names no grammar of URLs."""
    return web_host(plain_url(value)) if isinstance(value, str) else None


def _is_uri(value: Json) -> bool:
    return isinstance(value, str) and _matches_grammar(value)


@lru_cache(maxsize=1)  # three rules ask about the same address
def _matches_grammar(value: str) -> bool:
    """The package, right but for three things: a final line feed, a capital V before an address, padded octets.

    A bracket opens once; where 10,000 do, to look for such octets behind each takes seconds.
    """
    if pattern_matches(_USUAL_URI, value):
        return True
    from rfc3986_validator import validate_rfc3986  # not above: most addresses are usual, and it takes 10 ms

    if value.endswith("\n") or value.count("[") > 1 or _has_padded_octet(value):
        return False
    if "[" not in value:
        if any(part[:2].lower() not in _HEX_PAIRS for part in value.split("%")[1:]):
            return False
        # But in brackets, a tilde may stand where a percent-encoding may, of which each costs the package 200 bytes.
        value = value.replace("%", "~")
    return validate_rfc3986(value.replace("[V", "[v")) is not None


def _has_padded_octet(value: str) -> bool:
    """Whether an IPv4 address at the end of an IPv6 one has a leading zero."""
    return re.search(r"\[[^]vV][^]]*?(?:[:.]0[0-9]+\.|\.0[0-9]+\])", value) is not None


def _what_is_wrong(value: str) -> str:
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", value):
        return "it does not begin with a scheme and a colon, such as https:"
    if strange := re.search(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]", value):
        return f"the character {strange[0]!a} is not allowed in a URI unless it is percent-encoded"
    if bare := re.search(r"%(?![0-9A-Fa-f]{2})", value):
        return f"{value[bare.start() : bare.start() + 3]!a} is a percent sign without two hexadecimal digits"
    return "it does not follow the grammar of RFC 3986 after its scheme"
