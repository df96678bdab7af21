"""Values at which two revisions of a keyword may differ, and edits of a card with them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from agentcard_conformance.compare.results import Change
from agentcard_conformance.compare.schemas import RevisionSchemas, Subschema, ordered_subschemas
from agentcard_conformance.compare.schemas.changes import judged_place
from agentcard_conformance.compare.schemas.equivalence import SEPARATE, companion_keywords
from agentcard_conformance.compare.witnesses.keyword_samples import FORMAT_SAMPLES, NEAR_FORMATS
from agentcard_conformance.compare.witnesses.pattern_samples import (
    boundary_characters,
    distinguishing_texts,
    names_for_pattern,
    pattern_samples,
)
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.model import Absent, Json, PathPattern, Steps
from agentcard_conformance.schema_engine.keywords import KEYWORDS, REFERENCES, Holds
from agentcard_conformance.variations.values import UNKNOWN_MEMBER, edits

_MOST_HINTS = 40

_SHORT_NAME = "x"
"""A name that suits where names have a form or a length."""

_NAMES_EACH = 2
"""Of each pattern for names."""

_LARGEST_SIZE = 70_000
"""Items or members that are put together to go beyond a bound."""

_UNITS: Mapping[str, Any] = {"minLength": "x", "maxLength": "x", "minItems": [0], "maxItems": [0]}
"""What is repeated where no value stands that could be made longer."""

_MOST_INNER = 12
"""Keywords of one block."""

_DEEPEST_INNER = 8


def hint_values(change: Change, samplers: Sequence[SchemaSampler]) -> list[Json]:
    """Values from the old and the new keyword, at its bounds and beside them, and samples of the schemas in it."""
    found: dict[str, Json] = {}
    for value in _all_hints(change, samplers):  # of which an enumeration may have a million
        found.setdefault(json.dumps(value, sort_keys=True), value)
        if len(found) >= _MOST_HINTS:
            break
    return [*found.values()]


def _all_hints(change: Change, samplers: Sequence[SchemaSampler]) -> Iterator[Json]:
    values = _both_values(change)
    if change.keyword == "pattern" and len(values) > 1:
        yield from distinguishing_texts(*values)
    for value in values:
        yield from _keyword_hints(change.keyword, value)
    for sampler, at in zip(samplers, (change.old_at, change.new_at), strict=True):
        if holder := sampler.side.schemas.find(at):
            yield from _schema_hints(sampler, holder, change.keyword)


def member_names(change: Change) -> list[str]:
    """Names of members that a keyword about members of any name may mean."""
    pairs = (pair for at in (change.old_at, change.new_at) for pair in pairwise(at or ()))
    patterns = [str(step) for keyword, step in pairs if keyword == "patternProperties"]
    if change.keyword == "patternProperties":
        patterns += [pattern for value in _both_values(change) for pattern in value]
    names = dict.fromkeys(name for each in patterns for name in names_for_pattern(each, patterns)[:_NAMES_EACH])
    return [*names] or [UNKNOWN_MEMBER, _SHORT_NAME]


def trigger_members(change: Change) -> list[str]:
    """Names of members without which a keyword judges nothing."""
    if change.keyword not in ("dependentRequired", "dependentSchemas"):
        return []
    return [*dict.fromkeys(name for value in _both_values(change) for name in value)]


def replacements(value: Json, hints: Sequence[Json]) -> Iterator[Json]:
    """What to put in place of a value, the likeliest first."""
    yield from hints
    yield from _resized(value, hints)
    if isinstance(value, dict):
        yield from _with_members(value, hints)
    for edit in edits(value, hints):
        if edit.at or not isinstance(edit.new, Absent):
            yield edit.apply(value)
    yield Absent.ABSENT


def inner_changes(change: Change, schemas: RevisionSchemas, at: Steps | None) -> list[Change]:
    """Each keyword in the schemas of a changed one on one side, as if it had been added by itself.

    Where a whole block comes or goes, a card shows it by an edit at the places that the block is about.
    """
    holder = schemas.find(at)
    if holder is None:
        return []
    companions = companion_keywords(change.keyword)
    found: dict[tuple[str, str, PathPattern], None] = {}
    for steps, _ in ordered_subschemas(holder.schema):
        if steps[0] in companions and _is_in_change(change, steps):
            place = judged_place(steps) if change.keyword in SEPARATE else ()
            found |= dict.fromkeys(_inner_keywords(schemas, schemas.child(holder, *steps), place, _DEEPEST_INNER))
    return [
        Change(keyword, None, None, "", value, change.requirement, tuple((*above, *place) for above in change.places))
        for keyword, value, place in [*found][:_MOST_INNER]
    ]


def _both_values(change: Change) -> list[Json]:
    return [json.loads(text) for text in (change.old, change.new) if text]


def _keyword_hints(keyword: str, value: Json) -> Iterator[Json]:
    if keyword == "pattern":
        yield from (*pattern_samples(value), *boundary_characters(value))
    elif keyword == "format":
        yield from (*FORMAT_SAMPLES.get(value, ()), *NEAR_FORMATS)
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, list):
        yield from (each for each in value if not isinstance(each, dict))
    elif keyword in _UNITS:
        sizes = [size for size in (value, value + 1, value - 1) if 0 <= size <= _LARGEST_SIZE]
        yield from (*sizes, *(_UNITS[keyword] * size for size in sizes))
    elif keyword == "multipleOf":
        yield from (value, 2 * value, 1.5 * value, value / 2)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (each for each in (value, value + 1, value - 1) if each >= 0 or value < 0)
    else:
        yield value


def _schema_hints(sampler: SchemaSampler, holder: Subschema, keyword: str) -> Iterator[Json]:
    for steps, _ in ordered_subschemas(holder.schema):
        if steps[0] in companion_keywords(keyword):
            yield from sampler.samples(sampler.side.schemas.child(holder, *steps))
            yield from pattern_samples(str(steps[1])) if keyword == "patternProperties" else ()


def _resized(value: Json, hints: Sequence[Json]) -> Iterator[Json]:
    """The value with so many characters, items or members as a hint says, and one more or fewer."""
    for size in (hint + step for hint in hints if _is_size(hint) for step in (0, 1, -1) if hint + step >= 0):
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
        for hint in hints:
            yield from ([*value, hint], [hint, hint], [hint], [hint, *value])


def _is_size(hint: Json) -> bool:
    return isinstance(hint, int) and not isinstance(hint, bool) and 0 <= hint <= _LARGEST_SIZE


def _with_members(value: Json, hints: Sequence[Json]) -> Iterator[Json]:
    """The object with the members of another, or with one more name."""
    yield {**value, _SHORT_NAME: 0}
    for hint in hints:
        if isinstance(hint, dict):
            yield from (value | hint, hint | value)
        elif isinstance(hint, str) and hint not in value:
            yield {**value, hint: 0}


def _is_in_change(change: Change, steps: Steps) -> bool:
    """Whether a schema belongs to a change; of a keyword with names, the change shows only those that differ."""
    is_named = KEYWORDS[change.keyword].holds is Holds.MAP
    return not is_named or any(steps[1] in value for value in _both_values(change) if isinstance(value, dict))


def _inner_keywords(
    schemas: RevisionSchemas, here: Subschema, place: PathPattern, depth: int
) -> Iterator[tuple[str, str, PathPattern]]:
    """The keywords without schemas, here and below, each with its value and the place that it judges."""
    if depth:
        for word, value in here.keywords.items():
            holds = KEYWORDS[word].holds if word in KEYWORDS else Holds.NONE
            if holds is Holds.NONE and word not in REFERENCES and not word.startswith("$"):
                yield word, json.dumps(value), place
        if here.schema is False:
            yield "false", "false", place
        for steps, _ in ordered_subschemas(here.schema):
            if steps[0] != "$defs":
                inside = schemas.child(here, *steps)
                yield from _inner_keywords(schemas, inside, (*place, *judged_place(steps)), depth - 1)
        for target in schemas.targets(here):
            if not target.is_of_metaschema:
                yield from _inner_keywords(schemas, target, place, depth - 1)
