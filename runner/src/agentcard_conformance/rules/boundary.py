"""Rules about what an agent must not do."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_MARKS = ("MUST NOT", "SHOULD NOT")


@rule(passes={"pattern": f"^(?:{'|'.join(_MARKS)})"})
def is_marked(value: Json) -> Iterator[Fault]:
    """One of the words of BCP 14 in front, which tell a prohibition from advice."""
    if not value.startswith(_MARKS):
        yield Fault(f"the boundary does not begin with {' or '.join(_MARKS)}")
