"""Small changes to a value that are worth trying, the likeliest first."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf, nextafter
from typing import NamedTuple

from agentcard_conformance.model import Absent, Json, Step, Steps, replaced_at

PLAIN_VALUES: tuple[Json, ...] = (None, True, False, 0, 1, -1, 1.5, "", "x", [], {}, [None], [{}], [[]])
UNKNOWN_MEMBER = "x_unknown"

_CHARACTERS = "0aAzZ9-._:/@[`{ \n\u00ff\u0669"
_DEEPEST = 2
_LONGEST_EDITED = 24
"""Characters of a string of which each is replaced; beyond, the ends tell as much."""


class Edit(NamedTuple):
    """One place in a value, and what to put there."""

    at: Steps
    new: Json | Absent

    def below(self, *steps: Step) -> "Edit":
        """The same edit, seen from further up."""
        return Edit((*steps, *self.at), self.new)

    def apply(self, value: Json) -> Json:
        """A changed copy of the value."""
        return replaced_at(value, self.at, self.new)


def edits(value: Json, hints: Sequence[Json], depth: int = 0) -> Iterator[Edit]:
    """What the hints suggest, neighbours of the value, then values of every type."""
    yield from (Edit((), hint) for hint in hints)
    yield from (Edit((), each) for each in _neighbours(value, hints))
    if depth < _DEEPEST:
        yield from _edits_inside(value, hints, depth)
    yield from (Edit((), each) for each in PLAIN_VALUES)


def _edits_inside(value: Json, hints: Sequence[Json], depth: int) -> Iterator[Edit]:
    if isinstance(value, dict):
        names = [hint for hint in hints if isinstance(hint, str)]
        yield from (Edit((name,), new) for name in [UNKNOWN_MEMBER, *names] if name not in value for new in (0, "x"))
        for name, member in value.items():
            yield Edit((name,), Absent.ABSENT)
            yield from (edit.below(name) for edit in edits(member, hints, depth + 1))
    elif isinstance(value, list) and value:
        yield from (Edit((len(value),), new) for new in (value[0], *PLAIN_VALUES))
        yield Edit((len(value) - 1,), Absent.ABSENT)
        yield from (edit.below(0) for edit in edits(value[0], hints, depth + 1))


def _neighbours(value: Json, hints: Sequence[Json]) -> Iterator[Json]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from _near_numbers([float(value), *(float(hint) for hint in hints if isinstance(hint, (int, float)))])
    elif isinstance(value, str):
        yield from dict.fromkeys(_near_texts(value, hints))


def _near_numbers(some: Iterable[float]) -> Iterator[float]:
    for number in some:
        yield from (nextafter(number, -inf), nextafter(number, inf), -number, number + 1, number - 1)


def _near_texts(value: str, hints: Sequence[Json]) -> Iterator[str]:
    letters = [hint for hint in hints if isinstance(hint, str) and len(hint) == 1]
    for length in (hint for hint in hints if isinstance(hint, int) and 0 <= hint <= len(value) + 2000):
        yield (value or "x")[:1] * length
    yield from (value.upper(), value.lower(), value.capitalize(), value + value)
    for at in _edited_indexes(value):
        yield value[:at] + value[at + 1 :]
        yield value[:at] + value[at : at + 1] * 2 + value[at + 1 :]
    for letter in dict.fromkeys([*letters, *_CHARACTERS]):
        yield letter
        for at in _edited_indexes(value):
            yield value[:at] + letter + value[at + 1 :]
            yield value[:at] + letter + value[at:]


def _edited_indexes(value: str) -> Sequence[int]:
    """Every index of a short text, and of a long one those near either end."""
    if len(value) <= _LONGEST_EDITED:
        return range(len(value) + 1)
    half = _LONGEST_EDITED // 2
    return [*range(half), *range(len(value) - half, len(value) + 1)]
