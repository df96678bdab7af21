"""Which small changes to a value are worth trying?"""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from math import inf, nextafter
from typing import TypeAlias

from agentcard_conformance.model import Json, Step


class Gone(Enum):
    """What stands where nothing is to stand."""

    GONE = "gone"


Put: TypeAlias = Json | Gone

PLAIN: tuple[Json, ...] = (None, True, False, 0, 1, -1, 1.5, "", "x", [], {}, [None], [{}], [[]])
CHARACTERS = "0aAzZ9-._:/@[`{ \n\u00ff\u0669"
UNKNOWN = "x_unknown"
DEEPEST = 2
LONGEST_EDITED = 24
"""Characters of a string of which each is replaced; beyond, the ends tell as much."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One place in a value, and what to put there."""

    at: tuple[Step, ...]
    put: Put

    def below(self, *steps: Step) -> "Edit":
        """The same, seen from further up."""
        return Edit((*steps, *self.at), self.put)

    def made(self, value: Json) -> Json:
        """A changed copy."""
        if not self.at:
            return self.put
        copy = deepcopy(value)
        here = copy
        for step in self.at[:-1]:
            here = here[step]
        self._put(here, self.at[-1])
        return copy

    def _put(self, here: Json, step: Step) -> None:
        if isinstance(self.put, Gone):
            del here[step]
        elif isinstance(here, list) and step == len(here):
            here.append(self.put)
        else:
            here[step] = self.put


def edits(value: Json, hints: Sequence[Json], depth: int = 0) -> Iterator[Edit]:
    """The likeliest first: what the breakage hints at, neighbours of the value, then values of every type."""
    yield from (Edit((), hint) for hint in hints)
    yield from (Edit((), each) for each in _neighbours(value, hints))
    if depth < DEEPEST:
        yield from _inside(value, hints, depth)
    yield from (Edit((), each) for each in PLAIN)


def _inside(value: Json, hints: Sequence[Json], depth: int) -> Iterator[Edit]:
    if isinstance(value, dict):
        names = [hint for hint in hints if isinstance(hint, str)]
        yield from (Edit((name,), put) for name in [UNKNOWN, *names] if name not in value for put in (0, "x"))
        for name, member in value.items():
            yield Edit((name,), Gone.GONE)
            yield from (edit.below(name) for edit in edits(member, hints, depth + 1))
    elif isinstance(value, list) and value:
        yield from (Edit((len(value),), put) for put in (value[0], *PLAIN))
        yield Edit((len(value) - 1,), Gone.GONE)
        yield from (edit.below(0) for edit in edits(value[0], hints, depth + 1))


def _neighbours(value: Json, hints: Sequence[Json]) -> Iterator[Json]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from _numbers([float(value), *(float(hint) for hint in hints if isinstance(hint, (int, float)))])
    elif isinstance(value, str):
        yield from dict.fromkeys(_texts(value, hints))


def _numbers(some: Iterable[float]) -> Iterator[float]:
    for number in some:
        yield from (nextafter(number, -inf), nextafter(number, inf), -number, number + 1, number - 1)


def _texts(value: str, hints: Sequence[Json]) -> Iterator[str]:
    letters = [hint for hint in hints if isinstance(hint, str) and len(hint) == 1]
    for length in (hint for hint in hints if isinstance(hint, int) and 0 <= hint <= len(value) + 2000):
        yield (value or "x")[:1] * length
    yield from (value.upper(), value.lower(), value.capitalize(), value + value)
    for at in _places(value):
        yield value[:at] + value[at + 1 :]
        yield value[:at] + value[at : at + 1] * 2 + value[at + 1 :]
    for letter in dict.fromkeys([*letters, *CHARACTERS]):
        yield letter
        for at in _places(value):
            yield value[:at] + letter + value[at + 1 :]
            yield value[:at] + letter + value[at:]


def _places(value: str) -> Sequence[int]:
    """Every place in what is short, and in what is long those near either end."""
    if len(value) <= LONGEST_EDITED:
        return range(len(value) + 1)
    half = LONGEST_EDITED // 2
    return [*range(half), *range(len(value) - half, len(value) + 1)]
