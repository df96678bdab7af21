"""Rules about ULIDs."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_LARGEST_FIRST_SYMBOL = "7"


@rule(passes={"pattern": f"^[0-{_LARGEST_FIRST_SYMBOL}]"})
def in_range(value: Json) -> Iterator[Fault]:
    """No more than 128 bits: 26 symbols carry 130, and the ULID specification refuses those that use the upper two."""
    if value[:1] > _LARGEST_FIRST_SYMBOL:
        yield Fault(f"the first symbol is {value[0]!a}, which is beyond the 128 bits of a ULID")
