"""Rules about what a caller has to prove, and the schemes that say how."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.model import Fault, Json, PathPattern, Steps, parts_at
from agentcard_conformance.rules import rule

_WRAPPED: Sequence[PathPattern] = (
    ("securityRequirements", "*", "schemes"),
    ("skills", "*", "securityRequirements", "*", "schemes"),
)
_PLAIN: Sequence[PathPattern] = (("security", "*"), ("skills", "*", "security", "*"))
_KINDS = (
    "apiKeySecurityScheme",
    "httpAuthSecurityScheme",
    "oauth2SecurityScheme",
    "openIdConnectSecurityScheme",
    "mtlsSecurityScheme",
)
_SCOPED_KINDS = ("oauth2SecurityScheme", "openIdConnectSecurityScheme")
_TYPES_WITHOUT_SCOPES = ("apiKey", "http", "mutualTLS")
_SCHEMES = ("securitySchemes", "security_schemes")
_NOTHING_WRAPPED = {
    "not": {"required": ["securityRequirements"]},
    "properties": {"skills": {"type": "array", "items": {"not": {"required": ["securityRequirements"]}}}},
}
_NOTHING_PLAIN = {
    "not": {"required": ["security"]},
    "properties": {"skills": {"type": "array", "items": {"not": {"required": ["security"]}}}},
}
_SOME_SCHEME = {
    "properties": {"securitySchemes": {"type": "object", "minProperties": 1}},
    "required": ["securitySchemes"],
}
_DEPRECATED_FLOWS = ("implicit", "password")
_MEMBERS_OF_DEPRECATED_FLOWS = (
    ("implicit", ("authorizationUrl", "authorization_url")),
    ("implicit", ("scopes",)),
    ("password", ("tokenUrl", "token_url")),
    ("password", ("scopes",)),
)
"""Each with a member that 0.3 required of it, in either spelling."""
_FLOWS = ("authorizationCode", "clientCredentials", "deviceCode", *_DEPRECATED_FLOWS)
_FLOWS_OF_THE_PROTO_FILE = ("authorization_code", "client_credentials", "device_code")
"""Whether these may stand there is another question; those of one word are the same in both spellings."""


@rule(passes={"maxProperties": 1})
def has_one_kind(value: Json) -> Iterator[Fault]:
    """A scheme that is no two things at once; a member that is null is not there."""
    yield from _several(value, _KINDS, "kinds")


@rule(passes={"maxProperties": 1})
def has_one_flow(value: Json) -> Iterator[Fault]:
    """One way to a token, so that the flows say which; a member that is null is not there."""
    yield from _several(value, _FLOWS, "flows")


@rule(passes={"anyOf": [{"required": [flow]} for flow in _FLOWS]})
def has_some_flow(value: Json) -> Iterator[Fault]:
    """A way to a token, in either spelling."""
    if not any(flow in value for flow in (*_FLOWS, *_FLOWS_OF_THE_PROTO_FILE)):
        yield Fault("it has no flow")


@rule(passes={"not": {"anyOf": [{"required": [flow]} for flow in _DEPRECATED_FLOWS]}})
def has_no_deprecated_flow(value: Json) -> Iterator[Fault]:
    """No flow that is kept for older agents alone."""
    for flow in _DEPRECATED_FLOWS:
        if flow in value:
            yield Fault(f"the flow {flow} is deprecated", (flow,))


@rule(passes={"not": {"anyOf": [{"required": [flow]} for flow in _DEPRECATED_FLOWS]}})
def completes_deprecated_flows(value: Json) -> Iterator[Fault]:
    """In a flow that is kept for older agents, what they need for it; null, which may stand for a flow, needs none."""
    for flow, spellings in _MEMBERS_OF_DEPRECATED_FLOWS:
        body = value.get(flow)
        if isinstance(body, dict) and not any(each in body for each in spellings):
            yield Fault(f"the flow {flow} has no {spellings[0]}", (flow,))


@rule(passes=_NOTHING_WRAPPED)
def wrapped_names_are_declared(value: Json) -> Iterator[Fault]:
    """Names of schemes that the card has, in either spelling, in requirements with a member for them."""
    yield from _undeclared(value, _WRAPPED, _SCHEMES)


@rule(passes=_NOTHING_PLAIN)
def names_are_declared(value: Json) -> Iterator[Fault]:
    """Names of schemes that the card has."""
    yield from _undeclared(value, _PLAIN, ("securitySchemes",))


@rule(passes=_NOTHING_WRAPPED)
def wrapped_scopes_are_of_oauth(value: Json) -> Iterator[Fault]:
    """Scopes of OAuth 2.0 and OpenID Connect alone, in requirements with a member for them."""
    for at, asked, scheme in _requirements(value, _WRAPPED):
        scopes = asked.get("list") if isinstance(asked, dict) else None
        if scopes and _present(scheme, _KINDS) and not _present(scheme, _SCOPED_KINDS):
            yield Fault("it asks for scopes of a scheme that has none", at)


@rule(passes=_NOTHING_PLAIN)
def scopes_are_of_oauth(value: Json) -> Iterator[Fault]:
    """Scopes of OAuth 2.0 and OpenID Connect alone."""
    for at, scopes, scheme in _requirements(value, _PLAIN):
        if scopes and scheme.get("type") in _TYPES_WITHOUT_SCOPES:
            yield Fault("it asks for scopes of a scheme that has none", at)


@rule(passes={"anyOf": [_SOME_SCHEME, {"properties": {"capabilities": {"not": {"required": ["extendedAgentCard"]}}}}]})
def extended_card_has_scheme(value: Json) -> Iterator[Fault]:
    """A scheme to ask for an extended card with, where the capabilities offer one."""
    capabilities = value.get("capabilities")
    if isinstance(capabilities, dict) and capabilities.get("extendedAgentCard") is True:
        yield from _no_scheme(value)


@rule(passes={"anyOf": [_SOME_SCHEME, {"not": {"required": ["supportsAuthenticatedExtendedCard"]}}]})
def authenticated_card_has_scheme(value: Json) -> Iterator[Fault]:
    """The same where the card itself offers one."""
    if value.get("supportsAuthenticatedExtendedCard") is True:
        yield from _no_scheme(value)


@rule(passes={"maxProperties": 0})
def names_schemes(value: Json) -> Iterator[Fault]:
    """The member that holds the schemes, unless the requirement is empty and asks for nothing."""
    if value and "schemes" not in value:
        yield Fault("the requirement has no schemes, so that it asks for nothing")


def _undeclared(card: Json, places: Sequence[PathPattern], holders: Sequence[str]) -> Iterator[Fault]:
    declared = {name for holder in holders for name in _schemes(card.get(holder))}
    for at, name, _ in _asked(card, places):
        if name not in declared:
            yield Fault(f"no security scheme of the card is called {name!a:.100}", at)


def _schemes(value: Json) -> Sequence[str]:
    """The names of those that are there: null declares nothing, if it may stand there at all."""
    return [name for name, scheme in value.items() if scheme is not None] if isinstance(value, dict) else ()


def _no_scheme(card: Json) -> Iterator[Fault]:
    if not any(card.get(holder) for holder in _SCHEMES):
        yield Fault("it offers an extended card, and declares no security scheme to ask for it with")


def _requirements(card: Json, places: Sequence[PathPattern]) -> Iterator[tuple[Steps, Json, Json]]:
    """Where a scheme of the card is asked for, what of it, and the scheme."""
    schemes = card.get("securitySchemes")
    for at, name, asked in _asked(card, places):
        scheme = schemes.get(name) if isinstance(schemes, dict) else None
        if isinstance(scheme, dict):
            yield at, asked, scheme


def _asked(card: Json, places: Sequence[PathPattern]) -> Iterator[tuple[Steps, str, Json]]:
    """Where a scheme is asked for, its name, and what of it."""
    for at, names in [part for place in places for part in parts_at(card, place)]:
        for name, asked in names.items() if isinstance(names, dict) else ():
            yield (*at, name), name, asked


def _several(value: Json, names: Sequence[str], what: str) -> Iterator[Fault]:
    found = _present(value, names)
    if len(found) > 1:
        yield Fault(f"it has {len(found)} {what}, {' and '.join(found)}")


def _present(value: Json, names: Sequence[str]) -> Sequence[str]:
    """Those of some members that an object has; null, which may stand for an object, has none."""
    return [name for name in names if value and value.get(name) is not None]
