"""Shrinks a card as far as it still shows what it shows."""

from collections.abc import Callable, Iterator

from agentcard_conformance.model import Absent, Json, Steps, replaced_at


def shrink(value: Json, shows: Callable[[Json], bool], most: int) -> Json:
    """Make it smaller step by step, the largest steps first, until none succeeds or so many were tried."""
    tries = iter(range(most))
    while (smaller := _smaller(value, shows, tries)) is not Absent.ABSENT:
        value = smaller
    return value


def _smaller(value: Json, shows: Callable[[Json], bool], tries: Iterator[int]) -> Json:
    """The first smaller value that still shows it, or ABSENT."""
    tried = zip(_candidates(value), tries, strict=False)
    return next((smaller for smaller, _ in tried if shows(smaller)), Absent.ABSENT)


def _candidates(value: Json) -> Iterator[Json]:
    places = [*_places(value)]
    for at, _ in places[1:]:
        yield replaced_at(value, at, Absent.ABSENT)
    for at, part in places:
        yield from (replaced_at(value, at, simpler) for simpler in _simpler(part))


def _places(value: Json) -> Iterator[tuple[Steps, Json]]:
    """All parts from the top down: what goes with its parts needs no further look."""
    row: list[tuple[Steps, Json]] = [((), value)]
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
        yield from _shorter_texts(value)
    elif isinstance(value, list) and len(value) > 1:
        yield from (value[: len(value) // 2], value[len(value) // 2 :])
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _rounder_numbers(value)


def _shorter_texts(text: str) -> Iterator[str]:
    half = len(text) // 2
    while half:
        yield from (text[:start] + text[start + half :] for start in range(0, len(text), half))
        half //= 2


def _rounder_numbers(number: float) -> Iterator[float]:
    round_numbers = [0, 1, int(number), *(round(number, digits) for digits in range(6))]
    yield from (each for each in dict.fromkeys(round_numbers) if len(repr(each)) < len(repr(number)))
