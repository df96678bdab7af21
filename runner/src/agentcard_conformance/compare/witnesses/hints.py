"""At which values may two readings of a keyword part?"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from agentcard_conformance.compare.findings import Address, Change
from agentcard_conformance.compare.schemas.references import Node, below
from agentcard_conformance.compare.schemas.shapes import partners
from agentcard_conformance.compare.witnesses.format_samples import ALMOST, well_formed
from agentcard_conformance.compare.witnesses.grown import Grower
from agentcard_conformance.compare.witnesses.pattern_samples import apart, characters, samples
from agentcard_conformance.compare.witnesses.shrink import put
from agentcard_conformance.model import Absent, Json
from agentcard_conformance.variations.values import PLAIN_VALUES, UNKNOWN_MEMBER, edits

MOST = 40

SHORT = "x"
"""A name that suits where names have a form or a length."""

NAMES = 2
"""Of each pattern for names."""

LARGEST = 70_000
"""Items or members that are put together to go beyond a bound."""


UNITS: Mapping[str, Any] = {"minLength": "x", "maxLength": "x", "minItems": [0], "maxItems": [0]}
"""What there may be many of, for where no value stands that could be made longer."""


def hints(change: Change, growers: Sequence[Grower]) -> list[Json]:
    """What the keyword says and said, and what the schemas in it would take."""
    said = [json.loads(text) for text in (change.old, change.new) if text]
    found = [*apart(*said)] if change.keyword == "pattern" and len(said) > 1 else []
    found += [hint for value in said for hint in _of(change.keyword, value)]
    for grower, at in zip(growers, (change.old_at, change.new_at), strict=True):
        if node := grower.side.schemas.find(at) if at is not None else None:
            found += _grown(grower, node, change.keyword)
    return _distinct(found)


def _of(keyword: str, value: Json) -> Iterator[Json]:
    if keyword == "pattern":
        yield from (*samples(value), *characters(value))
    elif keyword == "format":
        yield from (*well_formed(value), *ALMOST)
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, list):
        yield from (each for each in value if not isinstance(each, dict))
    elif keyword in UNITS:
        sizes = [size for size in (value, value + 1, value - 1) if 0 <= size <= LARGEST]
        yield from (*sizes, *(UNITS[keyword] * size for size in sizes))
    elif keyword == "multipleOf":
        yield from (value, 2 * value, 1.5 * value, value / 2)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (each for each in (value, value + 1, value - 1) if each >= 0 or value < 0)
    else:
        yield value


def _grown(grower: Grower, node: Node, keyword: str) -> Iterator[Json]:
    for steps, _ in below(node.schema):
        if steps[0] in partners(keyword):
            child = grower.side.schemas.child(node, *steps)
            yield from grower.values(child)
            yield from samples(str(steps[1])) if keyword == "patternProperties" else ()


def _distinct(values: Iterable[Json]) -> list[Json]:
    return [*{json.dumps(value, sort_keys=True): value for value in values}.values()][:MOST]


def names(change: Change) -> list[str]:
    """Members that a keyword about whichever members may mean."""
    patterns = [pattern for at in (change.old_at, change.new_at) for pattern in _patterns(at or ())]
    if change.keyword == "patternProperties":
        patterns += [pattern for text in (change.old, change.new) if text for pattern in json.loads(text)]
    return [*dict.fromkeys(name for pattern in patterns for name in samples(pattern)[:NAMES])] or [
        UNKNOWN_MEMBER,
        SHORT,
    ]


def _patterns(at: Address) -> Iterator[str]:
    """For the names of the members that a place in a schema is about."""
    return (str(step) for word, step in pairwise(at) if word == "patternProperties")


def triggers(change: Change) -> list[str]:
    """Members without which a keyword says nothing."""
    if change.keyword not in ("dependentRequired", "dependentSchemas"):
        return []
    return [*dict.fromkeys(name for text in (change.old, change.new) if text for name in json.loads(text))]


def proposals(value: Json, given: Sequence[Json]) -> Iterator[Json]:
    """What to put in place of a value, the likeliest first."""
    yield from given
    yield from _sized(value, given)
    if isinstance(value, dict):
        yield from _joined(value, given)
    for edit in edits(value, given):
        if edit.at or not isinstance(edit.new, Absent):
            yield put(value, edit.at, edit.new)
    yield Absent.ABSENT


def missing(given: Sequence[Json]) -> Iterator[Json]:
    """What to put where nothing stands."""
    yield from (*given, *PLAIN_VALUES)


def _sized(value: Json, given: Sequence[Json]) -> Iterator[Json]:
    """Just so many characters, items or members, and one more or fewer."""
    for size in (hint + step for hint in given if _is_size(hint) for step in (0, 1, -1) if hint + step >= 0):
        if isinstance(value, str) and value:
            yield (value + value[-1] * size)[:size]
        if isinstance(value, list):
            items = value or [0]
            yield [items[index % len(items)] for index in range(size)]
            yield [*value[:size], *range(size - len(value))]
        if isinstance(value, dict):
            more = {f"x{number}": 0 for number in range(size - len(value))}
            yield dict([*value.items()][:size]) | more
    if isinstance(value, list):
        for hint in given:
            yield from ([*value, hint], [hint, hint], [hint], [hint, *value])


def _is_size(hint: Json) -> bool:
    return isinstance(hint, int) and not isinstance(hint, bool) and 0 <= hint <= LARGEST


def _joined(value: Json, given: Sequence[Json]) -> Iterator[Json]:
    """With the members of another object, or with one more name."""
    yield {**value, SHORT: 0}
    for hint in given:
        if isinstance(hint, dict):
            yield from (value | hint, hint | value)
        elif isinstance(hint, str) and hint not in value:
            yield {**value, hint: 0}
