"""Rules about what must stay secret."""

import re
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_BEGINNINGS = ("sk-", "ghp_", "github_pat_", "xoxb-", "AKIA", "AIza")
_LONG_WORD = re.compile("[A-Za-z0-9_-]{20,}")


@rule(passes={"not": {"pattern": "[A-Za-z0-9_-]{20}"}})
def holds_no_key(value: Json) -> Iterator[Fault]:
    """No key of a service that many use, which has a beginning of its own."""
    for word in [each for each in _LONG_WORD.findall(value or "") if each.startswith(_BEGINNINGS)][:1]:
        yield Fault(f"it holds what looks like a secret key, {word[:4]!a}...")
