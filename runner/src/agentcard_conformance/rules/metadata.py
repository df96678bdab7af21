"""Do annotations keep to the names that are theirs?"""

from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Fault, Json

RESERVED = "pacr:"
DEFINED = frozenset({"pacr:trust_tier", "pacr:substrate_scope"})

OTHERWISE = [f"{RESERVED[:index]}[^{letter}]" for index, letter in enumerate(RESERVED)]
SURE: Mapping[str, Json] = {
    "keeps_reserved_prefixes": {
        "properties": dict.fromkeys(sorted(DEFINED), True),
        "patternProperties": {f"^(?:{'|'.join(OTHERWISE)})": True},
        "additionalProperties": False,
    },
}


def keeps_reserved_prefixes(value: Json) -> Iterator[Fault]:
    """Names with the reserved prefix belong to the specification that defines them."""
    for name in value:
        if name.startswith(RESERVED) and name not in DEFINED:
            yield Fault(f"the prefix {RESERVED} is reserved, and {name!a} is not defined", (name,))
