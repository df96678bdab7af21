"""The interfaces of 1.0: an address, what is spoken there, and in which version."""

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
    refusing_texts,
)
from agentcard_conformance.adequacy.wrong_validators import (
    Accepts,
    JudgedCard,
    Violation,
    WrongValidator,
    wrong,
)
from agentcard_conformance.model import Absent, Json

PLACE = "/supportedInterfaces"
MAIN = {"url": "https://harbour.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
REST = {**MAIN, "url": "https://harbour.example/rest", "protocolBinding": "HTTP+JSON"}
GRPC = {**MAIN, "url": "https://grpc.harbour.example/", "protocolBinding": "GRPC"}
OWN = {**MAIN, "url": "wss://harbour.example/ws", "protocolBinding": "https://harbour.example/bindings/ws"}


def without(name: str) -> Json:
    return {key: value for key, value in MAIN.items() if key != name}


SOME_INTERFACES = partly_seeing_validators({
    "interfaces": SeenItems(PLACE, lambda number: {**MAIN, "url": f"https://harbour.example/{number}"}, without("url")),
})  # fmt: skip

TYPES = coercing_validators({
    "interfaces": CoercedMember(LIST_COERCIONS, PLACE, "interfaces-type", {}),
    "interface": CoercedMember(OBJECT_COERCIONS, f"{PLACE}/0", "interface-type", {}),
    "url": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/url", "interface-url-type", {}),
    "binding": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/protocolBinding", "interface-binding-type", {}),
    "version": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/protocolVersion", "interface-protocol-version-type", {}),
    "tenant": CoercedMember(TEXT_COERCIONS, f"{PLACE}/0/tenant", "tenant-type", {}),
    "extended-card": CoercedMember(FLAG_COERCIONS, "/capabilities/extendedAgentCard", "extended-card-type", {}),
})  # fmt: skip

LEFT_OUT = [
    WrongValidator(name, habit, edits, not_asking(requirement))
    for name, habit, edits, requirement in (
        ("no-interfaces", "a SHOULD of section 8.3.1", {PLACE: Absent.ABSENT}, "interfaces-required"),
        ("empty-interfaces", "an empty list of Go", {PLACE: []}, "required-arrays-not-empty"),
        ("no-url", "a default of protobuf", {PLACE: [without("url")]}, "interface-url-required"),
        ("no-binding", "JSONRPC is what is meant", {PLACE: [without("protocolBinding")]}, "interface-binding-required"),
        ("no-version", "the newest is what is meant", {PLACE: [without("protocolVersion")]}, "interface-protocol-version-required"),
    )
]  # fmt: skip

EMPTY_ARRAYS = [
    WrongValidator(
        f"empty-{name}",
        "an empty list, as protobuf has one that is not there",
        {pattern.replace("*", "0"): []},
        overlooking(
            lambda _, violation, pattern=pattern: (
                violation.requirement == "required-arrays-not-empty" and violation.is_below(pattern)
            )
        ),
    )
    for name, pattern in (
        ("interface-list", PLACE),
        ("input-modes", "/defaultInputModes"),
        ("output-modes", "/defaultOutputModes"),
        ("tags", "/skills/*/tags"),
    )
]


def binding_at(card: JudgedCard, violation: Violation) -> Json:
    holder = card.value_at(violation.at[:2])
    return holder.get("protocolBinding") if isinstance(holder, dict) else None


def unseen_for(requirement: str, is_unseen: Callable[[Json], bool]) -> Accepts:
    """Asks nothing of interfaces of some bindings."""
    return overlooking(
        lambda card, violation: violation.requirement.startswith(requirement) and is_unseen(binding_at(card, violation))
    )


BINDINGS: dict[str, Callable[[Json], bool]] = {
    "jsonrpc": lambda binding: binding == "JSONRPC",
    "rest": lambda binding: binding == "HTTP+JSON",
    "grpc": lambda binding: binding == "GRPC",
    "others": lambda binding: binding not in ("JSONRPC", "HTTP+JSON", "GRPC"),
    "all-but-jsonrpc": lambda binding: binding != "JSONRPC",
}
SAMPLES = {"jsonrpc": MAIN, "rest": REST, "grpc": GRPC, "others": OWN, "all-but-jsonrpc": REST}
FAULTS: dict[str, tuple[str, dict[str, Json]]] = {
    "absolute-url": ("interface-url-absolute", {"url": "not a url"}),
    "path-for-url": ("interface-url-absolute", {"url": "/a2a"}),
    "host": ("interface-url-host", {"url": "https:///a2a"}),
    "web-scheme": ("interface-url-web", {"url": "ftp://harbour.example/"}),
    "version": ("interface-protocol-version-", {"protocolVersion": 1}),
    "version-there": ("interface-protocol-version-", {"protocolVersion": Absent.ABSENT}),
    "url-type": ("interface-url-type", {"url": 5}),
    "tenant": ("tenant-type", {"tenant": 5}),
}
UNSEEN_FOR = [
    WrongValidator(
        f"{name}-not-looked-at-for-{binding}",
        "a switch over the bindings, with a case that does nothing",
        {PLACE: [MAIN, {key: value for key, value in {**SAMPLES[binding], **fault}.items() if value is not Absent.ABSENT}]},
        unseen_for(requirement, is_unseen),
    )
    for name, (requirement, fault) in FAULTS.items()
    for binding, is_unseen in BINDINGS.items()
    if not (name == "web-scheme" and binding in ("grpc", "others"))
]  # fmt: skip

REFUSED_TEXTS: dict[str, tuple[str, str, str, Callable[[Json], bool]]] = {
    "no-own-binding": ("an enum of the three", "protocolBinding", "https://harbour.example/b", lambda value: ":" in value),
    "no-own-binding-by-urn": ("a URL and no URI", "protocolBinding", "urn:harbour:ws", lambda value: value.startswith("urn:")),
    "no-own-binding-by-http": ("https alone", "protocolBinding", "http://harbour.example/b", lambda value: value.startswith("http:")),
    "no-grpc": ("a client for two bindings", "protocolBinding", "GRPC", lambda value: value == "GRPC"),
    "no-rest": ("a client for two bindings", "protocolBinding", "HTTP+JSON", lambda value: value == "HTTP+JSON"),
    "no-small-letters": ("a SHOULD taken for a MUST", "protocolBinding", "jsonrpc", lambda value: value in ("jsonrpc", "grpc", "http+json")),
    "no-other-word": ("a SHOULD taken for a MUST", "protocolBinding", "WEBSOCKET", lambda value: value.isalpha() and value.upper() not in ("JSONRPC", "GRPC")),
    "no-binding-that-is-a-name-of-a-prototype": ("BINDINGS[value]", "protocolBinding", "constructor", lambda value: value == "constructor"),
    "no-binding-beyond-ascii": ("isascii()", "protocolBinding", "\u6e2f", lambda value: not value.isascii()),
    "no-rest-in-small-letters": ("a SHOULD taken for a MUST", "protocolBinding", "http+json", lambda value: value == "http+json"),
    "no-binding-with-a-blank": (r"\S+", "protocolBinding", "JSON RPC", lambda value: " " in value),
    "no-version-but-1-0": ("the version of the validator", "protocolVersion", "1.1", lambda value: value not in ("1.0", "0.3")),
    "no-version-0-3": ("the version of the validator", "protocolVersion", "0.3", lambda value: value.startswith("0.")),
    "no-major-version-2": ("the major version of the validator", "protocolVersion", "2.0", lambda value: value.startswith("2")),
    "no-two-digits": (r"\d\.\d", "protocolVersion", "1.10", lambda value: bool(re.search(r"\d\d", value))),
    "no-patch": ("a SHOULD taken for a MUST", "protocolVersion", "1.0.0", lambda value: value.count(".") == 2),
    "no-version-0-3-0": ("a SHOULD taken for a MUST", "protocolVersion", "0.3.0", lambda value: value == "0.3.0"),
    "no-tenant": ("agents of one tenant", "tenant", "north", lambda _: True),
    "no-empty-tenant": ("minLength 1", "tenant", "", lambda value: value == ""),
    "no-tenant-with-a-solidus": ("a segment of a path", "tenant", "harbour/north", lambda value: "/" in value),
    "no-tenant-with-a-blank": (r"\S+", "tenant", "the north", lambda value: " " in value),
    "no-tenant-beyond-ascii": ("a segment of a path", "tenant", "f\u00f8rde", lambda value: not value.isascii()),
    "no-tenant-with-a-capital": ("names of DNS", "tenant", "North", lambda value: value != value.lower()),
    "no-tenant-with-a-dot": ("names of DNS", "tenant", "north.harbour", lambda value: "." in value),
    "no-tenant-of-digits": ("int(value)", "tenant", "42", lambda value: value.isdecimal()),
    "no-tenant-with-a-colon": ("names of a cache", "tenant", "org:north", lambda value: ":" in value),
    "no-uuid": ("names given by people", "tenant", "7b2f0c9e-8a51-4d6b-9a55-2f0a6f1f6f10", lambda value: bool(re.fullmatch("[0-9a-f-]{36}", value))),
    "no-tenant-of-more-than-64-characters": ("a column", "tenant", "n" * 65, lambda value: len(value) > 64),
    "no-tenant-with-braces": ("a template", "tenant", "{tenant}", lambda value: "{" in value),
}  # fmt: skip
REFUSED = [
    WrongValidator(name, habit, {f"{PLACE}/0/{member}": text}, refusing_texts(f"{PLACE}/*/{member}", is_refused))
    for name, (habit, member, text, is_refused) in REFUSED_TEXTS.items()
]


def interfaces(card: JudgedCard) -> list[Json]:
    return [each for each in card.values(f"{PLACE}/*") if isinstance(each, dict)]


def column(card: JudgedCard, name: str) -> list[Json]:
    return [each.get(name) for each in interfaces(card)]


LISTS: dict[str, tuple[str, list[Json], Callable[[JudgedCard], bool]]] = {
    "distinct-urls": ("a Map by url", [MAIN, {**MAIN, "protocolBinding": "HTTP+JSON"}], lambda card: len({*column(card, "url")}) == len(column(card, "url"))),
    "distinct-bindings": ("a Map by binding", [MAIN, {**MAIN, "url": "https://b.example/"}], lambda card: len({*column(card, "protocolBinding")}) == len(column(card, "protocolBinding"))),
    "distinct-urls-and-bindings": ("a key of two columns", [MAIN, {**MAIN, "protocolVersion": "0.3"}], lambda card: len({(each["url"], each["protocolBinding"]) for each in interfaces(card)}) == len(interfaces(card))),
    "distinct-interfaces": ("a set", [MAIN, MAIN], lambda card: len({*map(repr, interfaces(card))}) == len(interfaces(card))),
    "one-host": ("one origin", [MAIN, {**REST, "url": "https://rest.example/"}], lambda card: len({url.split("/")[2] for url in column(card, "url") if "//" in url}) <= 1),
    "one-version": ("a version of the card", [MAIN, {**MAIN, "protocolVersion": "0.3"}], lambda card: len({*column(card, "protocolVersion")}) == 1),
    "some-1-0": ("a card of 1.0", [{**MAIN, "protocolVersion": "0.3"}], lambda card: any(version.startswith("1") for version in column(card, "protocolVersion"))),
    "1-0-first": ("the newest is preferred", [{**MAIN, "protocolVersion": "0.3"}, MAIN], lambda card: column(card, "protocolVersion")[0] >= "1"),
    "jsonrpc-first": ("the default of 0.3", [REST, MAIN], lambda card: "JSONRPC" not in column(card, "protocolBinding")[1:] or column(card, "protocolBinding")[0] == "JSONRPC"),
    "some-jsonrpc": ("mandatory in a comment of 0.3", [REST], lambda card: "JSONRPC" in column(card, "protocolBinding") or len(interfaces(card)) > 1 or ":" in column(card, "protocolBinding")[0] or column(card, "protocolBinding")[0] == "GRPC"),
    "not-grpc-alone": ("a client for HTTP", [GRPC], lambda card: {*column(card, "protocolBinding")} != {"GRPC"}),
    "not-own-bindings-alone": ("a binding of the specification somewhere", [OWN], lambda card: any(":" not in each for each in column(card, "protocolBinding"))),
    "all-three-bindings-refused": ("at most two", [MAIN, REST, GRPC], lambda card: not {"JSONRPC", "HTTP+JSON", "GRPC"} <= {*column(card, "protocolBinding")}),
    "tenant-of-all-or-none": ("a table without gaps", [{**MAIN, "tenant": "north"}, REST], lambda card: len({"tenant" in each for each in interfaces(card)}) == 1),
    "one-tenant": ("a tenant of the card", [{**MAIN, "tenant": "north"}, {**MAIN, "tenant": "south"}], lambda card: len({*filter(None, column(card, "tenant"))}) <= 1),
    "tenants-in-the-url": ("a segment of the path", [{**MAIN, "tenant": "north"}], lambda card: all(str(each.get("tenant", "")) in each["url"] for each in interfaces(card))),
    "grpc-with-a-port": ("host and port", [GRPC], lambda card: all(re.search(r":\d", each["url"]) for each in interfaces(card) if each["protocolBinding"] == "GRPC")),
    "grpc-without-a-path": ("host and port", [{**GRPC, "url": "https://grpc.example/v1/a2a"}], lambda card: not any(re.search(r"//[^/]+/.", each["url"]) for each in interfaces(card) if each["protocolBinding"] == "GRPC")),
    "rest-without-a-query": ("a base to join paths to", [{**REST, "url": "https://h.example/r?v=1"}], lambda card: not any("?" in each["url"] for each in interfaces(card) if each["protocolBinding"] == "HTTP+JSON")),
    "rest-with-v1": ("/v1 at the end", [REST], lambda card: not any(each["url"].endswith("/rest") for each in interfaces(card) if each["protocolBinding"] == "HTTP+JSON")),
    "own-binding-over-https": ("http and https alone", [OWN], lambda card: not any(each["url"].startswith("ws") for each in interfaces(card))),
    "at-most-1": ("interfaces[0] and no more", [MAIN, REST], lambda card: len(interfaces(card)) <= 1),
    "at-most-3": ("one of each binding", [MAIN, REST, GRPC, OWN], lambda card: len(interfaces(card)) <= 3),
    "at-most-5": ("a bound", [{**MAIN, "url": f"https://h.example/{number}"} for number in range(6)], lambda card: len(interfaces(card)) <= 5),
    "at-most-10": ("a bound", [{**MAIN, "url": f"https://h.example/{number}"} for number in range(11)], lambda card: len(interfaces(card)) <= 10),
}  # fmt: skip
LISTED = [
    WrongValidator(name, habit, {PLACE: items}, demanding(is_taken)) for name, (habit, items, is_taken) in LISTS.items()
]


@wrong("any() where all() is meant", {PLACE: [MAIN, without("url")]})
def one_right_interface_is_enough(card: JudgedCard) -> bool:
    faulty = {each.at[1] for each in card.violations if each.is_below(f"{PLACE}/*")}
    return card.is_valid_but_for(lambda each: each.is_below(f"{PLACE}/*") and len(faulty) < len(interfaces(card)))


@wrong("interfaces of an unknown version are passed over", {PLACE: [MAIN, {"protocolVersion": "2.0"}]})
def other_versions_not_looked_at(card: JudgedCard) -> bool:
    def is_unseen(violation: Violation) -> bool:
        holder = card.value_at(violation.at[:2]) if violation.is_below(f"{PLACE}/*") else None
        return isinstance(holder, dict) and str(holder.get("protocolVersion", "1"))[:1] != "1"

    return card.is_valid_but_for(is_unseen)


@wrong("interfaces of an unknown binding are passed over", {PLACE: [MAIN, {"protocolBinding": "urn:ws"}]})
def other_bindings_not_looked_at(card: JudgedCard) -> bool:
    def is_unseen(violation: Violation) -> bool:
        holder = card.value_at(violation.at[:2]) if violation.is_below(f"{PLACE}/*") else None
        return isinstance(holder, dict) and holder.get("protocolBinding", "GRPC") not in (
            "JSONRPC",
            "HTTP+JSON",
            "GRPC",
        )

    return card.is_valid_but_for(is_unseen)


@wrong("a card with a streaming agent speaks something that streams", {
    "/capabilities/streaming": True, PLACE: [REST]
})  # fmt: skip
def streaming_needs_jsonrpc(card: JudgedCard) -> bool:
    streams = card.values("/capabilities/streaming") == [True]
    return card.is_valid and not (streams and "JSONRPC" not in column(card, "protocolBinding"))


@wrong("an extended card is asked for over a binding of the specification", {
    "/capabilities/extendedAgentCard": False, PLACE: [OWN]
})  # fmt: skip
def extended_card_needs_a_known_binding(card: JudgedCard) -> bool:
    has_flag = bool(card.values("/capabilities/extendedAgentCard"))
    return card.is_valid and not (has_flag and all(":" in each for each in column(card, "protocolBinding")))
