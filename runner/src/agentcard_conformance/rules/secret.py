"""Rules about what must stay secret."""

import re
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_BEGINNINGS = ("sk-", "ghp_", "github_pat_", "xoxb-", "AKIA", "AIza")
_LONG_WORD = re.compile("[-A-Za-z0-9_]{20,}")


@rule(passes={"not": {"pattern": "[-A-Za-z0-9_]{20}"}})
def holds_no_key(value: Json) -> Iterator[Fault]:
    """No key of a service that many use, which has a beginning of its own."""
    if any(word.startswith(_BEGINNINGS) for word in _LONG_WORD.findall(value)):
        yield Fault("it holds what looks like a secret key")
