"""What is a value out of a card, and how is a place in it named?"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, Self, TypeAlias

Json: TypeAlias = Any
"""A decoded value: None, bool, int, float, str, list or dict. Spelled Any: what a card holds is what is in question."""

Step: TypeAlias = str | int
Context: TypeAlias = Mapping[str, Json]

LARGEST_EXPONENT_DIGITS = 17  # decimal.MAX_EMAX has 18, and the mantissa may add to it


def pointer(steps: Sequence[Step]) -> str:
    """Write steps into a value as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


class Real(float):
    """A number that remembers how it was written, since binary64 cannot say on which side of a floor it lies."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        """Read a JSON number; what is too large for binary64 is infinite as a float and exact as a decimal."""
        real = super().__new__(cls, text)
        real.text = text
        return real

    @property
    def exact(self) -> Decimal:
        """The number as written; an exponent of more than 17 digits is cut there, which no comparison here can see."""
        mantissa, _, exponent = self.text.lower().partition("e")
        if len(exponent.lstrip("+-0")) > LARGEST_EXPONENT_DIGITS:
            exponent = "-" * exponent.startswith("-") + "9" * LARGEST_EXPONENT_DIGITS
        return Decimal(f"{mantissa}e{exponent or 0}")


class Position(NamedTuple):
    """Where in a card's text, counted from one as editors do."""

    line: int
    column: int
