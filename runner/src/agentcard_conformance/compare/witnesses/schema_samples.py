"""Sample values that match a schema, as far as its keywords tell.

A search begins with them when no card is at hand. What the keywords demand together may be beyond this; then some
samples do not match, and whoever uses them asks the engines.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count, islice
from typing import Any, NamedTuple, TypeVar

from agentcard_conformance.compare.revision_pair import RevisionValidator
from agentcard_conformance.compare.schemas import Subschema
from agentcard_conformance.compare.schemas.equivalence import ALTERNATIVES, Conjunction, conjunction
from agentcard_conformance.compare.witnesses.keyword_samples import (
    LONGEST_SAMPLE,
    SCHEMA_SAMPLES,
    combine_keywords,
    likely_types,
    scalar_samples,
)
from agentcard_conformance.compare.witnesses.pattern_samples import names_for_pattern
from agentcard_conformance.model import Json, Steps
from agentcard_conformance.schema_engine.engine import equality_key

_T = TypeVar("_T")

_FOR_OTHER_MEMBERS = ("additionalProperties", "unevaluatedProperties")
_CHOICES = (*ALTERNATIVES, "if", "dependentSchemas")

_DEEPEST = 40
_MOST_REPEATED = 1
"""Times that a schema is met again below itself; the members of a metaschema are as many at each such level."""

_MOST_SAMPLES = 12
"""Of one schema."""

_LARGEST = 2_000
"""Characters of the members of one object that may be left out."""

_MOST_COMBINATIONS = 16
"""Of the branches of a schema."""


class SchemaSampler:
    """Makes sample values for the subschemas of one revision."""

    def __init__(self, side: RevisionValidator) -> None:
        self.side = side
        self._known: dict[object, list[Json]] = {}
        self._being_made: list[tuple[Steps, ...]] = []
        """On the way down to a sample of the last of these."""

    def samples(self, *subschemas: Subschema, depth: int = 0) -> list[Json]:
        """A few values that match all of these, the plain ones first."""
        whole = conjunction(self.side.schemas, *subschemas)
        parts = tuple(part.at for part in whole.parts)
        above = [*self._being_made, parts]
        repeated = len(above) - len({*above})
        if (parts, repeated) not in self._known and repeated <= _MOST_REPEATED:
            self._being_made.append(parts)
            self._known[parts, repeated] = [*islice(self._distinct(whole, depth), _MOST_SAMPLES)]
            self._being_made.pop()
        return self._known.get((parts, repeated), [])

    def _child_samples(self, steps: Steps, holders: Iterable[Subschema], depth: int) -> list[Json]:
        """Samples of what one keyword of several subschemas demands."""
        return self.samples(*(self.side.schemas.child(holder, *steps) for holder in holders), depth=depth + 1)

    def _distinct(self, whole: Conjunction, depth: int) -> Iterator[Json]:
        """Those that match first."""
        seen: dict[object, Json] = {}
        for value in self._made_of_all(whole, depth):
            seen.setdefault(equality_key(value), value)
            if len(seen) >= 4 * _MOST_SAMPLES:
                break
        yield from sorted(seen.values(), key=lambda value: not self._matches(whole, value))

    def _made_of_all(self, whole: Conjunction, depth: int) -> Iterable[Json]:
        if any(part.is_of_metaschema for part in whole.parts):
            return SCHEMA_SAMPLES
        return interleave([self._made(each, depth) for each in self._without_choices(whole)])

    def _matches(self, whole: Conjunction, value: Json) -> bool:
        return all(self.side.accepts_part(part.at, value) for part in whole.parts)

    def _without_choices(self, whole: Conjunction) -> list[Conjunction]:
        """The same with one branch of every choice; those that contradict themselves in their types are left out."""
        found = [_Branch(whole, frozenset())]
        while any(branch.open_choices for branch in found):
            further = (each for branch in found for each in (_split(branch) if branch.open_choices else [branch]))
            possible = (each for each in further if combine_keywords(each.whole.parts)["types"])
            found = [*islice(possible, _MOST_COMBINATIONS)]
        return [branch.whole for branch in found]

    def _made(self, whole: Conjunction, depth: int) -> Iterator[Json]:
        combined = combine_keywords(whole.parts)
        if depth > _DEEPEST or combined.get("false"):
            return
        if "enum" in combined:
            yield from combined["enum"]
            return
        makers = {"object": self._objects, "array": self._arrays}
        yield from interleave(
            [
                makers[name](whole.parts, combined, depth) if name in makers else scalar_samples(name, combined)
                for name in likely_types(combined)
            ]
        )

    def _objects(self, parts: Sequence[Subschema], combined: Mapping[str, Any], depth: int) -> Iterator[Json]:
        """Objects with all members, with different values; every second one with the required members alone."""
        names = dict.fromkeys([*combined["required"], *combined["names"]])
        listed = {name: self._members(parts, name, depth) for name in names}
        for turn in range(_MOST_SAMPLES):
            required = {name: listed[name][turn % len(listed[name])] for name in combined["required"] if listed[name]}
            if turn % 2:
                yield required
                continue
            whole = required | _small_members({name: some[turn % len(some)] for name, some in listed.items() if some})
            others = self._pattern_members(parts, turn, depth)
            missing = min(combined.get("minProperties", 0) - len(whole) - len(others), LONGEST_SAMPLE)
            others |= dict.fromkeys(islice(self._other_names(parts, depth), max(missing, 0)), 0)
            yield whole | others | self._other_member(parts, turn, depth)

    def _members(self, parts: Sequence[Subschema], name: str, depth: int) -> list[Json]:
        found = ((holder, _steps_to_member(holder, name)) for holder in parts)
        return self.samples(
            *(self.side.schemas.child(holder, *steps) for holder, steps in found if steps), depth=depth + 1
        )

    def _pattern_members(self, parts: Sequence[Subschema], turn: int, depth: int) -> dict[str, Json]:
        """A member for each pattern of names."""
        found: dict[str, Json] = {}
        patterns = {pattern: holder for holder in parts for pattern in holder.keywords.get("patternProperties", ())}
        for pattern, holder in patterns.items():
            values = self._child_samples(("patternProperties", pattern), [holder], depth)
            names = names_for_pattern(pattern, patterns)[:1]
            found |= {name: values[turn % len(values)] for name in names if values}
        return found

    def _other_member(self, parts: Sequence[Subschema], turn: int, depth: int) -> Json:
        """One member that no keyword names, if there is a schema for such members."""
        holders = [
            (part, word) for part in parts for word in _FOR_OTHER_MEMBERS if isinstance(part.keywords.get(word), dict)
        ]
        values = self.samples(*(self.side.schemas.child(*each) for each in holders), depth=depth + 1) if holders else []
        return {next(self._other_names(parts, depth)): values[turn % len(values)]} if values else {}

    def _other_names(self, parts: Sequence[Subschema], depth: int) -> Iterator[str]:
        """Names of members that no keyword names, as `propertyNames` demands them."""
        holders = [part for part in parts if "propertyNames" in part.keywords]
        named = self._child_samples(("propertyNames",), holders, depth) if holders else []
        yield from (name for name in named if isinstance(name, str))
        yield from (f"x{number}" for number in count())

    def _arrays(self, parts: Sequence[Subschema], combined: Mapping[str, Any], depth: int) -> Iterator[Json]:
        first = self._first_items(parts, depth)
        items = self._child_samples(("items",), [part for part in parts if "items" in part.keywords], depth)
        contained = self._contained_items(parts, combined, depth)
        low, high = combined.get("minItems", 0), combined.get("maxItems", LONGEST_SAMPLE)
        yield from (first + contained + [value] for value in items[:4])
        for size in dict.fromkeys([max(low, len(first), 1), low, low + 1, high]):
            rest = size - len(first) - len(contained)
            if 0 <= size < LONGEST_SAMPLE and (items or rest <= 0):
                filled = first + contained + [items[turn % len(items)] for turn in range(rest)]
                yield filled[: max(size, len(contained))]

    def _first_items(self, parts: Sequence[Subschema], depth: int) -> list[Json]:
        lengths = [len(part.keywords.get("prefixItems", ())) for part in parts]
        found = []
        for index in range(max(lengths, default=0)):
            holders = [part for part, length in zip(parts, lengths, strict=True) if length > index]
            found += self._child_samples(("prefixItems", index), holders, depth)[:1]
        return found

    def _contained_items(self, parts: Sequence[Subschema], combined: Mapping[str, Any], depth: int) -> list[Json]:
        found: list[Json] = []
        for holder in parts:
            if "contains" in holder.keywords:
                found += self._child_samples(("contains",), [holder], depth)[:1]
        return found * int(min(combined.get("minContains", 1), LONGEST_SAMPLE))


class _Branch(NamedTuple):
    """A conjunction, and the choices in it that have been made."""

    whole: Conjunction
    decided: frozenset[tuple[Steps, str]]

    @property
    def open_choices(self) -> list[tuple[Subschema, str]]:
        """The choices that have not been made."""
        held = ((part, word) for part in self.whole.parts for word in _CHOICES if word in part.keywords)
        return [(part, word) for part, word in held if (part.at, word) not in self.decided]


def _split(branch: _Branch) -> Iterator[_Branch]:
    """The ways in which the first open choice can be made."""
    holder, keyword = branch.open_choices[0]
    schemas, parts = branch.whole
    for chosen in _options(holder, keyword):
        further = (schemas.child(holder, *steps) for steps in chosen)
        yield _Branch(conjunction(schemas, *parts, *further), branch.decided | {(holder.at, keyword)})


def _options(holder: Subschema, keyword: str) -> list[list[Steps]]:
    """The options that a keyword leaves, each as the schemas that have to match then."""
    if keyword in ALTERNATIVES:
        return [[(keyword, index)] for index in range(len(holder.keywords[keyword]))]
    if keyword == "if":
        return [[(word,) for word in words if word in holder.keywords] for words in (("if", "then"), ("else",))]
    return [[(keyword, name) for name in holder.keywords[keyword]]]


def _steps_to_member(holder: Subschema, name: str) -> Steps:
    """The steps to what a subschema demands of a member; empty where it demands nothing."""
    if name in holder.keywords.get("properties", ()):
        return "properties", name
    return ("additionalProperties",) if isinstance(holder.keywords.get("additionalProperties"), dict) else ()


def _small_members(members: Mapping[str, Json]) -> dict[str, Json]:
    """As many as leave the card readable, without the largest: of a schema that refers to itself no value is."""
    sizes = {name: len(json.dumps(value)) for name, value in members.items()}
    by_size = sorted(sizes, key=sizes.__getitem__)
    totals = accumulate(sizes[name] for name in by_size)
    fitting = {name for name, total in zip(by_size, totals, strict=True) if total <= _LARGEST}
    return {name: value for name, value in members.items() if name in fitting}


def interleave(several: Sequence[Iterable[_T]]) -> Iterator[_T]:
    """The first of each, then the second of each, and so on."""
    rest = [iter(each) for each in several]
    while rest:
        left = []
        for each in rest:
            for value in islice(each, 1):
                yield value
                left.append(each)
        rest = left
