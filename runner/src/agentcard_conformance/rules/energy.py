"""Rules about prices in joules, compared as the decimals that were written."""

from collections.abc import Iterator
from decimal import Decimal

from agentcard_conformance.model import Fault, Json, LiteralFloat
from agentcard_conformance.rules import rule

_LANDAUER_FLOOR = Decimal("2.854e-21")
"""Joules, as printed in the draft and the README; k * 300 K * ln 2 is 2.87098e-21, and the printed figure governs."""


@rule(passes={"minimum": 0})
def not_negative(value: Json) -> Iterator[Fault]:
    """No negative energy, where any is named."""
    if value is not None and _exact(value) < 0:
        yield Fault("it is negative")


# In binary64: what lies above the floor there lies above it as written.
@rule(passes={"anyOf": [{"minimum": 0, "maximum": 0}, {"exclusiveMinimum": 2.854e-21}]})
def landauer_floor(value: Json) -> Iterator[Fault]:
    """Zero, or no less than it costs to erase one bit at 300 K, where any is named."""
    if value is not None and 0 < _exact(value) < _LANDAUER_FLOOR:
        yield Fault(f"it lies between zero and the Landauer limit of {_LANDAUER_FLOOR} J")


def _exact(value: float) -> Decimal:
    return value.exact if isinstance(value, LiteralFloat) else Decimal(str(value))
