"""Values read from cards, and the numbers in them as they were written."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

Json: TypeAlias = Any
"""A decoded value: None, bool, int, float, str, list or dict. Any, since what a card holds is what is being checked."""

Context: TypeAlias = Mapping[str, Json]
"""What a validator must be told from outside a card: keys, a clock, an audience."""

NO_CONTEXT: Context = MappingProxyType({})

_LONGEST_EXPONENT = 17  # digits: decimal.MAX_EMAX has 18, and the mantissa may add to it


class LiteralFloat(float):
    """A number that keeps its text, since binary64 cannot say on which side of a threshold a close one lies."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        """Read a JSON number; one too large for binary64 is infinite as a float and exact as a decimal."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    @property
    def exact(self) -> Any:
        """The Decimal that was written; an exponent of more than 17 digits is cut, which changes no comparison made."""
        from decimal import Decimal  # not above: few cards hold a number of which it matters

        mantissa, _, exponent = self.text.lower().partition("e")
        if len(exponent.lstrip("+-0")) > _LONGEST_EXPONENT:
            exponent = "-" * exponent.startswith("-") + "9" * _LONGEST_EXPONENT
        return Decimal(f"{mantissa}e{exponent or 0}")


class Position(NamedTuple):
    """A place in a card's text, counted from one as editors do."""

    line: int
    column: int
