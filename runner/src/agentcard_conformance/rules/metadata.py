"""Rules about the names of annotations."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_RESERVED = "pacr:"
_DEFINED = frozenset({"pacr:trust_tier", "pacr:substrate_scope"})

_OTHER_BEGINNINGS = [f"{_RESERVED[:index]}[^{letter}]" for index, letter in enumerate(_RESERVED)]


@rule(
    passes={
        "properties": dict.fromkeys(sorted(_DEFINED), True),
        "patternProperties": {f"^(?:{'|'.join(_OTHER_BEGINNINGS)})": True},
        "additionalProperties": False,
    }
)
def keeps_reserved_prefixes(value: Json) -> Iterator[Fault]:
    """No names with the reserved prefix but those that the specification defines."""
    for name in value:
        if name.startswith(_RESERVED) and name not in _DEFINED:
            yield Fault(f"the prefix {_RESERVED} is reserved, and {name!a} is not defined", (name,))
