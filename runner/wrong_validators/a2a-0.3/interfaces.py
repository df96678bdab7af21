"""The address, the transport and the version of a card of 0.3, and its further interfaces."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.coercions import (
    FLAG_COERCIONS,
    LIST_COERCIONS,
    OBJECT_COERCIONS,
    TEXT_COERCIONS,
    CoercedMember,
    coercing_validators,
)
from agentcard_conformance.adequacy.oversights import (
    SeenItems,
    demanding,
    not_asking,
    overlooking,
    partly_seeing_validators,
)
from agentcard_conformance.adequacy.wrong_validators import (
    Accepts,
    JudgedCard,
    Violation,
    WrongValidator,
    refusing,
    wrong,
)
from agentcard_conformance.model import Absent, Json

PLACE = "/additionalInterfaces"
URL = "https://harbour.example/a2a"
MAIN = {"url": URL, "transport": "JSONRPC"}
REST = {"url": "https://harbour.example/rest", "transport": "HTTP+JSON"}
GRPC = {"url": "https://grpc.harbour.example/", "transport": "GRPC"}
OWN = {"url": "wss://harbour.example/ws", "transport": "https://harbour.example/transports/ws"}

SOME_INTERFACES = partly_seeing_validators({
    "interfaces": SeenItems(PLACE, lambda _: MAIN, {"url": URL}),
})  # fmt: skip

TYPES = coercing_validators({
    "interfaces": CoercedMember(LIST_COERCIONS, PLACE, "interfaces-type", {}),
    "interface": CoercedMember(OBJECT_COERCIONS, f"{PLACE}/0", "interface-type", {PLACE: [MAIN]}),
    "interface-url": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/url", "interface-url-type", {PLACE: [MAIN]}),
    "interface-transport": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/transport", "interface-transport-type", {PLACE: [MAIN]}),
    "url": CoercedMember(TEXT_COERCIONS, "/url", "url-type", {}),
    "preferred-transport": CoercedMember(TEXT_COERCIONS, "/preferredTransport", "preferred-transport-type", {}),
    "protocol-version": CoercedMember(TEXT_COERCIONS, "/protocolVersion", "protocol-version-type", {}),
    "extended-card": CoercedMember(FLAG_COERCIONS, "/supportsAuthenticatedExtendedCard", "extended-card-type", {}),
    "history": CoercedMember(FLAG_COERCIONS, "/capabilities/stateTransitionHistory", "state-transition-history-type", {}),
})  # fmt: skip

LEFT_OUT = [
    WrongValidator(name, habit, edits, not_asking(requirement))
    for name, habit, edits, requirement in (
        ("no-protocol-version", "0.2.5 was the first to ask for it; a default of pydantic", {"/protocolVersion": Absent.ABSENT}, "protocol-version-required"),
        ("no-url", "interfaces say it", {"/url": Absent.ABSENT}, "url-required"),
        ("interface-without-url", "that of the card is meant", {PLACE: [{"transport": "GRPC"}]}, "interface-url-required"),
        ("interface-without-transport", "JSONRPC is meant", {PLACE: [{"url": URL}]}, "interface-transport-required"),
        ("extension-without-uri", "1.0 does not mark it", {"/capabilities": {"extensions": [{"required": True}]}}, "extension-uri-required"),
        ("schemes-without-type", "Jackson without type information", {"/securitySchemes": {"a": {"scheme": "bearer"}}}, "scheme-type-required"),
        ("key-without-in", "a header is meant", {"/securitySchemes": {"a": {"type": "apiKey", "name": "k"}}}, "key-place-required"),
    )
]  # fmt: skip


def transport_at(card: JudgedCard, violation: Violation) -> Json:
    """The transport of the interface that a violation is about."""
    holder = card.value_at(violation.at[:2]) if violation.is_below(f"{PLACE}/*") else card.value
    name = "transport" if violation.is_below(f"{PLACE}/*") else "preferredTransport"
    return holder.get(name, "JSONRPC") if isinstance(holder, dict) else None


def unseen_for(requirement: str, is_unseen: Callable[[Json], bool], *, listed: bool) -> Accepts:
    """Asks nothing of the main interface, or of the listed ones, of some transports."""
    return overlooking(
        lambda card, violation: (
            violation.requirement.startswith(requirement)
            and violation.is_below(PLACE) == listed
            and is_unseen(transport_at(card, violation))
        )
    )


TRANSPORTS: dict[str, tuple[Json, Callable[[Json], bool]]] = {
    "jsonrpc": (MAIN, lambda transport: transport == "JSONRPC"),
    "rest": (REST, lambda transport: transport == "HTTP+JSON"),
    "grpc": (GRPC, lambda transport: transport == "GRPC"),
    "others": (OWN, lambda transport: transport not in ("JSONRPC", "HTTP+JSON", "GRPC")),
}
FAULTS: dict[str, tuple[str, str]] = {
    "absolute-url": ("interface-url-absolute", "not a url"),
    "path-for-url": ("interface-url-absolute", "/a2a"),
    "host": ("interface-url-host", "https:///a2a"),
    "web-scheme": ("interface-url-web", "ftp://harbour.example/"),
}
UNSEEN_LISTED = [
    WrongValidator(
        f"{name}-not-looked-at-for-{transport}-in-the-list",
        "a switch over the transports, with a case that does nothing",
        {PLACE: [MAIN, {**sample, "url": url}]},
        unseen_for(requirement, is_unseen, listed=True),
    )
    for name, (requirement, url) in FAULTS.items()
    for transport, (sample, is_unseen) in TRANSPORTS.items()
    if not (name == "web-scheme" and transport in ("grpc", "others"))
]
UNSEEN_MAIN = [
    WrongValidator(
        f"{name}-not-looked-at-for-{transport}-as-preferred",
        "a switch over the transports, with a case that does nothing",
        {"/url": url, "/preferredTransport": sample["transport"]},
        unseen_for(requirement, is_unseen, listed=False),
    )
    for name, (requirement, url) in FAULTS.items()
    for transport, (sample, is_unseen) in TRANSPORTS.items()
    if not (name == "web-scheme" and transport in ("grpc", "others"))
]
ONE_SIDE = [
    WrongValidator(
        f"{name}-not-looked-at-in-the-list",
        "the address of the card alone is checked",
        {PLACE: [{**MAIN, "url": url}]},
        overlooking(
            lambda _, violation, requirement=requirement: (
                violation.requirement == requirement and violation.is_below(PLACE)
            )
        ),
    )
    for name, (requirement, url) in FAULTS.items()
]
NOT_MAIN = [
    WrongValidator(
        f"{name}-of-the-card-not-looked-at-beside-a-list",
        "where there is a list, the list alone is checked",
        {PLACE: [MAIN], "/url": url},
        overlooking(
            lambda card, violation, requirement=requirement: (
                violation.requirement == requirement and violation.at == ("url",) and bool(card.values(f"{PLACE}/*"))
            )
        ),
    )
    for name, (requirement, url) in FAULTS.items()
]

TEXTS: dict[str, tuple[str, str, str, Callable[[Json], bool]]] = {
    "no-own-transport": ("an enum of the three", "preferredTransport", "https://harbour.example/t", lambda value: ":" in value),
    "no-own-transport-by-urn": ("a URL and no URI", "preferredTransport", "urn:harbour:ws", lambda value: value.startswith("urn:")),
    "no-grpc": ("a client for two transports", "preferredTransport", "GRPC", lambda value: value == "GRPC"),
    "no-rest": ("a client for two transports", "preferredTransport", "HTTP+JSON", lambda value: value == "HTTP+JSON"),
    "no-small-letters": ("a SHOULD taken for a MUST", "preferredTransport", "jsonrpc", lambda value: value in ("jsonrpc", "grpc", "http+json")),
    "no-other-word": ("a SHOULD taken for a MUST", "preferredTransport", "WEBSOCKET", lambda value: value.isalpha() and value.upper() not in ("JSONRPC", "GRPC")),
    "no-transport-of-a-prototype": ("TRANSPORTS[value]", "preferredTransport", "constructor", lambda value: value == "constructor"),
    "no-transport-beyond-ascii": ("isascii()", "preferredTransport", "\u6e2f", lambda value: not value.isascii()),
    "no-empty-transport": ("minLength 1", "preferredTransport", "", lambda value: value == ""),
    "no-version-without-patch": ("SemVer", "protocolVersion", "0.3", lambda value: value == "0.3"),
    "no-version-but-0-3-0": ("the version of the validator", "protocolVersion", "0.3.1", lambda value: value.startswith("0.3.") and value != "0.3.0"),
    "no-patch-of-two-digits": (r"\d\.\d\.\d", "protocolVersion", "0.3.12", lambda value: bool(re.search(r"\d\d", value))),
}  # fmt: skip
REFUSED = [
    WrongValidator(name, habit, {f"/{member}": text}, refusing(f"/{member}", is_refused))
    for name, (habit, member, text, is_refused) in TEXTS.items()
]
LISTED_TRANSPORTS = [
    WrongValidator(
        f"{name}-in-the-list",
        habit,
        {PLACE: [MAIN, {"url": "https://b.example/", "transport": text}]},
        refusing(f"{PLACE}/*/transport", is_refused),
    )
    for name, (habit, member, text, is_refused) in TEXTS.items()
    if member == "preferredTransport"
]


def interfaces(card: JudgedCard) -> list[Json]:
    return [each for each in card.values(f"{PLACE}/*") if isinstance(each, dict)]


def column(card: JudgedCard, name: str) -> list[Json]:
    return [each.get(name) for each in interfaces(card)]


def main_of(card: JudgedCard) -> tuple[Json, Json]:
    return card.value.get("url"), card.value.get("preferredTransport", "JSONRPC")


LISTS: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "main-url-in-the-list": ("a SHOULD taken for a MUST", {PLACE: [REST]}, lambda card: not interfaces(card) or main_of(card)[0] in column(card, "url")),
    "main-transport-in-the-list": ("a SHOULD taken for a MUST", {PLACE: [REST]}, lambda card: not interfaces(card) or main_of(card)[1] in column(card, "transport")),
    "main-interface-in-the-list": ("a SHOULD taken for a MUST", {PLACE: [{**MAIN, "url": "https://b.example/"}]}, lambda card: not interfaces(card) or main_of(card) in [(each["url"], each["transport"]) for each in interfaces(card)]),
    "main-interface-first": ("the order of preference", {PLACE: [REST, MAIN]}, lambda card: not interfaces(card) or interfaces(card)[0]["url"] == main_of(card)[0] or main_of(card)[0] not in column(card, "url")),
    "main-interface-not-in-the-list": ("additional means others", {PLACE: [MAIN]}, lambda card: main_of(card)[0] not in column(card, "url")),
    "list-not-empty": ("minItems 1", {PLACE: []}, lambda card: card.values(PLACE) != [[]]),
    "distinct-interfaces": ("a set", {PLACE: [MAIN, MAIN]}, lambda card: len({*map(repr, interfaces(card))}) == len(interfaces(card))),
    "distinct-transports": ("a Map by transport", {PLACE: [MAIN, {**MAIN, "url": "https://b.example/"}]}, lambda card: len({*column(card, "transport")}) == len(interfaces(card))),
    "one-host": ("one origin", {PLACE: [MAIN, {**REST, "url": "https://rest.example/"}]}, lambda card: len({url.split("/")[2] for url in column(card, "url") if "//" in url}) <= 1),
    "at-most-1": ("a bound", {PLACE: [MAIN, REST]}, lambda card: len(interfaces(card)) <= 1),
    "at-most-3": ("one of each transport", {PLACE: [MAIN, REST, GRPC, OWN]}, lambda card: len(interfaces(card)) <= 3),
    "at-most-5": ("a bound", {PLACE: [{**MAIN, "url": f"https://h.example/{n}"} for n in range(6)]}, lambda card: len(interfaces(card)) <= 5),
    "at-most-10": ("a bound", {PLACE: [{**MAIN, "url": f"https://h.example/{n}"} for n in range(11)]}, lambda card: len(interfaces(card)) <= 10),
    "grpc-with-a-port": ("host and port", {PLACE: [GRPC]}, lambda card: all(re.search(r":\d", each["url"]) for each in interfaces(card) if each["transport"] == "GRPC")),
    "grpc-without-a-path": ("host and port", {PLACE: [{**GRPC, "url": "https://g.example/v1/a"}]}, lambda card: not any(re.search(r"//[^/]+/.", each["url"]) for each in interfaces(card) if each["transport"] == "GRPC")),
    "rest-without-a-query": ("a base to join paths to", {PLACE: [{**REST, "url": "https://h.example/r?v=1"}]}, lambda card: not any("?" in each["url"] for each in interfaces(card) if each["transport"] == "HTTP+JSON")),
    "all-three-transports-refused": ("at most two", {PLACE: [MAIN, REST, GRPC]}, lambda card: not {"JSONRPC", "HTTP+JSON", "GRPC"} <= {*column(card, "transport")}),
    "some-jsonrpc": ("mandatory in a comment", {"/preferredTransport": "GRPC"}, lambda card: "JSONRPC" in [main_of(card)[1], *column(card, "transport")] or ":" in str(main_of(card)[1]) or main_of(card)[1] != "GRPC"),
    "jsonrpc-preferred": ("the default", {"/preferredTransport": "HTTP+JSON"}, lambda card: main_of(card)[1] != "HTTP+JSON"),
    "extended-card-refused": ("a member that moved", {"/supportsAuthenticatedExtendedCard": False}, lambda card: not card.values("/supportsAuthenticatedExtendedCard")),
    "extended-card-never-true": ("a flag that is only ever off in the tests", {"/supportsAuthenticatedExtendedCard": True, "/securitySchemes": {"a": {"type": "mutualTLS"}}}, lambda card: True not in card.values("/supportsAuthenticatedExtendedCard")),
    "extended-card-with-requirements": ("a scheme that is asked for", {"/supportsAuthenticatedExtendedCard": True, "/securitySchemes": {"a": {"type": "mutualTLS"}}}, lambda card: not (True in card.values("/supportsAuthenticatedExtendedCard") and not card.values("/security"))),
    "history-refused": ("a member that went", {"/capabilities/stateTransitionHistory": True}, lambda card: not card.values("/capabilities/stateTransitionHistory")),
    "streaming-over-jsonrpc-alone": ("server-sent events", {"/preferredTransport": "GRPC", "/capabilities/streaming": True}, lambda card: not (card.values("/capabilities/streaming") == [True] and main_of(card)[1] == "GRPC")),
}  # fmt: skip
LISTED = [WrongValidator(name, habit, edits, demanding(is_taken)) for name, (habit, edits, is_taken) in LISTS.items()]


@wrong("any() where all() is meant", {PLACE: [MAIN, {"url": URL}]})
def one_right_interface_is_enough(card: JudgedCard) -> bool:
    faulty = {each.at[1] for each in card.violations if each.is_below(f"{PLACE}/*")}
    return card.is_valid_but_for(lambda each: each.is_below(f"{PLACE}/*") and len(faulty) < len(interfaces(card)))


@wrong("interfaces of unknown transports are passed over", {PLACE: [{"transport": "urn:ws"}]})
def other_transports_not_looked_at(card: JudgedCard) -> bool:
    def is_unseen(violation: Violation) -> bool:
        holder = card.value_at(violation.at[:2]) if violation.is_below(f"{PLACE}/*") else None
        return isinstance(holder, dict) and holder.get("transport", "GRPC") not in ("JSONRPC", "HTTP+JSON", "GRPC")

    return card.is_valid_but_for(is_unseen)


@wrong("what a client does not prefer, it does not read", {PLACE: 5, "/preferredTransport": "GRPC"})
def interfaces_looked_at_beside_jsonrpc_alone(card: JudgedCard) -> bool:
    return card.is_valid_but_for(lambda each: each.is_below(PLACE) and main_of(card)[1] != "JSONRPC")


@wrong("the address of an interface stands in for that of the card", {"/url": Absent.ABSENT, PLACE: [MAIN]})
def url_of_the_first_interface(card: JudgedCard) -> bool:
    return card.is_valid_but_for(lambda each: each.requirement == "url-required" and bool(interfaces(card)))


@wrong(
    "a transport that is not named is not checked", {"/preferredTransport": Absent.ABSENT, "/url": "ftp://h.example/"}
)
def web_scheme_of_a_named_transport_alone(card: JudgedCard) -> bool:
    named = bool(card.values("/preferredTransport"))
    return card.is_valid_but_for(
        lambda each: each.requirement == "interface-url-web" and each.at == ("url",) and not named
    )
