"""Security schemes: kinds, flows, addresses and names. Each witness has them as both versions spell them, side by side."""

import re
from collections.abc import Callable, Iterable, Iterator

from agentcard_conformance.adequacy.oversights import SeenItems, demanding, overlooking, partly_seeing_validators
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator, wrong
from agentcard_conformance.model import Json

CODE = {"authorizationUrl": "https://id.example/a", "tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
CLIENT = {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
IMPLICIT = {"authorizationUrl": "https://id.example/a", "scopes": {"r": "Read"}}
FLOWS = {"authorizationCode": CODE, "clientCredentials": CLIENT, "implicit": IMPLICIT, "password": CLIENT}
WRAPPERS = {
    "apiKey": "apiKeySecurityScheme",
    "http": "httpAuthSecurityScheme",
    "oauth2": "oauth2SecurityScheme",
    "openIdConnect": "openIdConnectSecurityScheme",
    "mutualTLS": "mtlsSecurityScheme",
}


def scheme(kind: str, **body: Json) -> Json:
    """One of both versions."""
    flat = {("in" if name == "location" else name): value for name, value in body.items()}
    return {"type": kind, **flat, WRAPPERS[kind]: body}


KEY, HTTP, MTLS = (
    scheme("apiKey", location="header", name="X-Desk"),
    scheme("http", scheme="Bearer"),
    scheme("mutualTLS"),
)
OPENID = scheme("openIdConnect", openIdConnectUrl="https://id.example/.well-known/openid-configuration")


def oauth(flow: str, body: Json, **others: Json) -> Json:
    return scheme("oauth2", flows={flow: body}, **others)


RIGHT = {
    "apiKey": KEY,
    "http": HTTP,
    "oauth2": oauth("clientCredentials", CLIENT),
    "openIdConnect": OPENID,
    "mutualTLS": MTLS,
}


def schemes(*several: Json, **named: Json) -> dict[str, Json]:
    return {"/securitySchemes": {**{f"s{number}": each for number, each in enumerate(several)}, **named}}


def kinds_of(value: Json) -> set[str]:
    """The kinds that a scheme is of, by its wrappers, or else by its type."""
    if not isinstance(value, dict):
        return set()
    wrapped = {kind for kind, wrapper in WRAPPERS.items() if wrapper in value}
    return wrapped or {str(value.get("type"))}


def bodies(card: JudgedCard, kind: str) -> Iterator[Json]:
    """What the schemes of a kind hold."""
    for each in card.values("/securitySchemes/*"):
        body = each.get(WRAPPERS[kind], each) if kind in kinds_of(each) else None
        if isinstance(body, dict):
            yield body


def flows(card: JudgedCard, name: str) -> list[Json]:
    found = [each.get("flows") for each in bodies(card, "oauth2") if isinstance(each, dict)]
    return [each[name] for each in found if isinstance(each, dict) and isinstance(each.get(name), dict)]


def map_of(items: Iterable[Json]) -> Json:
    return {f"k{number}": each for number, each in enumerate(items)}


SOME_SCHEMES = partly_seeing_validators({
    "schemes": SeenItems("/securitySchemes", lambda _: MTLS, {"type": "http", "httpAuthSecurityScheme": {}}, map_of),
})  # fmt: skip

SOME_SCOPES = [
    WrongValidator(
        f"only-the-first-scope-of-{flow}",
        "next(iter(scopes.values()))",
        schemes(oauth(flow, {**FLOWS[flow], "scopes": {"r": "Read", "w": 5}})),
        overlooking(
            lambda card, violation, flow=flow: (
                violation.requirement == "scope-description-type"
                and flow in violation.at
                and violation.at[-1] != next(iter(card.value_at(violation.at[:-1])))
            )
        ),
    )
    for flow in FLOWS
]


def unseen_kind(kind: str) -> Accepts:
    """Asks nothing of the schemes of one kind."""
    return overlooking(
        lambda card, violation: (
            violation.is_below("/securitySchemes/*") and kind in kinds_of(card.value_at(violation.at[:2]))
        )
    )


WRONG = {
    "apiKey": scheme("apiKey", location="header"),
    "http": scheme("http"),
    "oauth2": scheme("oauth2"),
    "openIdConnect": scheme("openIdConnect"),
    "mutualTLS": scheme("mutualTLS", description=5),
}
UNSEEN_KINDS = [
    WrongValidator(
        f"{kind}-schemes-not-looked-at",
        "a switch over the kinds, with a case that does nothing",
        schemes(WRONG[kind]),
        unseen_kind(kind),
    )
    for kind in WRONG
]
LAST_OF_KIND = [
    WrongValidator(
        f"{kind}-schemes-not-looked-at-beside-{other}",
        "else if over all schemes of the card",
        schemes(WRONG[kind], RIGHT[other]),
        overlooking(
            lambda card, violation, kind=kind, other=other: (
                violation.is_below("/securitySchemes/*")
                and kind in kinds_of(card.value_at(violation.at[:2]))
                and any(kinds_of(each) == {other} for each in card.values("/securitySchemes/*"))
            )
        ),
    )
    for kind in WRONG
    for other in RIGHT
    if kind != other
]
REFUSED_KINDS = [
    WrongValidator(
        f"{kind}-schemes-refused",
        "the kinds that a client can do",
        schemes(RIGHT[kind]),
        lambda card, kind=kind: card.is_valid and not list(bodies(card, kind)),
    )
    for kind in RIGHT
]
REFUSED_FLOWS = [
    WrongValidator(
        f"flow-{flow}-refused",
        "the flows of OAuth 2.1, or those that a client can do",
        schemes(oauth(flow, FLOWS[flow])),
        lambda card, flow=flow: card.is_valid and not flows(card, flow),
    )
    for flow in FLOWS
]

URLS = [
    (flow, name)
    for flow, names in {
        "authorizationCode": ("authorizationUrl", "tokenUrl", "refreshUrl"),
        "clientCredentials": ("tokenUrl", "refreshUrl"),
        "implicit": ("authorizationUrl", "refreshUrl"),
        "password": ("tokenUrl", "refreshUrl"),
    }.items()
    for name in names
]


def unseen_member(flow: str, name: str, value_type: Callable[[Json], bool]) -> Accepts:
    """Passes over what is wrong with a member of a flow where it is of some kind."""
    return overlooking(
        lambda card, violation: violation.at[-2:] == (flow, name) and value_type(card.value_at(violation.at))
    )


FLOW_URLS = [
    WrongValidator(
        f"{name}-of-{flow}-{word}",
        habit,
        schemes(oauth(flow, {**FLOWS[flow], name: value})),
        unseen_member(flow, name, is_taken),
    )
    for flow, name in URLS
    for word, habit, value, is_taken in (
        ("empty", "if url and not is_url(url)", "", lambda value: value == ""),
        ("without-a-host", "a pattern that asks for https:// and no more", "https:///oauth/token", lambda value: "///" in str(value)),
        ("with-a-template", "a value that was to be filled in", "https://{tenant}.id.example/token", lambda value: "{" in str(value)),
        ("a-number", "a type that stands in a comment", 5, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    )
    if (name != "refreshUrl" or word in ("without-a-host", "a-number"))
    and not (word == "empty" and flow in ("implicit", "password"))
]  # fmt: skip

LEFT_OUT = [
    WrongValidator(
        f"{name}-of-{flow}-left-out",
        habit,
        schemes(oauth(flow, {key: value for key, value in FLOWS[flow].items() if key != name})),
        overlooking(
            lambda card, violation, flow=flow, name=name: (
                violation.requirement.endswith("-required")
                and violation.at[-1:] == (flow,)
                and name not in card.value_at(violation.at)
            )
        ),
    )
    for flow, name, habit in (
        ("authorizationCode", "authorizationUrl", "discovered from the metadata"),
        ("authorizationCode", "tokenUrl", "one page that does all"),
        ("authorizationCode", "scopes", "no scopes are no member"),
        ("clientCredentials", "tokenUrl", "discovered from the metadata"),
        ("clientCredentials", "scopes", "no scopes are no member"),
    )
]

SWAPPED = [
    WrongValidator(
        f"{other}-for-{name}-of-{flow}",
        "each flow's members mistaken for those of another flow",
        schemes(oauth(flow, {**{key: value for key, value in FLOWS[flow].items() if key != name}, other: "https://id.example/x"})),
        overlooking(
            lambda card, violation, flow=flow, other=other: (
                violation.requirement.endswith("-required")
                and violation.at[-1:] == (flow,)
                and other in card.value_at(violation.at)
            )
        ),
    )
    for flow, name, other in (
        ("clientCredentials", "tokenUrl", "authorizationUrl"),
        ("clientCredentials", "tokenUrl", "tokenEndpoint"),
        ("clientCredentials", "tokenUrl", "token_url"),
        ("clientCredentials", "tokenUrl", "refreshUrl"),
        ("authorizationCode", "authorizationUrl", "authUrl"),
        ("authorizationCode", "authorizationUrl", "deviceAuthorizationUrl"),
        ("authorizationCode", "tokenUrl", "refreshUrl"),
        ("authorizationCode", "tokenUrl", "accessTokenUrl"),
    )
    if other != "token_url"
]  # fmt: skip

SCOPES: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "a-list-of-names": ("scopes as requests have them", ["r", "w"], lambda value: isinstance(value, list)),
    "a-text": ("scopes as RFC 6749 writes them", "r w", lambda value: isinstance(value, str)),
    "null": ("an optional of a class", None, lambda value: value is None),
    "an-empty-list": ("PHP writes an empty object so", [], lambda value: value == []),
    "a-flag": ("any value", True, lambda value: value is True),
}
SCOPE_TYPES = [
    WrongValidator(
        f"scopes-of-{flow}-that-are-{name}",
        habit,
        schemes(oauth(flow, {**FLOWS[flow], "scopes": value})),
        unseen_member(flow, "scopes", is_taken),
    )
    for flow in ("authorizationCode", "clientCredentials")
    for name, (habit, value, is_taken) in SCOPES.items()
]
SCOPE_VALUES: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "an-object": ("a scope with a description in it", {"description": "Read"}, lambda value: isinstance(value, dict)),
    "a-flag": ("a scope that is granted", True, lambda value: value is True),
    "a-number": ("any scalar", 1, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "a-list": ("a scope with those it holds", ["r"], lambda value: isinstance(value, list)),
    "false": ("if description", False, lambda value: value is False),
}
SCOPE_DESCRIPTIONS = [
    WrongValidator(
        f"scope-described-by-{name}",
        habit,
        schemes(oauth("clientCredentials", {**CLIENT, "scopes": {"r": value}})),
        overlooking(
            lambda card, violation, is_taken=is_taken: (
                violation.requirement == "scope-description-type" and is_taken(card.value_at(violation.at))
            )
        ),
    )
    for name, (habit, value, is_taken) in SCOPE_VALUES.items()
]


def texts(name: str, *kinds: str) -> Callable[[JudgedCard], list[str]]:
    """The texts under one name in the schemes of some kinds."""
    return lambda card: [
        each[name]
        for kind in kinds
        for each in bodies(card, kind)
        if isinstance(each, dict) and isinstance(each.get(name), str)
    ]


def names_of_schemes(card: JudgedCard) -> list[str]:
    return [*(card.value.get("securitySchemes") or {})]


def scopes_of_flows(card: JudgedCard) -> dict[str, str]:
    found: dict[str, str] = {}
    for flow in FLOWS:
        for each in flows(card, flow):
            found |= each.get("scopes") or {}
    return found


def flow_urls(card: JudgedCard) -> list[str]:
    return [each[name] for flow, name in URLS for each in flows(card, flow) if isinstance(each.get(name), str)]


key_names, http_schemes = texts("name", "apiKey"), texts("scheme", "http")
formats, discovery = texts("bearerFormat", "http"), texts("openIdConnectUrl", "openIdConnect")
metadata, descriptions = texts("oauth2MetadataUrl", "oauth2"), texts("description", *WRAPPERS)


def key_named(name: str) -> dict[str, Json]:
    return schemes(scheme("apiKey", location="header", name=name))


def scoped(**scopes: str) -> dict[str, Json]:
    return schemes(oauth("clientCredentials", {**CLIENT, "scopes": scopes}))


DEMANDS: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "scheme-name-of-ascii": ("isascii()", {"/securitySchemes": {"schl\u00fcssel": MTLS}}, lambda card: all(map(str.isascii, names_of_schemes(card)))),
    "scheme-name-without-dots": ("paths with dots", {"/securitySchemes": {"a.b": MTLS}}, lambda card: not any("." in each for each in names_of_schemes(card))),
    "scheme-name-without-blanks": (r"[\w.-]+ of OpenAPI's components", {"/securitySchemes": {"my key": MTLS}}, lambda card: not any(" " in each for each in names_of_schemes(card))),
    "scheme-name-without-solidi": ("pointers without escapes", {"/securitySchemes": {"a/b": MTLS}}, lambda card: not any("/" in each for each in names_of_schemes(card))),
    "scheme-name-without-tildes": ("pointers without escapes", {"/securitySchemes": {"a~b": MTLS}}, lambda card: not any("~" in each for each in names_of_schemes(card))),
    "scheme-name-not-empty": ("if not name", {"/securitySchemes": {"": MTLS}}, lambda card: "" not in names_of_schemes(card)),
    "scheme-name-that-is-no-number": ("a list was meant", {"/securitySchemes": {"0": MTLS}}, lambda card: "0" not in names_of_schemes(card)),
    "scheme-name-of-no-prototype": ("a plain object in JavaScript", {"/securitySchemes": {"constructor": MTLS}}, lambda card: not {"constructor", "__proto__", "toString"} & {*names_of_schemes(card)}),
    "scheme-name-without-hyphens": ("identifiers", {"/securitySchemes": {"my-key": MTLS}}, lambda card: not any("-" in each for each in names_of_schemes(card))),
    "scheme-name-without-capitals": ("folded names", {"/securitySchemes": {"MyKey": MTLS}}, lambda card: all(each == each.lower() for each in names_of_schemes(card))),
    "scheme-name-that-is-no-kind": ("names and kinds in one table", {"/securitySchemes": {"oauth2": MTLS}}, lambda card: not {*WRAPPERS} & {*names_of_schemes(card)}),
    "scheme-name-of-at-most-32-characters": ("a column", {"/securitySchemes": {"k" * 40: MTLS}}, lambda card: not any(len(each) > 32 for each in names_of_schemes(card))),
    "schemes-not-empty": ("minProperties 1", {"/securitySchemes": {}}, lambda card: card.values("/securitySchemes") != [{}]),
    "at-most-one-scheme": ("one way to prove who one is", schemes(MTLS, HTTP), lambda card: len(names_of_schemes(card)) <= 1),
    "at-most-three-schemes": ("a bound", schemes(MTLS, HTTP, KEY, OPENID), lambda card: len(names_of_schemes(card)) <= 3),
    "at-most-ten-schemes": ("a bound", schemes(*[MTLS] * 11), lambda card: len(names_of_schemes(card)) <= 10),
    "distinct-kinds": ("a Map by kind", schemes(HTTP, HTTP), lambda card: len({*map(repr, card.values("/securitySchemes/*"))}) == len(names_of_schemes(card))),
    "one-scheme-of-a-kind": ("a Map by kind", schemes(KEY, scheme("apiKey", location="cookie", name="desk")), lambda card: all(len(list(bodies(card, kind))) <= 1 for kind in WRAPPERS)),
    "description-demanded": ("a form with more fields", schemes(scheme("mutualTLS", note="x")), lambda card: not any("description" not in each and "note" in each for each in bodies(card, "mutualTLS"))),
    "description-not-empty": ("minLength 1", schemes(scheme("mutualTLS", description="")), lambda card: "" not in descriptions(card)),
    "description-of-one-line": ("a table", schemes(scheme("mutualTLS", description="a\nb")), lambda card: not any("\n" in each for each in descriptions(card))),
    "description-of-at-most-255-characters": ("a column", schemes(scheme("mutualTLS", description="d" * 256)), lambda card: not any(len(each) > 255 for each in descriptions(card))),
    "mutual-tls-without-a-body": ("an empty message", schemes(scheme("mutualTLS", description="d")), lambda card: not any("description" in each for each in bodies(card, "mutualTLS"))),
    "key-that-begins-with-x": ("headers of one's own begin so", key_named("Api-Key"), lambda card: not any(not each.lower().startswith("x-") for each in key_names(card) if "-" in each)),
    "key-that-is-not-authorization": ("a scheme of HTTP has it", key_named("Authorization"), lambda card: "authorization" not in map(str.lower, key_names(card))),
    "key-without-underscores": ("nginx drops such headers", key_named("api_key"), lambda card: not any("_" in each for each in key_names(card))),
    "key-without-brackets": ("tokens of HTTP, for a query too", schemes(scheme("apiKey", location="query", name="auth[key]")), lambda card: not any("[" in each for each in key_names(card))),
    "key-without-dollar": ("a template", key_named("$key"), lambda card: not any("$" in each for each in key_names(card))),
    "key-without-dots": ("paths with dots", key_named("desk.key"), lambda card: not any("." in each for each in key_names(card))),
    "key-in-small-letters": ("headers of HTTP/2", key_named("X-DESK"), lambda card: not any(each.isupper() for each in key_names(card))),
    "key-of-at-least-2-letters": ("a slip", key_named("k"), lambda card: not any(len(each) == 1 for each in key_names(card))),
    "key-of-letters-of-http": ("a token of RFC 9110", schemes(scheme("apiKey", location="query", name="Schl\u00fcssel")), lambda card: all(map(str.isascii, key_names(card)))),
    "no-key-in-a-query": ("keys are seen in logs", schemes(scheme("apiKey", location="query", name="k2")), lambda card: not any("query" in (each.get("in"), each.get("location")) for each in bodies(card, "apiKey"))),
    "no-key-in-a-cookie": ("agents are no browsers", schemes(scheme("apiKey", location="cookie", name="k2")), lambda card: not any("cookie" in (each.get("in"), each.get("location")) for each in bodies(card, "apiKey"))),
    "bearer-with-a-capital": ("a word that is compared", schemes(scheme("http", scheme="bearer")), lambda card: "bearer" not in http_schemes(card)),
    "bearer-in-small-letters": ("a word that is compared", schemes(HTTP), lambda card: "Bearer" not in http_schemes(card)),
    "bearer-in-capitals-refused": ("a word that is compared", schemes(scheme("http", scheme="BEARER")), lambda card: "BEARER" not in http_schemes(card)),
    "bearer-alone": ("what agents use", schemes(scheme("http", scheme="Basic")), lambda card: not any(each.lower() == "basic" for each in http_schemes(card))),
    "no-digest": ("what agents use", schemes(scheme("http", scheme="Digest")), lambda card: "digest" not in map(str.lower, http_schemes(card))),
    "no-dpop": ("a list before RFC 9449", schemes(scheme("http", scheme="DPoP")), lambda card: "dpop" not in map(str.lower, http_schemes(card))),
    "no-hoba-or-negotiate": ("what agents use", schemes(scheme("http", scheme="Negotiate")), lambda card: not {"hoba", "negotiate", "mutual"} & {*map(str.lower, http_schemes(card))}),
    "no-gnap": ("a list before RFC 9635", schemes(scheme("http", scheme="GNAP")), lambda card: "gnap" not in map(str.lower, http_schemes(card))),
    "no-private-token": ("a list before RFC 9577", schemes(scheme("http", scheme="PrivateToken")), lambda card: "privatetoken" not in map(str.lower, http_schemes(card))),
    "no-scram": ("words of letters", schemes(scheme("http", scheme="SCRAM-SHA-256")), lambda card: not any("-" in each for each in http_schemes(card))),
    "registered-schemes-alone": ("a SHOULD taken for a MUST", schemes(scheme("http", scheme="Token")), lambda card: "token" not in map(str.lower, http_schemes(card))),
    "format-jwt-alone": ("an enum of one", schemes(scheme("http", scheme="Bearer", bearerFormat="opaque")), lambda card: not any(each != "JWT" for each in formats(card))),
    "format-not-empty": ("minLength 1", schemes(scheme("http", scheme="Bearer", bearerFormat="")), lambda card: "" not in formats(card)),
    "format-beside-bearer-alone": ("a member of one scheme", schemes(scheme("http", scheme="Basic", bearerFormat="JWT")), lambda card: not any("bearerFormat" in each and each.get("scheme", "").lower() != "bearer" for each in bodies(card, "http"))),
    "format-beside-bearer-demanded": ("a token has a format", schemes(scheme("http", scheme="Bearer", description="d")), lambda card: not any("bearerFormat" not in each and "description" in each for each in bodies(card, "http"))),
    "format-of-one-word": (r"\w+", schemes(scheme("http", scheme="Bearer", bearerFormat="JWT, signed")), lambda card: not any(" " in each for each in formats(card))),
    "discovery-at-the-well-known-path": ("the path of OpenID Connect", schemes(scheme("openIdConnect", openIdConnectUrl="https://id.example/oidc")), lambda card: not any(each.endswith("/oidc") for each in discovery(card))),
    "discovery-over-https": ("a SHOULD taken for a MUST", schemes(scheme("openIdConnect", openIdConnectUrl="http://id.example/oidc.json")), lambda card: not any(each.startswith("http:") for each in discovery(card))),
    "discovery-without-a-query": ("a file", schemes(scheme("openIdConnect", openIdConnectUrl="https://id.example/c?realm=1")), lambda card: not any("?" in each for each in discovery(card))),
    "discovery-without-a-port": ("a pattern for hosts", schemes(scheme("openIdConnect", openIdConnectUrl="https://id.example:8443/c")), lambda card: not any(":8443" in each for each in discovery(card))),
    "discovery-by-a-name": ("a pattern for hosts", schemes(scheme("openIdConnect", openIdConnectUrl="https://[2001:db8::7]/c")), lambda card: not any("[" in each for each in discovery(card))),
    "metadata-at-the-well-known-path": ("the path of RFC 8414", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="https://id.example/as")), lambda card: not any("/.well-known/" not in each for each in metadata(card))),
    "metadata-beside-a-flow-refused": ("flows or metadata", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="https://id.example/.well-known/oauth-authorization-server")), lambda card: not metadata(card)),
    "metadata-with-a-small-scheme": ("startswith('https://')", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="HTTPS://id.example/as")), lambda card: not any(each[:1].isupper() for each in metadata(card))),
    "metadata-without-a-port": ("a pattern for hosts", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="https://id.example:8443/as")), lambda card: not any(":8443" in each for each in metadata(card))),
    "scopes-without-colons": (r"[\w.]+", scoped(**{"desk:read": "Read"}), lambda card: not any(":" in each for each in scopes_of_flows(card))),
    "scopes-that-are-no-urls": (r"\w+", scoped(**{"https://desk.example/read": "Read"}), lambda card: not any("//" in each for each in scopes_of_flows(card))),
    "scopes-without-dots": (r"\w+", scoped(**{"desk.read": "Read"}), lambda card: not any("." in each for each in scopes_of_flows(card))),
    "scopes-without-hyphens": (r"\w+", scoped(**{"desk-read": "Read"}), lambda card: not any("-" in each for each in scopes_of_flows(card))),
    "scopes-with-a-description": ("if not description", scoped(r=""), lambda card: "" not in scopes_of_flows(card).values()),
    "scopes-described-in-ascii": ("isascii()", scoped(r="Lie\u00dfplatz"), lambda card: all(str(each).isascii() for each in scopes_of_flows(card).values())),
    "no-scope-of-openid": ("a scope of another kind", scoped(openid="Who one is"), lambda card: "openid" not in scopes_of_flows(card)),
    "no-scope-of-a-prototype": ("a plain object in JavaScript", scoped(constructor="x"), lambda card: "constructor" not in scopes_of_flows(card)),
    "at-most-five-scopes": ("a bound", scoped(**{f"s{number}": "d" for number in range(6)}), lambda card: len(scopes_of_flows(card)) <= 5),
    "scopes-without-asterisks": (r"\w+", scoped(**{"*": "All"}), lambda card: not any("*" in each for each in scopes_of_flows(card))),
    "flow-urls-of-one-host": ("one origin", schemes(oauth("authorizationCode", {**CODE, "tokenUrl": "https://token.example/t"})), lambda card: len({each.split("/")[2] for each in flow_urls(card) if "//" in each}) <= 1),
    "flow-urls-distinct": ("a set", schemes(oauth("clientCredentials", {**CLIENT, "refreshUrl": CLIENT["tokenUrl"]})), lambda card: len({*flow_urls(card)}) == len(flow_urls(card))),
    "flow-urls-without-a-query": ("RFC 6749 lets one stand", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "https://id.example/t?p=1"})), lambda card: not any("?" in each for each in flow_urls(card))),
    "flow-urls-without-a-port": ("a pattern for hosts", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "https://id.example:8443/t"})), lambda card: not any(re.search(r":\d", each) for each in flow_urls(card))),
    "flow-urls-with-a-small-scheme": ("startswith('https://')", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "HTTPS://id.example/t"})), lambda card: not any(each[:1].isupper() for each in flow_urls(card))),
    "flow-urls-by-a-name": ("a pattern for hosts", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "https://192.0.2.7/t"})), lambda card: not any("192.0." in each for each in flow_urls(card))),
    "flow-urls-with-a-path": ("a pattern", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "https://id.example"})), lambda card: not any(re.fullmatch(r"https://[^/]+", each) for each in flow_urls(card))),
    "client-credentials-over-https": ("an advice taken for a MUST", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "http://id.example/t"})), lambda card: not any(str(each.get("tokenUrl")).startswith("http:") for each in flows(card, "clientCredentials"))),
    "client-credentials-without-an-authorization-url": ("members of another flow", schemes(oauth("clientCredentials", {**CLIENT, "authorizationUrl": "https://id.example/a"})), lambda card: not any("authorizationUrl" in each for each in flows(card, "clientCredentials"))),
    "implicit-without-a-token-url": ("members of another flow", schemes(oauth("implicit", {**IMPLICIT, "tokenUrl": "https://id.example/t"})), lambda card: not any("tokenUrl" in each for each in flows(card, "implicit"))),
    "token-url-of-implicit-demanded": ("one message for all flows", schemes(oauth("implicit", IMPLICIT)), lambda card: not any("tokenUrl" not in each for each in flows(card, "implicit"))),
    "authorization-url-of-password-demanded": ("one message for all flows", schemes(oauth("password", CLIENT)), lambda card: not any("authorizationUrl" not in each for each in flows(card, "password"))),
    "refresh-url-of-the-code-flow-demanded": ("tokens that end", schemes(oauth("authorizationCode", {**CODE, "note": 1})), lambda card: not any("refreshUrl" not in each and len(each) > 3 and "pkceRequired" not in each for each in flows(card, "authorizationCode"))),
    "refresh-url-of-the-code-flow-refused": ("one address for all tokens", schemes(oauth("authorizationCode", {**CODE, "refreshUrl": "https://id.example/r"})), lambda card: not any("refreshUrl" in each for each in flows(card, "authorizationCode"))),
    "refresh-url-of-client-credentials-refused": ("RFC 6749 section 4.4.3", schemes(oauth("clientCredentials", {**CLIENT, "refreshUrl": "https://id.example/r"})), lambda card: not any("refreshUrl" in each for each in flows(card, "clientCredentials"))),
    "refresh-url-unlike-the-token-url": ("two addresses", schemes(oauth("authorizationCode", {**CODE, "refreshUrl": CODE["tokenUrl"]})), lambda card: not any(each.get("refreshUrl") == each.get("tokenUrl") for each in flows(card, "authorizationCode"))),
    "scheme-without-requirements-refused": ("a scheme that nobody asks for is a slip", schemes(MTLS, HTTP), lambda card: not (len(names_of_schemes(card)) > 1 and not any(card.values(f"/{name}") for name in ("security", "securityRequirements")) and not card.values("/skills/*/security") + card.values("/skills/*/securityRequirements"))),
}  # fmt: skip
DEMANDED = [
    WrongValidator(name, habit, edits, demanding(is_taken)) for name, (habit, edits, is_taken) in DEMANDS.items()
]

TEXT_MEMBERS: dict[str, tuple[str, str, str, Callable[[Json], Json]]] = {
    "key-name": ("apiKey", "name", "key-name-type", lambda value: scheme("apiKey", location="header", name=value)),
    "http-scheme": ("http", "scheme", "http-scheme-type", lambda value: scheme("http", scheme=value)),
    "bearer-format": ("http", "bearerFormat", "bearer-format-type", lambda value: scheme("http", scheme="Bearer", bearerFormat=value)),
    "openid-url": ("openIdConnect", "openIdConnectUrl", "openid-url-type", lambda value: scheme("openIdConnect", openIdConnectUrl=value)),
    "metadata-url": ("oauth2", "oauth2MetadataUrl", "metadata-url-type", lambda value: oauth("clientCredentials", CLIENT, oauth2MetadataUrl=value)),
    "description": ("mutualTLS", "description", "scheme-description-type", lambda value: scheme("mutualTLS", description=value)),
    "description-of-a-key": ("apiKey", "description", "scheme-description-type", lambda value: scheme("apiKey", location="header", name="n", description=value)),
    "flows": ("oauth2", "flows", "flows-type", lambda value: scheme("oauth2", flows=value)),
}  # fmt: skip
COERCED: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "a-number": ("str(value), or coerceTypes of Ajv", 5, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "false": ("if value and not isinstance(value, str)", False, lambda value: value is False),
    "a-list": ("several", ["x"], lambda value: isinstance(value, list)),
    "an-object": ("texts by language", {"en": "x"}, lambda value: isinstance(value, dict) and value != {}),
    "a-text": ("a short form", "clientCredentials", lambda value: isinstance(value, str)),
}  # fmt: skip
COERCED_TEXTS = [
    WrongValidator(
        f"{member}-that-is-{name}",
        habit,
        schemes(made(value)),
        overlooking(
            lambda card, violation, kind=kind, requirement=requirement, is_taken=is_taken: (
                violation.requirement == requirement
                and kind in kinds_of(card.value_at(violation.at[:2]))
                and is_taken(card.value_at(violation.at))
            )
        ),
    )
    for member, (kind, _, requirement, made) in TEXT_MEMBERS.items()
    for name, (habit, value, is_taken) in COERCED.items()
    if (name == "a-text") <= (member == "flows") and (member == "flows") <= (name != "an-object")
]

LENIENT: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard, Violation], bool]]] = {
    "key-name-left-out": ("the name of the scheme is meant", schemes(WRONG["apiKey"]), lambda _, violation: violation.requirement == "key-name-required"),
    "http-scheme-left-out": ("bearer is meant", schemes(WRONG["http"]), lambda _, violation: violation.requirement == "http-scheme-required"),
    "openid-url-left-out": ("an issuer is known", schemes(WRONG["openIdConnect"]), lambda _, violation: violation.requirement == "openid-url-required"),
    "issuer-for-openid-url": ("discovery begins with an issuer", schemes(scheme("openIdConnect", issuer="https://id.example/")), lambda card, violation: violation.requirement == "openid-url-required" and "issuer" in repr(card.value_at(violation.at[:2]))),
    "flows-left-out": ("the metadata says it", schemes(scheme("oauth2", oauth2MetadataUrl="https://id.example/m")), lambda _, violation: violation.requirement == "flows-required"),
    "flow-for-flows": ("one flow", schemes(scheme("oauth2", flow={"clientCredentials": CLIENT})), lambda card, violation: violation.requirement == "flows-required" and "'flow'" in repr(card.value_at(violation.at[:2]))),
    "metadata-over-http": ("any URL", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="http://id.example/m")), lambda _, violation: violation.requirement == "metadata-url-https"),
    "metadata-by-path": ("joined to the address of the agent", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="/.well-known/oauth-authorization-server")), lambda card, violation: violation.requirement == "metadata-url-https" and str(card.value_at(violation.at)).startswith("/")),
    "metadata-of-a-name-alone": ("a browser adds a scheme", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="id.example")), lambda card, violation: violation.requirement == "metadata-url-https" and ":" not in str(card.value_at(violation.at))),
    "metadata-https-somewhere": ("'https' in url", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="http://id.example/?to=https://b.example/")), lambda card, violation: violation.requirement == "metadata-url-https" and "https" in str(card.value_at(violation.at))),
    "metadata-over-another-scheme": ("not startswith('http:')", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="ftp://id.example/m")), lambda card, violation: violation.requirement == "metadata-url-https" and str(card.value_at(violation.at)).startswith("ftp:")),
    "metadata-over-http-on-this-machine": ("a test", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="http://localhost:8080/m")), lambda card, violation: violation.requirement == "metadata-url-https" and "localhost" in str(card.value_at(violation.at))),
    "metadata-without-a-host": ("startswith('https://')", schemes(oauth("clientCredentials", CLIENT, oauth2MetadataUrl="https:///m")), lambda card, violation: violation.requirement == "metadata-url-https" and str(card.value_at(violation.at)).startswith("https:///")),
    "openid-url-relative": ("joined to the address of the agent", schemes(scheme("openIdConnect", openIdConnectUrl="/oidc")), lambda card, violation: violation.at[-1:] == ("openIdConnectUrl",) and str(card.value_at(violation.at)).startswith("/")),
    "openid-url-without-a-scheme": ("a browser adds one", schemes(scheme("openIdConnect", openIdConnectUrl="id.example/oidc")), lambda card, violation: violation.at[-1:] == ("openIdConnectUrl",) and ":" not in str(card.value_at(violation.at))),
    "openid-url-with-a-template": ("a value that was to be filled in", schemes(scheme("openIdConnect", openIdConnectUrl="https://{realm}.id.example/c")), lambda card, violation: violation.at[-1:] == ("openIdConnectUrl",) and "{" in str(card.value_at(violation.at))),
    "openid-url-empty": ("if url and not is_url(url)", schemes(scheme("openIdConnect", openIdConnectUrl="")), lambda card, violation: violation.at[-1:] == ("openIdConnectUrl",) and card.value_at(violation.at) == ""),
    "addresses-not-looked-at": ("a string is a string", schemes(oauth("clientCredentials", {**CLIENT, "tokenUrl": "see README"})), lambda _, violation: violation.requirement == "scheme-url-absolute"),
    "flow-that-is-a-list": ("typeof value === 'object'", schemes(oauth("clientCredentials", [CLIENT])), lambda card, violation: violation.requirement == "flow-type" and isinstance(card.value_at(violation.at), list)),
    "flow-that-is-true": ("a flow that is on", schemes(oauth("clientCredentials", True)), lambda card, violation: violation.requirement == "flow-type" and card.value_at(violation.at) is True),  # noqa: FBT003  # a value of a card
    "flow-that-is-a-url": ("its one address", schemes(oauth("clientCredentials", "https://id.example/t")), lambda card, violation: violation.requirement == "flow-type" and isinstance(card.value_at(violation.at), str)),
    "flow-that-is-false": ("if flow", schemes(oauth("clientCredentials", False)), lambda card, violation: violation.requirement == "flow-type" and card.value_at(violation.at) is False),  # noqa: FBT003  # too
    "scheme-that-is-a-text": ("its kind alone", {"/securitySchemes": {"a": "bearer"}}, lambda card, violation: violation.requirement == "security-scheme-type" and isinstance(card.value_at(violation.at), str)),
    "scheme-that-is-a-list": ("typeof value === 'object'", {"/securitySchemes": {"a": []}}, lambda card, violation: violation.requirement == "security-scheme-type" and isinstance(card.value_at(violation.at), list)),
    "scheme-that-is-true": ("a scheme that is on", {"/securitySchemes": {"a": True}}, lambda card, violation: violation.requirement == "security-scheme-type" and card.value_at(violation.at) is True),
    "scheme-that-is-false": ("if scheme", {"/securitySchemes": {"a": False}}, lambda card, violation: violation.requirement == "security-scheme-type" and card.value_at(violation.at) is False),
    "schemes-in-a-list": ("typeof value === 'object'; schemes with a name in each", {"/securitySchemes": [{**HTTP, "name": "a"}]}, lambda card, violation: violation.requirement == "security-schemes-type" and isinstance(card.value_at(violation.at), list) and card.value_at(violation.at) != []),
}  # fmt: skip
LENIENTS = [
    WrongValidator(name, habit, edits, overlooking(is_overlooked))
    for name, (habit, edits, is_overlooked) in LENIENT.items()
]


@wrong("schemes are looked at where something asks for them", schemes(WRONG["http"]))
def schemes_without_requirements_not_looked_at(card: JudgedCard) -> bool:
    asked = any(
        card.values(f"{holder}/{name}") for holder in ("", "/skills/*") for name in ("security", "securityRequirements")
    )
    return card.is_valid_but_for(lambda violation: violation.is_below("/securitySchemes") and not asked)


@wrong("a scheme whose name says its kind needs no more", {"/securitySchemes": {"bearer": {"description": "d"}}})
def kind_by_the_name_of_the_scheme(card: JudgedCard) -> bool:
    words = ("bearer", "apiKey", "oauth2", "openIdConnect", "mutualTLS", "http", "basic")
    return card.is_valid_but_for(
        lambda violation: (
            violation.requirement in ("scheme-kind-required", "scheme-type-required") and violation.at[1] in words
        )
    )
