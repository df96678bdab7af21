"""Rules about what a card discloses."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json, parts_at
from agentcard_conformance.rules import rule

_PERMANENT = ("iss", "sub", "iat", "exp", "vct", "name", "description", "version", "cnf")


@rule()
def permanent_claims_are_clear(value: Json) -> Iterator[Fault]:
    """No disclosure of a claim that every reader of the card sees."""
    clear = {name for (*_, name), _ in parts_at(value, ("issuer", "payload", "*"))}
    for (card, name), _ in parts_at(value, ("card", "*")):
        if name in _PERMANENT and name not in clear:
            yield Fault(f"the claim {name} is a disclosure, and is to stand in the payload", (card, name))


@rule()
def salts_differ(value: Json) -> Iterator[Fault]:
    """A salt of its own for each disclosure: one that is used again may tell what is hidden elsewhere."""
    salted: dict[str, Json] = {}
    for index, disclosure in enumerate(value):
        salt = disclosure[0] if isinstance(disclosure, list) and disclosure else None
        if isinstance(salt, str) and salted.setdefault(salt, disclosure) != disclosure:
            yield Fault("another disclosure has the same salt", (index, 0))
