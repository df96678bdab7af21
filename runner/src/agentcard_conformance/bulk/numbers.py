"""Which numbers does a schema let pass, as a list of points to look one up in?

jsonschema-rs takes 1 to 3 us to compare two fractions, and a bisection of the few that a schema names takes 0.1 us.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeAlias

from agentcard_conformance.bulk.flat import holder
from agentcard_conformance.bulk.gate import may_vanish
from agentcard_conformance.model import Json

Place: TypeAlias = tuple[str, ...]

OBJECT, NUMBER = "object", "number"
BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
WITHIN = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else"})


class Allowed(NamedTuple):
    """The numbers that pass, by the points where that may change."""

    points: tuple[float, ...]
    passes: tuple[bool, ...]
    """Of what lies below the first point, of it, of what lies between it and the next, and so on."""

    def has(self, number: float, _card: bytes = b"") -> bool:
        """Is it one of them?"""
        index = bisect_left(self.points, number)
        return self.passes[2 * index + (index < len(self.points) and self.points[index] == number)]

    def has_as_written(self, number: float, card: bytes) -> bool:
        """Is it one of them, and not zero for being too small?"""
        return self.has(number) and not (is_zero_fraction(number) and may_vanish(card))

    @property
    def enough(self) -> float:
        """All that lies above is allowed, and not zero."""
        return max(self.points[-1], 0) if self.passes[-1] else math.inf


ALL = Allowed((0.0,), (True, True, True))


def is_zero_fraction(number: Json) -> bool:
    """What was written as an integer and is zero was so from the start."""
    return isinstance(number, float) and number == 0


def lifted(schema: Json, at: Place = ()) -> tuple[Json, dict[Place, Allowed]]:
    """A flat schema without what it asks of numbers, and that: where fractions occur and objects alone lead there.

    Nothing is changed in place: a part may stand in `$defs` as well, for others to refer to.
    """
    rest, found = {}, {}
    for name, part in members(schema).items():
        if _is_about_numbers(part):
            rest[name], found[*at, name] = {"type": NUMBER}, _allowed(part)
        else:
            rest[name], below = lifted(part, (*at, name))
            found |= below
    return ({**schema, "properties": rest} if found else schema), found


def is_number(schema: Json, at: Place) -> bool:
    """Do objects alone lead to a place in a flat schema, and is there a number?"""
    for step in at:
        schema = members(schema).get(step)
    return isinstance(schema, dict) and schema.get("type") in (NUMBER, "integer")


def members(schema: Json) -> Mapping[str, Json]:
    """What a flat schema asks of members, if it demands an object."""
    found: Mapping[str, Json] = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return found if found and schema.get("type") == OBJECT else {}


def _is_about_numbers(schema: Json) -> bool:
    """About their size alone, and with a fraction to compare with."""
    if not isinstance(schema, dict) or schema.get("type") != NUMBER:
        return False
    points = list(_points(schema))
    return None not in points and any(isinstance(point, float) for point in points)


def _points(schema: Json) -> Iterator[float | None]:
    """The numbers it compares with; None for whatever else it does."""
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        if keyword in BOUNDS:
            yield value
        elif keyword in WITHIN:
            yield from chain.from_iterable(map(_points, value if isinstance(value, list) else [value]))
        elif keyword != "type" or value != NUMBER:
            yield None


def _allowed(schema: Json) -> Allowed:
    """Asked once at each point and once behind each: if that is the next point already, nothing lies in between."""
    points = sorted({float(point) for point in _points(schema) if point is not None})
    samples = [(point, math.nextafter(point, math.inf)) for point in points]
    first = math.nextafter(points[0], -math.inf)
    return Allowed(tuple(points), tuple(map(holder(schema), [first, *chain.from_iterable(samples)])))
