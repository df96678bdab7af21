"""Rules about documents that carry a card as an SD-JWT; whether the card itself is right is asked of the card."""

from collections.abc import Iterator

from agentcard_conformance.model import NO_CONTEXT, Context, Fault, Json, parts_at
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.sd_jwt.decoder import decode
from agentcard_conformance.rules import rule

_INTERNAL = frozenset({"endpoints", "additionalInterfaces", "capabilities", "provider"})
_DIAGNOSTIC = frozenset({"securitySchemes"})
_BEYOND = {"public": _INTERNAL | _DIAGNOSTIC, "internal": _DIAGNOSTIC}
"""By discovery context, the claims that Table 1 of the draft has for wider ones; it calls interfaces endpoints."""


@rule()
def is_sd_jwt(value: Json) -> Iterator[Fault]:
    """A text that can be taken apart as an SD-JWT."""
    try:
        _read(value)
    except DecodeError as error:
        yield Fault(f"it is no SD-JWT: {error.fault.what}")


@rule()
def fits_disclosure_context(value: Json, context: Context) -> Iterator[Fault]:
    """A card that shows nothing of what is for wider discovery contexts than the one that is asked for."""
    for (*_, name), _ in parts_at(_parts(value), ("card", "*")):
        if name in _BEYOND.get(str(context.get("disclosure_context")), ()):
            yield Fault(f"the card shows {name}, which is not for the context {context['disclosure_context']}")


@rule()
def is_unbound_as_issued(value: Json, context: Context) -> Iterator[Fault]:
    """A card without a key binding, where it answers a request: none but its holder can make one."""
    if "request" in context and "key_binding" in _parts(value):
        yield Fault("the card is bound, and whoever issues it has no key to bind it with")


@rule()
def describes_requested_agent(value: Json, context: Context) -> Iterator[Fault]:
    """A card with the name, the description and the version that were asked for."""
    for name in ("name", "description", "version"):
        yield from _differing(value, context, ("card", name), (name,))


@rule()
def confirms_requested_key(value: Json, context: Context) -> Iterator[Fault]:
    """A card that is bound to the key that was asked for."""
    yield from _differing(value, context, ("card", "cnf", "jwk"), ("public_key",))


def _differing(value: Json, context: Context, path: tuple[str, ...], asked: tuple[str, ...]) -> Iterator[Fault]:
    """Where a card has something else than the request; a request that does not say it asks for nothing."""
    card = _parts(value)
    held = [part for _, part in parts_at(card, path)]
    for _, wanted in parts_at(context.get("request", {}), asked):
        if card and held != [wanted]:
            yield Fault(f"the card's {path[-1]} is not the {asked[-1]} that was asked for")


def _parts(value: Json) -> dict[str, Json]:
    """Those of a card; none of what is no SD-JWT, which is refused for that."""
    try:
        return _read(value)
    except DecodeError:
        return {}


def _read(value: Json) -> dict[str, Json]:
    return dict(decode(value.encode("ascii", "replace"), NO_CONTEXT).value)
