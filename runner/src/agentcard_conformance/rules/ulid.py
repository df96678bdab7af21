"""Does an identifier hold no more than the 128 bits of a ULID?"""

from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Fault, Json

LARGEST_FIRST_SYMBOL = "7"

SURE: Mapping[str, Json] = {"in_range": {"pattern": f"^[0-{LARGEST_FIRST_SYMBOL}]"}}


def in_range(value: Json) -> Iterator[Fault]:
    """26 symbols carry 130 bits; the ULID specification refuses those that use the upper two."""
    if value[:1] > LARGEST_FIRST_SYMBOL:
        yield Fault(f"the first symbol is {value[0]!a}, which is beyond the 128 bits of a ULID")
