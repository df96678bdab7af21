"""Addresses on the web, and the machines that they lead to."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_short_ascii

Peer: TypeAlias = tuple[socket.AddressFamily, Any]
"""What a socket connects to."""

_PORTS = {"http": 80, "https": 443}
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Of RFC 6052: the last 32 bits are an address of IPv4."""
_LONGEST_SHOWN = 200


class WebAddress(NamedTuple):
    """The parts of an http or https URL that a request is made of."""

    scheme: str
    host: str
    port: int
    target: str
    """Path and query."""

    @property
    def authority(self) -> str:
        """Host and port, as the field Host has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """All before the path."""
        return f"{self.scheme}://{self.authority}"

    def __str__(self) -> str:
        return self.origin + self.target


def parse_address(text: str) -> WebAddress:
    """The address that a text is; raises CallError when it is none that may be fetched."""
    shown = to_short_ascii(text, _LONGEST_SHOWN)
    if not text.isascii() or not text.isprintable() or " " in text:
        raise CallError(f"{shown} holds a blank or a character that no address has; write it with %, or a host as xn--")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise CallError(f"{shown} is no address: {error}") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise CallError(f"{shown} is no address of the web, such as https://agents.example.com/")
    if "@" in parts.netloc:
        raise CallError("an address with a name or a password before the host is not fetched; leave them out")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebAddress(parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port, target)


def find_peers(address: WebAddress, *, allow_private: bool) -> list[Peer]:
    """What the host leads to, looked up once; raises CallError for none, and where one is not to be asked."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CallError(f"{address.host} is not found: {reason}") from None
    for *_, peer in found:
        if not allow_private and not is_public_ip(str(peer[0])):
            raise CallError(
                f"{address.origin} leads to {peer[0]}, which is no public address, and is not asked; "
                "add --allow-private if that is meant"
            )
    return [(family, peer) for family, _, _, _, peer in found]


def is_public_ip(text: str) -> bool:
    """Whether an IP address is one of the public internet, and each that it holds in it."""
    address = ip_address(text.partition("%")[0])
    return all(each.is_global and not each.is_multicast for each in (address, *_embedded(address)))


def _embedded(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address]:
    """The addresses of IPv4 to which gateways send what goes to one of IPv6."""
    if isinstance(address, IPv6Address):
        yield from filter(None, (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())))
        if address in _TRANSLATED:
            yield IPv4Address(int(address) & 0xFFFFFFFF)
