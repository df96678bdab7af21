"""Is a price physically possible, compared as the decimal that was written?"""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from agentcard_conformance.model import Fault, Json, Real

LANDAUER_FLOOR = Decimal("2.854e-21")
"""Joules, as printed in the draft; k * 300 K * ln 2 is 2.87098e-21, and the printed figure governs."""

SURE: Mapping[str, Json] = {
    "not_negative": {"minimum": 0},
    "landauer_floor": {"anyOf": [{"minimum": 0, "maximum": 0}, {"exclusiveMinimum": 2.854e-21}]},
}
"""In binary64: what lies above the floor there lies above it as written."""

AS_WRITTEN = frozenset(SURE)
"""What is zero in binary64 need not be zero."""


def not_negative(value: Json) -> Iterator[Fault]:
    """Energy is not paid back."""
    if _exact(value) < 0:
        yield Fault("it is negative")


def landauer_floor(value: Json) -> Iterator[Fault]:
    """Erasing one bit at 300 K costs at least this much, so a price is zero or no smaller."""
    if 0 < _exact(value) < LANDAUER_FLOOR:
        yield Fault(f"it lies between zero and the Landauer limit of {LANDAUER_FLOOR} J")


def _exact(value: float) -> Decimal:
    return value.exact if isinstance(value, Real) else Decimal(str(value))
