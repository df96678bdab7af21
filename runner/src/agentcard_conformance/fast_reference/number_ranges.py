"""Takes the bounds of numbers out of a flat schema, and looks numbers up in them.

jsonschema-rs takes 1 to 3 us to compare two fractions, and a bisection of the few that a schema names takes 0.1 us.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from agentcard_conformance.model import Json, PathPattern
from agentcard_conformance.notations.json_text.fast_reader import may_underflow
from agentcard_conformance.schema_engine.fast_engine import compile_check
from agentcard_conformance.schema_engine.keywords import IN_PLACE

_OBJECT, _NUMBER, _NULL = "object", "number", "null"
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})


class NumberRanges(NamedTuple):
    """The numbers that pass, by the points where that may change."""

    points: tuple[float, ...]
    passes: tuple[bool, ...]
    """Of what lies below the first point, of it, of what lies between it and the next, and so on."""

    def contains(self, number: float, _card: bytes = b"") -> bool:
        """Whether a number passes."""
        index = bisect_left(self.points, number)
        return self.passes[2 * index + (index < len(self.points) and self.points[index] == number)]

    def contains_as_written(self, number: float, card: bytes) -> bool:
        """Whether a number passes, and is not zero for being too small for binary64."""
        return self.contains(number) and not (is_fraction_zero(number) and may_underflow(card))

    @property
    def safe_above(self) -> float:
        """Everything above passes, and is not zero."""
        return max(self.points[-1], 0) if self.passes[-1] else math.inf


ALL_NUMBERS = NumberRanges((0.0,), (True, True, True))


def is_fraction_zero(number: Json) -> bool:
    """Whether it is zero as a fraction, which may be underflow; what was written as an integer was zero at once."""
    return isinstance(number, float) and number == 0


def take_out_ranges(schema: Json, at: PathPattern = ()) -> tuple[Json, dict[PathPattern, NumberRanges]]:
    """A flat schema without its bounds where fractions occur in them and only objects or null lead there; and those.

    Nothing is changed in place: a part may stand in `$defs` as well, for others to refer to.
    """
    rest, found = {}, {}
    for name, part in object_members(schema).items():
        if _is_about_number_size(part):
            rest[name], found[*at, name] = {"type": part["type"]}, _ranges_of(part)
        else:
            rest[name], below = take_out_ranges(part, (*at, name))
            found |= below
    return ({**schema, "properties": rest} if found else schema), found


def demands_number(schema: Json, at: PathPattern) -> bool:
    """Whether only objects or null lead to a place in a flat schema, and it demands a number or null there."""
    for step in at:
        schema = object_members(schema).get(step)
    return _has_type(schema, _NUMBER) or _has_type(schema, "integer")


def object_members(schema: Json) -> Mapping[str, Json]:
    """What a flat schema asks of members, if it demands an object or null."""
    found: Mapping[str, Json] = schema.get("properties", {}) if _has_type(schema, _OBJECT) else {}
    return found


def _has_type(schema: Json, name: str) -> bool:
    """Whether it demands a type, or that or null."""
    return isinstance(schema, dict) and schema.get("type") in (name, [_NULL, name], [name, _NULL])


def _is_about_number_size(schema: Json) -> bool:
    """Whether it asks for the size of a number alone, and names a fraction to compare with."""
    if not _has_type(schema, _NUMBER):
        return False
    points = list(_points(schema))
    return None not in points and any(isinstance(point, float) for point in points)


def _points(schema: Json) -> Iterator[float | None]:
    """The numbers it compares with; None for whatever else it does."""
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        if keyword in _BOUNDS:
            yield value
        elif keyword in IN_PLACE:
            yield from chain.from_iterable(map(_points, value if isinstance(value, list) else [value]))
        elif keyword != "type" or not _has_type(schema, _NUMBER):
            yield None


def _ranges_of(schema: Json) -> NumberRanges:
    """Asked once at each point and once behind each: if that is the next point already, nothing lies in between."""
    points = sorted({float(point) for point in _points(schema) if point is not None})
    samples = [(point, math.nextafter(point, math.inf)) for point in points]
    first = math.nextafter(points[0], -math.inf)
    return NumberRanges(tuple(points), tuple(map(compile_check(schema), [first, *chain.from_iterable(samples)])))
