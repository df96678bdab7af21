"""Rules about where a web address leads, and whether the way there is encrypted."""

from collections.abc import Iterator
from ipaddress import ip_address

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.uri import url_host

_EXAMPLES = (".example.com", ".example.net", ".example.org")
"""Of RFC 2606, those that are left in by mistake; whoever writes a host below .example means no real one."""
_PRIVATE_NAMES = (".localhost", ".local", ".internal")

_USUAL = "https://[a-z0-9][a-z0-9.-]*(?:/[A-Za-z0-9/._-]*)?$"


@rule(passes={"pattern": f"^{_USUAL}"})
def is_https_or_empty(value: Json) -> Iterator[Fault]:
    """An https URL with a host, where an empty text may be one that is not set."""
    if value != "":
        yield from is_https(value)


def is_https(value: Json) -> Iterator[Fault]:
    """An https URL with a host, if any, where the source asks for TLS."""
    if value is not None and not (url_host(value) and _is_encrypted(value)):
        yield Fault(f"{value!a:.100} is no https URL")


@rule(passes={"pattern": "^[Hh][Tt][Tt][Pp][Ss]:"})
def is_encrypted(value: Json) -> Iterator[Fault]:
    """The scheme https, if it is one of the web."""
    if url_host(value) and not _is_encrypted(value):
        yield Fault("the scheme of the URL is http, which encrypts nothing")


@rule(passes={"pattern": "^[Hh][Tt][Tt][Pp][Ss]:"})
def is_encrypted_unless_local(value: Json) -> Iterator[Fault]:
    """The scheme https, unless the URL stays on this machine."""
    if not _is_this_machine(url_host(value)):
        yield from is_encrypted(value)


@rule(
    passes={
        "pattern": "^https://[a-z0-9-]+[.](?:[a-z0-9-]+[.])*(?:ai|app|com|dev|example|io|net|org)(?::[0-9]+)?(?:/|$)"
    }
)
def is_public(value: Json) -> Iterator[Fault]:
    """A host that others reach: no name or address of one machine or one network."""
    host = url_host(value)
    if host and not _is_public(host):
        yield Fault(f"the host {host!a:.100} is reached from its own network alone")


@rule(passes={"not": {"pattern": "[Ee][Xx][Aa][Mm][Pp][Ll][Ee][.]"}})
def is_no_example(value: Json) -> Iterator[Fault]:
    """A host of one's own instead of one that stands in documents."""
    if f".{url_host(value)}".endswith(_EXAMPLES):
        yield Fault(f"{value!a:.100} leads to an example of documents, where no agent is")


def _is_encrypted(value: str) -> bool:
    return value.partition(":")[0].lower() == "https"


def _is_this_machine(host: str | None) -> bool:
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return f".{host}".endswith(".localhost")


def _is_public(host: str) -> bool:
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(_PRIVATE_NAMES)
