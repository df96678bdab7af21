"""Rules about what a caller has to prove, and the schemes that say how."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.model import Fault, Json, PathPattern, parts_at
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
_DEPRECATED_FLOWS = ("implicit", "password")
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


@rule(
    passes={
        "not": {"required": ["securityRequirements"]},
        "properties": {"skills": {"type": "array", "items": {"not": {"required": ["securityRequirements"]}}}},
    }
)
def wrapped_names_are_declared(value: Json) -> Iterator[Fault]:
    """Names of schemes that the card has, in either spelling, in requirements with a member for them."""
    yield from _undeclared(value, _WRAPPED, ("securitySchemes", "security_schemes"))


@rule(
    passes={
        "not": {"required": ["security"]},
        "properties": {"skills": {"type": "array", "items": {"not": {"required": ["security"]}}}},
    }
)
def names_are_declared(value: Json) -> Iterator[Fault]:
    """Names of schemes that the card has."""
    yield from _undeclared(value, _PLAIN, ("securitySchemes",))


@rule(passes={"maxProperties": 0})
def names_schemes(value: Json) -> Iterator[Fault]:
    """The member that holds the schemes, unless the requirement is empty and asks for nothing."""
    if value and "schemes" not in value:
        yield Fault("the requirement has no schemes, so that it asks for nothing")


def _undeclared(card: Json, places: Sequence[PathPattern], holders: Sequence[str]) -> Iterator[Fault]:
    declared = {name for holder in holders for name in _schemes(card.get(holder))}
    for at, names in [part for place in places for part in parts_at(card, place)]:
        for name in names if isinstance(names, dict) else ():
            if name not in declared:
                yield Fault(f"no security scheme of the card is called {name!a:.100}", (*at, name))


def _schemes(value: Json) -> Sequence[str]:
    """The names of those that are there: null declares nothing, if it may stand there at all."""
    return [name for name, scheme in value.items() if scheme is not None] if isinstance(value, dict) else ()


def _several(value: Json, names: Sequence[str], what: str) -> Iterator[Fault]:
    found = _present(value, names)
    if len(found) > 1:
        yield Fault(f"it has {len(found)} {what}, {' and '.join(found)}")


def _present(value: Json, names: Sequence[str]) -> Sequence[str]:
    """Those of some members that an object has; null, which may stand for an object, has none."""
    return [name for name in names if value and value.get(name) is not None]
