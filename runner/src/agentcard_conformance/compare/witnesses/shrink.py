"""How small can a card be made that shows the same?"""

from collections.abc import Callable, Iterator
from typing import Any

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.model import Absent, Json


def shrunk(value: Json, shows: Callable[[Json], bool], most: int) -> Json:
    """One step after another that leaves less, the largest first, until none does or so many were tried."""
    tries = iter(range(most))
    while (smaller := _step(value, shows, tries)) is not Absent.ABSENT:
        value = smaller
    return value


def _step(value: Json, shows: Callable[[Json], bool], tries: Iterator[int]) -> Json:
    """The first that is smaller and shows it still."""
    return next((smaller for smaller, _ in zip(_smaller(value), tries, strict=False) if shows(smaller)), Absent.ABSENT)


def _smaller(value: Json) -> Iterator[Json]:
    places = [*_places(value, ())]
    for at, _ in places[1:]:
        yield put(value, at, Absent.ABSENT)
    for at, part in places:
        yield from (put(value, at, simpler) for simpler in _simpler(part))


def _places(value: Json, at: Address) -> Iterator[tuple[Address, Json]]:
    """From the top down: what goes with its parts needs no further look."""
    row = [(at, value)]
    while row:
        yield from row
        row = [((*above, step), part) for above, each in row for step, part in _parts(each)]


def _parts(value: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from reversed([*enumerate(value)])


def _simpler(value: Json) -> Iterator[Json]:
    if isinstance(value, str):
        yield from _shorter(value)
    elif isinstance(value, list) and len(value) > 1:
        yield from (value[: len(value) // 2], value[len(value) // 2 :])
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _rounder(value)


def _shorter(text: str) -> Iterator[str]:
    half = len(text) // 2
    while half:
        yield from (text[:start] + text[start + half :] for start in range(0, len(text), half))
        half //= 2


def _rounder(number: float) -> Iterator[float]:
    plain = [0, 1, int(number), *(round(number, digits) for digits in range(6))]
    yield from (each for each in dict.fromkeys(plain) if len(repr(each)) < len(repr(number)))


def put(value: Json, at: Address, what: Json) -> Json:
    """A changed copy that shares what lies beside the way to the change."""
    if not at:
        return what
    step: Any = at[0]
    below = put(value[step], at[1:], what) if len(at) > 1 else what
    if isinstance(value, list):
        return [each for each in [*value[:step], below, *value[step + 1 :]] if each is not Absent.ABSENT]
    return {name: part for name, part in {**value, step: below}.items() if part is not Absent.ABSENT}
