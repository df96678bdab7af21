"""Rules about HTTP authentication schemes."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_REGISTERED = frozenset(
    [
        "basic",
        "bearer",
        "concealed",
        "digest",
        "dpop",
        "gnap",
        "hoba",
        "mutual",
        "negotiate",
        "oauth",
        "privatetoken",
        "scram-sha-1",
        "scram-sha-256",
        "vapid",
    ]
)
"""The registry of IANA, as it was in November 2026, in small letters."""


@rule(passes={"enum": ["Bearer", "bearer", "Basic", "basic"]})
def is_registered(value: Json) -> Iterator[Fault]:
    """A scheme of the registry, in letters of either case."""
    if value.lower() not in _REGISTERED:
        yield Fault(f"{value!a:.100} is in IANA's registry of HTTP authentication schemes under no case of letters")
