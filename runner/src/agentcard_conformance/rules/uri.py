"""Is it a URI, and does it suit the protocol beside it?"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rfc3986_validator import validate_rfc3986

from agentcard_conformance.model import Fault, Json

WEB = ("http", "https")


PADDED_OCTET = re.compile(r"\[[^]vV][^]]*?(?:[:.]0[0-9]+\.|\.0[0-9]+\])")
"""An IPv4 address at the end of an IPv6 one, with a leading zero."""

PLAIN = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
HOST = f"//[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]*)?(?:/(?:{PLAIN}|/)*)?"
USUAL: Mapping[str, Json] = {
    "pattern": f"^(?:[Hh][Tt][Tt][Pp][Ss]?:{HOST}|[A-GI-Za-gi-z][A-Za-z0-9+.-]*:(?:{HOST}|/?{PLAIN}(?:{PLAIN}|/)*))"
    rf"(?:\?(?:{PLAIN}|[/?])*)?(?:#(?:{PLAIN}|[/?])*)?$"
}
"""A web address with a host, or one of a scheme that does not begin as theirs; without brackets and users."""

SURE: Mapping[str, Json] = {
    "is_uri": USUAL,
    "names_a_host": USUAL,
    "scheme_fits_protocol": {
        "anyOf": [
            {"properties": {"protocol": {"const": "https"}, "url": {"pattern": "^[Hh][Tt][Tt][Pp][Ss]:"}}},
            {"properties": {"protocol": {"const": "http"}, "url": {"pattern": "^[Hh][Tt][Tt][Pp]:"}}},
            {"properties": {"protocol": {"not": {"enum": list(WEB)}}}},
        ]
    },
}


def is_uri(value: Json) -> Iterator[Fault]:
    """RFC 3986: a scheme, and after it only what the grammar lets stand."""
    if not _matches(value):
        yield Fault(_what_is_wrong(value))


def scheme_fits_protocol(value: Json) -> Iterator[Fault]:
    """An http or https endpoint is reached by a URL of that scheme; other protocols take any."""
    protocol, url = value.get("protocol"), value.get("url")
    if protocol in WEB and _matches(url):
        scheme = url.partition(":")[0]
        if scheme.lower() != protocol:
            yield Fault(f"the URL's scheme is {scheme}, but the protocol is {protocol}", ("url",))


def names_a_host(value: Json) -> Iterator[Fault]:
    """The grammar lets an http or https URL have no host, which nothing can reach."""
    if _matches(value) and value.partition(":")[0].lower() in WEB:
        rest = value.partition(":")[2]
        authority = re.split(r"[/?#]", rest[2:])[0] if rest.startswith("//") else ""
        if authority.rpartition("@")[2][:1] in ("", ":"):
            yield Fault("the URL names no host")


def _matches(value: Json) -> bool:
    return isinstance(value, str) and _is_grammatical(value)


@lru_cache(maxsize=1)  # three rules ask about the same address
def _is_grammatical(value: str) -> bool:
    """The package, right but for three things: a final line feed, a capital V before an address, padded octets.

    A bracket opens once; where 10,000 do, to look for such octets behind each takes seconds.
    """
    if value.endswith("\n") or value.count("[") > 1 or PADDED_OCTET.search(value):
        return False
    return validate_rfc3986(value.replace("[V", "[v")) is not None


def _what_is_wrong(value: str) -> str:
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", value):
        return "it does not begin with a scheme and a colon, as in https:"
    if strange := re.search(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]", value):
        return f"the character {strange[0]!a} cannot stand in a URI unless it is percent-encoded"
    if bare := re.search(r"%(?![0-9A-Fa-f]{2})", value):
        return f"{value[bare.start() : bare.start() + 3]!a} is a percent sign without two hexadecimal digits"
    return "it does not follow the grammar of RFC 3986 after its scheme"
