"""Paths into values: JSON Pointers (RFC 6901), patterns of paths, and what a value is after a change at a path."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model.values import Json, LiteralFloat

Step: TypeAlias = str | int
Steps: TypeAlias = tuple[Step, ...]
"""Steps from a value to one of its parts: names of members and indexes of items."""

PathPattern: TypeAlias = tuple[str, ...]
"""Names of members from the top of a card; `*` stands for every item and every member."""


class Absent(Enum):
    """Stands where a value is left out."""

    ABSENT = "absent"


class Difference(NamedTuple):
    """Where two values differ, and what each of them has there."""

    at: Steps
    expected: Json | Absent
    found: Json | Absent


def to_pointer(path: Iterable[Step]) -> str:
    """Write a path as a JSON Pointer."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def parse_pointer(pointer: str) -> PathPattern:
    """Read the steps of a JSON Pointer, each as the name it is written with."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps) if "~" in pointer else tuple(steps)


def parts_at(value: Json, pattern: Sequence[str], skipped: Collection[Steps] = ()) -> list[tuple[Steps, Json]]:
    """The parts of a value that a pattern matches, each with its path; what is skipped is not looked into either."""
    found: list[tuple[Steps, Json]] = [((), value)]
    for step in pattern:
        if step == "*":
            found = [((*at, below), part) for at, whole in found for below, part in _parts_below(whole)]
        else:
            found = [((*at, step), whole[step]) for at, whole in found if isinstance(whole, dict) and step in whole]
        if not found:
            break
    return [(at, part) for at, part in found if not _is_within(at, skipped)] if skipped else found


def replaced_at(value: Json, path: Sequence[Step], new: Json | Absent) -> Json:
    """A copy of a value with another part at a path, or with none; it shares everything beside the path."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    part = replaced_at(value[step], rest, new) if rest else new
    if isinstance(value, list):
        index = int(step)
        return [*value[:index], *([] if part is Absent.ABSENT else [part]), *value[index + 1 :]]
    if part is Absent.ABSENT:
        return {name: member for name, member in value.items() if name != step}
    return {**value, step: part}


def first_difference(expected: Json, found: Json) -> Difference | None:
    """Where a value first differs from what was expected; numbers count by their value, and members in any order."""
    return next(_differences(expected, found, ()), None)


def _differences(expected: Json, found: Json, at: Steps) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in {**expected, **found}:
            parts = expected.get(name, Absent.ABSENT), found.get(name, Absent.ABSENT)
            yield from _differences(*parts, (*at, name))
    elif isinstance(expected, list) and isinstance(found, list):
        for index, parts in enumerate(zip_longest(expected, found, fillvalue=Absent.ABSENT)):
            yield from _differences(*parts, (*at, index))
    elif _scalar_key(expected) != _scalar_key(found):
        yield Difference(at, expected, found)


def _scalar_key(value: Json) -> tuple[str, Json]:
    """In Python 1 and true are equal; 1 and 1.0 are so in JSON, too."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number", value.exact if isinstance(value, LiteralFloat) else value
    return type(value).__name__, value


def _is_within(path: Steps, places: Collection[Steps]) -> bool:
    return any(path[:length] in places for length in range(len(path) + 1))


def _parts_below(value: Json) -> Iterable[tuple[Step, Json]]:
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
