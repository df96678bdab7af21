"""Rules about the address of an agent beside the name of the protocol that is spoken there."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.uri import is_uri, plain_url, url_host

_ON_THE_WEB = ("JSONRPC", "HTTP+JSON")
_GRPC = "GRPC"
_KNOWN = (*_ON_THE_WEB, _GRPC)

_WEB_URL = {"properties": {"url": {"pattern": "^https?://[a-z0-9][a-z0-9.-]*(?::[0-9]+)?(?:/[A-Za-z0-9/._-]*)?$"}}}


@rule(passes={"enum": list(_KNOWN)})
def is_known_or_uri(value: Json) -> Iterator[Fault]:
    """A transport of the specification, as it is spelt there, or the URI of another one."""
    if value not in _KNOWN and any(is_uri(value)):
        yield Fault(f"{value!a:.100} is neither {', '.join(_KNOWN)} nor a URI")


@rule(passes=_WEB_URL)
def binding_url_is_absolute(value: Json) -> Iterator[Fault]:
    """An absolute URI; for gRPC, a host and a port is another question."""
    yield from _absolute(value.get("url"), value.get("protocolBinding"))


@rule(passes=_WEB_URL)
def binding_url_is_of_the_web(value: Json) -> Iterator[Fault]:
    """An http or https URL for what is spoken over HTTP."""
    yield from _of_the_web(value.get("url"), value.get("protocolBinding"))


@rule(passes=_WEB_URL)
def binding_url_is_no_socket(value: Json) -> Iterator[Fault]:
    """For gRPC, an http or https URL and not a host with a port, or a scheme of its own."""
    yield from _no_socket(value.get("url"), value.get("protocolBinding"))


@rule(passes=_WEB_URL)
def transport_url_is_absolute(value: Json) -> Iterator[Fault]:
    """The same of an interface with its transport."""
    yield from _absolute(value.get("url"), value.get("transport"))


@rule(passes=_WEB_URL)
def transport_url_is_of_the_web(value: Json) -> Iterator[Fault]:
    """The same of an interface with its transport."""
    yield from _of_the_web(value.get("url"), value.get("transport"))


@rule(passes=_WEB_URL)
def transport_url_is_no_socket(value: Json) -> Iterator[Fault]:
    """The same of an interface with its transport."""
    yield from _no_socket(value.get("url"), value.get("transport"))


@rule(passes=_WEB_URL)
def preferred_url_is_absolute(value: Json) -> Iterator[Fault]:
    """The same of a card with its preferred transport."""
    yield from _absolute(value.get("url"), _preferred(value))


@rule(passes=_WEB_URL)
def preferred_url_is_of_the_web(value: Json) -> Iterator[Fault]:
    """The same of a card with its preferred transport."""
    yield from _of_the_web(value.get("url"), _preferred(value))


@rule(passes=_WEB_URL)
def preferred_url_is_no_socket(value: Json) -> Iterator[Fault]:
    """The same of a card with its preferred transport."""
    yield from _no_socket(value.get("url"), _preferred(value))


@rule(passes=_WEB_URL)
def transport_url_of_others_is_of_the_web(value: Json) -> Iterator[Fault]:
    """An http or https URL for what is spoken in another transport than those of the specification."""
    yield from _of_the_web_for_others(value.get("url"), value.get("transport"))


@rule(passes=_WEB_URL)
def preferred_url_of_others_is_of_the_web(value: Json) -> Iterator[Fault]:
    """The same of a card with its preferred transport."""
    yield from _of_the_web_for_others(value.get("url"), _preferred(value))


@rule(passes=_WEB_URL)
def binding_url_of_others_is_of_the_web(value: Json) -> Iterator[Fault]:
    """The same of an interface with its binding, for which the specification shows a web socket, too."""
    url = value.get("url")
    if not str(url).lower().startswith("wss:"):
        yield from _of_the_web_for_others(url, value.get("protocolBinding"))


@rule(passes={"not": {"required": ["additionalInterfaces"]}})
def repeats_main_interface(value: Json) -> Iterator[Fault]:
    """The card's own address among the others, so that they are all of them."""
    listed = value.get("additionalInterfaces")
    if isinstance(listed, list) and listed:
        main = (value.get("url"), _preferred(value))
        found = [(each.get("url"), each.get("transport")) for each in listed if isinstance(each, dict)]
        if main not in found:
            yield Fault("they leave out the card's own url with its transport", ("additionalInterfaces",))


@rule(passes={"not": {"required": ["additionalInterfaces"]}})
def urls_have_one_transport(value: Json) -> Iterator[Fault]:
    """No address with a transport here and another one there."""
    listed = value.get("additionalInterfaces")
    main = {"url": value.get("url"), "transport": _preferred(value)}
    first: dict[str, str] = {}
    for index, each in enumerate([main, *listed] if isinstance(listed, list) else ()):
        url, transport = (each.get("url"), each.get("transport")) if isinstance(each, dict) else (None, None)
        if isinstance(url, str) and isinstance(transport, str) and first.setdefault(url, transport) != transport:
            what = f"the address has the transport {first[url]!a:.100}, too"
            yield Fault(what, ("additionalInterfaces", index - 1, "url"))


@rule(passes={"required": ["preferredTransport"]})
def names_preferred_transport(value: Json) -> Iterator[Fault]:
    """The transport of the card's own address, instead of the one that is meant where none is named."""
    if "preferredTransport" not in value:
        yield Fault("it has no preferredTransport")


def _preferred(card: Json) -> Json:
    return card.get("preferredTransport", "JSONRPC")


def _absolute(url: Json, transport: Json) -> Iterator[Fault]:
    if isinstance(url, str) and not (transport == _GRPC and _is_host_and_port(url)):
        yield from (Fault(fault.what, ("url",)) for fault in is_uri(plain_url(url)))


def _of_the_web(url: Json, transport: Json) -> Iterator[Fault]:
    if transport in _ON_THE_WEB and _is_elsewhere(url):
        yield Fault(f"{transport} is spoken over http or https, and the URL has another scheme", ("url",))


def _of_the_web_for_others(url: Json, transport: Json) -> Iterator[Fault]:
    if transport not in _KNOWN and _is_elsewhere(url):
        yield Fault("the URL has another scheme than http and https", ("url",))


def _is_elsewhere(url: Json) -> bool:
    return isinstance(url, str) and not any(is_uri(plain_url(url))) and url_host(url) is None


def _no_socket(url: Json, transport: Json) -> Iterator[Fault]:
    if transport == _GRPC and isinstance(url, str) and url_host(url) is None:
        yield Fault("the address is no http or https URL", ("url",))


def _is_host_and_port(url: str) -> bool:
    host, _, port = url.rpartition(":")
    return bool(host) and port.isdecimal() and url_host(f"https://{url}") == host.lower().strip("[]")
