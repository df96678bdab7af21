"""Is it a URI, and does it suit the protocol beside it?"""

import re
from collections.abc import Iterator

from rfc3986_validator import validate_rfc3986

from agentcard_conformance.model import Fault, Json

WEB = ("http", "https")


PADDED_OCTET = re.compile(r"\[[^]vV][^]]*?(?:[:.]0[0-9]+\.|\.0[0-9]+\])")
"""An IPv4 address at the end of an IPv6 one, with a leading zero."""


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
    """The package, right but for three things: a final line feed, a capital V before an address, padded octets."""
    if not isinstance(value, str) or value.endswith("\n") or PADDED_OCTET.search(value):
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
