"""Finds the keywords whose meaning differs between two revisions, with the places of a card that each judges."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import TypeAlias

from agentcard_conformance.compare.results import WHOLE, Change
from agentcard_conformance.compare.schemas import RevisionSchemas, Subschema
from agentcard_conformance.compare.schemas.equivalence import (
    ALTERNATIVES,
    IDLE_VALUES,
    UNEVALUATED,
    Conjunction,
    EquivalenceClasses,
    Holders,
    KeywordPart,
    assertions,
    companion_keywords,
    conjunction,
    merged_applicators,
    separate_applicators,
    steps_to_schemas,
)
from agentcard_conformance.model import PathPattern, Steps
from agentcard_conformance.schema_engine.keywords import ANNOTATIONS, KEYWORDS, Judges

_Pair: TypeAlias = tuple[KeywordPart | None, KeywordPart | None]
_StepsPair: TypeAlias = tuple[Steps | None, Steps | None]
"""Two schemas in a keyword, or one that only one side has."""

_Keys: TypeAlias = tuple[tuple[Steps, ...], tuple[Steps, ...]]
"""Where the conjunctions of the two sides stand."""

_SHOWN_WHOLE = ("required", "dependentRequired")
"""The whole value of these is shown, though only a name in it differs."""

_OPEN = ("items", "additionalProperties", "propertyNames")
_ALL_ALLOWED = {"", "true", "{}"}

_MOST_WAYS = 16
"""Ways to one pair of subschemas: seven that all name all can be walked in 1,957, and more ways find no more."""


def find_changes(old: RevisionSchemas, new: RevisionSchemas) -> tuple[Change, ...]:
    """All changed keywords, each with every place in a card that it judges.

    `items` and `additionalProperties` change with what their neighbours name; then only the neighbours are listed.
    """
    found: dict[Change, list[PathPattern]] = {}
    roots, classes = _roots_and_classes(old, new)
    for change in _Walk(classes).between(*roots, ()):
        places = found.setdefault(change._replace(places=()), [])
        places += [place for place in change.places if place not in places]
    rewritten = {change.new_at for change in found if change.old != change.new}
    watched = any(word in part.keywords for side in (old, new) for part in side.walk() for word in UNEVALUATED)
    kept = (each for each in found if not _is_implied(each, rewritten) and (watched or not _allows_everything(each)))
    changes = tuple(change._replace(places=tuple(found[change])) for change in kept)
    if len(changes) > 1 and not all(_demands(side) for side in roots):
        return (Change(WHOLE, (), (), json.dumps(old.root.schema), json.dumps(new.root.schema), "", ((),)),)
    return changes


def are_equivalent(old: RevisionSchemas, new: RevisionSchemas) -> bool:
    """Whether they are known to mean the same, though perhaps written otherwise."""
    (before, after), classes = _roots_and_classes(old, new)
    return classes.of(before) == classes.of(after)


def _demands(side: Conjunction) -> bool:
    return any(not isinstance(part.schema, dict) or part.keywords.keys() - {*ANNOTATIONS} for part in side.parts)


@lru_cache(maxsize=1)
def _roots_and_classes(
    old: RevisionSchemas, new: RevisionSchemas
) -> tuple[tuple[Conjunction, Conjunction], EquivalenceClasses]:
    roots = conjunction(old, old.root), conjunction(new, new.root)
    return roots, EquivalenceClasses(roots)


def judged_place(steps: Steps) -> PathPattern:
    """Where the values that a keyword applies its schemas to lie, seen from the value it judges."""
    judges = KEYWORDS[str(steps[0])].judges
    if judges is Judges.MEMBER:
        return (str(steps[1]),)
    return ("*",) if judges in (Judges.PARTS, Judges.REST) else ()


def _is_implied(change: Change, rewritten: Collection[Steps | None]) -> bool:
    """Whether a keyword has its old value, and another meaning only since one beside it changed."""
    return change.old == change.new and (
        change.new_at in rewritten or (change.keyword in UNEVALUATED and bool(rewritten))
    )


def _allows_everything(change: Change) -> bool:
    """Whether it allows what is allowed without it; then it matters only to keywords on what was not evaluated."""
    return change.keyword in _OPEN and {change.old, change.new} <= _ALL_ALLOWED


class _Walk:
    """Goes down both schemas together, wherever they differ."""

    def __init__(self, classes: EquivalenceClasses) -> None:
        self._classes = classes
        self._open: list[_Keys] = []
        self._ways: Counter[_Keys] = Counter()

    def between(self, old: Conjunction, new: Conjunction, place: PathPattern) -> Iterator[Change]:
        here = old.key, new.key
        differ = self._classes.of(old) != self._classes.of(new)
        if here not in self._open and self._ways[here] < _MOST_WAYS and differ:
            self._ways[here] += 1
            self._open.append(here)
            for pair in _differing(assertions(old.parts), assertions(new.parts)):
                yield _to_change(pair, old, new, place)
            yield from self._in_merged(old, new, place)
            yield from self._in_separate(old, new, place)
            self._open.pop()

    def _in_merged(self, old: Conjunction, new: Conjunction, place: PathPattern) -> Iterator[Change]:
        before, after = merged_applicators(old.parts), merged_applicators(new.parts)
        for steps in dict.fromkeys([*before, *after]):
            deeper = (*place, *judged_place(steps))
            if steps in before and steps in after:
                for some, others in _paired(before[steps], after[steps]):
                    yield from self.between(old.child(steps, *some), new.child(steps, *others), deeper)
            else:
                was, now = (_whole_part(steps, each[steps]) if steps in each else None for each in (before, after))
                yield _to_change((was, now), old, new, deeper)

    def _in_separate(self, old: Conjunction, new: Conjunction, place: PathPattern) -> Iterator[Change]:
        for was, now in _differing(self._separate_parts(old), self._separate_parts(new)):
            pairs = self._differing_schemas(was, now, old, new) if was and now else []
            if not pairs or any(None in pair for pair in pairs):
                yield _to_change((was, now), old, new, place)
            for before, after in pairs:
                if was and now and before and after:
                    inside = old.child(before, was.holder), new.child(after, now.holder)
                    yield from self.between(*inside, (*place, *judged_place(before)))

    def _separate_parts(self, side: Conjunction) -> Iterator[KeywordPart]:
        for keyword, holder in separate_applicators(side.parts):
            yield KeywordPart(keyword, self._classes.of_keyword(side.schemas, keyword, holder), holder)

    def _differing_schemas(
        self, was: KeywordPart, now: KeywordPart, old: Conjunction, new: Conjunction
    ) -> list[_StepsPair]:
        """The schemas in which a keyword differs from another of its kind."""
        before, after = self._schema_classes(was, old), self._schema_classes(now, new)
        if was.keyword in ALTERNATIVES:
            gone = [steps for steps, number in before.items() if number not in after.values()]
            come = [steps for steps, number in after.items() if number not in before.values()]
            return [*zip_longest(gone, come)]
        differing = [steps for steps in {**before, **after} if before.get(steps) != after.get(steps)]
        return [(steps if steps in before else None, steps if steps in after else None) for steps in differing]

    def _schema_classes(self, part: KeywordPart, side: Conjunction) -> dict[Steps, int]:
        inside = steps_to_schemas(part.keyword, part.holder)
        return {steps: self._classes.of(side.child(steps, part.holder)) for steps in inside}


def _whole_part(steps: Steps, holders: Holders) -> KeywordPart:
    return KeywordPart(str(steps[0]), steps, next(chain(*holders.values())))


def _paired(before: Holders, after: Holders) -> Iterator[tuple[list[Subschema], list[Subschema]]]:
    """Holders that are about the same members or items; all together where the two sides group them otherwise."""
    if before.keys() == after.keys():
        yield from ((before[beside], after[beside]) for beside in before)
    else:
        yield [*chain(*before.values())], [*chain(*after.values())]


def _differing(before: Iterable[KeywordPart], after: Iterable[KeywordPart]) -> Iterator[_Pair]:
    """What only one side demands, in pairs of a kind: of one requirement if there are such, else as they stand."""
    old, new = [*before], [*after]
    gone, come = _not_among(old, new), _not_among(new, old)
    for now in come:
        alike = [was for was in gone if was.kind == now.kind]
        was = next(
            (each for each in alike if each.holder.requirement == now.holder.requirement), next(iter(alike), None)
        )
        if was:
            gone.remove(was)
        yield was, now
    yield from ((was, None) for was in gone)


def _not_among(some: Sequence[KeywordPart], others: Sequence[KeywordPart]) -> list[KeywordPart]:
    known = {(part.kind, part.value) for part in others}
    return [*{key: part for part in some if (key := (part.kind, part.value)) not in known}.values()]


def _to_change(pair: _Pair, old: Conjunction, new: Conjunction, place: PathPattern) -> Change:
    was, now = pair
    part = now or was
    assert part is not None  # noqa: S101  # one of a pair is there
    before = was.holder if was else _counterpart(part, old)
    after = now.holder if now else _counterpart(part, new)
    return Change(
        part.keyword,
        before.at if before else None,
        after.at if after else None,
        _value_as_json(was or part, before, there=was is not None),
        _value_as_json(now or part, after, there=now is not None),
        part.holder.requirement,
        (place,),
    )


def _counterpart(part: KeywordPart, side: Conjunction) -> Subschema | None:
    """The subschema that would hold it on the side that does not: where its keyword or its neighbours are."""
    possible = (each for each in side.parts if each.schema is not False)
    return max(possible, key=lambda each: _likeness(part, each), default=None)


def _likeness(part: KeywordPart, holder: Subschema) -> tuple[bool, int, bool]:
    shared = len(part.holder.keywords.keys() & holder.keywords.keys() - {"$comment"})
    return part.keyword in holder.keywords, shared, part.holder.requirement == holder.requirement


def _value_as_json(part: KeywordPart, holder: Subschema | None, *, there: bool) -> str:
    """The value of the keyword as JSON; of a keyword with names, that name alone."""
    if not holder or not (there or _is_shown_of_both(part, holder)):
        return ""
    if part.keyword not in holder.keywords:
        return "false" if part.keyword == "false" and there else ""
    value = holder.keywords[part.keyword]
    if part.keyword == "if":
        value = {word: holder.keywords[word] for word in companion_keywords("if") if word in holder.keywords}
    if (
        isinstance(part.value, tuple)
        and part.value[:1] == (part.keyword,)
        and isinstance(value, dict)
        and part.value[1:]
    ):
        value = {part.value[1]: value[part.value[1]]}
    return json.dumps(value)


def _is_shown_of_both(part: KeywordPart, holder: Subschema) -> bool:
    """Whether it is shown of the side where it does not differ: a name list, or a bound that bounds nothing."""
    idle = part.keyword in IDLE_VALUES and holder.keywords.get(part.keyword) == IDLE_VALUES[part.keyword]
    return idle or part.keyword in _SHOWN_WHOLE
