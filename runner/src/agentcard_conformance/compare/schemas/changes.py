"""Which keywords do not say what they said?"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import Address, Change
from agentcard_conformance.compare.schemas.references import Node, Schemas
from agentcard_conformance.compare.schemas.shapes import (
    BRANCHES,
    SAYS_NOTHING,
    UNEVALUATED,
    Groups,
    Shapes,
    Taken,
    Unit,
    apart,
    key,
    members,
    partners,
    taken,
    units,
    ways,
    within,
)

Place: TypeAlias = tuple[str, ...]
Pair: TypeAlias = tuple[Unit | None, Unit | None]
Half: TypeAlias = tuple[Address | None, Address | None]
"""Two schemas in a keyword, or one that only one side has."""

Both: TypeAlias = tuple[tuple[Address, ...], tuple[Address, ...]]
"""Where the two sides stand."""

IN_PART = ("required", "dependentRequired")
"""Of these the whole is told, though only a name in it differs."""

EVERY = (
    *("items", "prefixItems", "contains", "unevaluatedItems"),
    *("patternProperties", "additionalProperties", "unevaluatedProperties"),
)
"""What asks items or members, whichever they are."""


OPEN = ("items", "additionalProperties", "propertyNames")
ALL_ALLOWED = {"", "true", "{}"}

MOST_WAYS = 16
"""On which one pair of subschemas is come to: seven that all name all can be walked in 1,957, and more tell no more."""


class Sort(NamedTuple):
    """What one side asks of the values at a place."""

    schemas: Schemas
    parts: Taken

    def below(self, steps: Address, *nodes: Node) -> "Sort":
        """The same of what a keyword asks."""
        return self._replace(parts=within(self.schemas, steps, nodes))


def changes(old: Schemas, new: Schemas) -> tuple[Change, ...]:
    """All of them, each with every place in a card that it is asked about.

    `items` and `additionalProperties` change with what their neighbours name: that is told of the neighbours.
    """
    found: dict[Change, list[Place]] = {}
    whole = Sort(old, taken(old, old.root)), Sort(new, taken(new, new.root))
    for change in _Walk(Shapes(whole)).between(*whole, ()):
        places = found.setdefault(change._replace(places=()), [])
        places += [place for place in change.places if place not in places]
    plain = {change.new_at for change in found if change.old != change.new}
    watched = any(word in node.words for side in (old, new) for node in side.nodes() for word in UNEVALUATED)
    told = {each: places for each, places in found.items() if not (_is_told(each, plain) or _is_idle(each, watched))}
    return tuple(change._replace(places=tuple(places)) for change, places in told.items())


def _is_told(change: Change, plain: Collection[Address | None]) -> bool:
    """Of a keyword that says what it said and means something else: is it so for a change beside it?"""
    return change.old == change.new and (change.new_at in plain or (change.keyword in UNEVALUATED and bool(plain)))


def _is_idle(change: Change, watched: bool) -> bool:  # noqa: FBT001  # no caller would say its name
    """Does it allow whatever is allowed without it, and does nothing ask which members or items were looked at?"""
    return change.keyword in OPEN and {change.old, change.new} <= ALL_ALLOWED and not watched


class _Walk:
    """Down both schemas together, wherever they differ."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._open: list[Both] = []
        self._ways: Counter[Both] = Counter()

    def between(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        here = key(old.parts), key(new.parts)
        if here not in self._open and self._ways[here] < MOST_WAYS and self._shape(old) != self._shape(new):
            self._ways[here] += 1
            self._open.append(here)
            yield from self._units(old, new, place)
            yield from self._members(old, new, place)
            yield from self._apart(old, new, place)
            self._open.pop()

    def _shape(self, side: Sort) -> int:
        return self._shapes.of(side.schemas, side.parts)

    def _units(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        for pair in _differing(units(old.parts), units(new.parts)):
            yield _change(pair, old, new, place)

    def _members(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        before, after = members(old.parts), members(new.parts)
        for steps in dict.fromkeys([*before, *after]):
            deeper = (*place, *further(steps))
            if steps in before and steps in after:
                for some, others in _paired(before[steps], after[steps]):
                    yield from self.between(old.below(steps, *some), new.below(steps, *others), deeper)
            else:
                was, now = (_unit(steps, each[steps]) if steps in each else None for each in (before, after))
                yield _change((was, now), old, new, deeper)

    def _apart(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        for was, now in _differing(self._words(old), self._words(new)):
            halves = self._halves(was, now, old, new) if was and now else []
            if not halves or any(None in half for half in halves):
                yield _change((was, now), old, new, place)
            for before, after in halves:
                if was and now and before and after:
                    below = old.below(before, was.node), new.below(after, now.node)
                    yield from self.between(*below, (*place, *further(before)))

    def _words(self, side: Sort) -> Iterator[Unit]:
        for word, node in apart(side.parts):
            yield Unit(word, self._shapes.of_word(side.schemas, word, node), node)

    def _halves(self, was: Unit, now: Unit, old: Sort, new: Sort) -> list[Half]:
        """Where a keyword differs from another of its kind, which of the schemas in it do."""
        before, after = self._within(was, old), self._within(now, new)
        if was.keyword in BRANCHES:
            return [*_differing_branches(before, after)]
        ways = [way for way in {**before, **after} if before.get(way) != after.get(way)]
        return [(way if way in before else None, way if way in after else None) for way in ways]

    def _within(self, unit: Unit, side: Sort) -> dict[Address, int]:
        return {way: self._shape(side.below(way, unit.node)) for way in ways(unit.keyword, unit.node)}


def _unit(steps: Address, groups: Groups) -> Unit:
    return Unit(str(steps[0]), steps, next(chain(*groups.values())))


def _paired(before: Groups, after: Groups) -> Iterator[tuple[list[Node], list[Node]]]:
    """Those that are about the same members or items; all together where the two sides part them otherwise."""
    if before.keys() == after.keys():
        yield from ((before[beside], after[beside]) for beside in before)
    else:
        yield [*chain(*before.values())], [*chain(*after.values())]


def _differing_branches(before: Mapping[Address, int], after: Mapping[Address, int]) -> Iterator[Half]:
    gone = [way for way, shape in before.items() if shape not in after.values()]
    come = [way for way, shape in after.items() if shape not in before.values()]
    return zip_longest(gone, come)


def _differing(before: Iterable[Unit], after: Iterable[Unit]) -> Iterator[Pair]:
    """What only one side says, in pairs of a kind: of one requirement if there are such, else as they stand."""
    old, new = [*before], [*after]
    gone, come = _not_among(old, new), _not_among(new, old)
    for now in come:
        kin = [was for was in gone if was.kind == now.kind]
        was = next((each for each in kin if each.node.requirement == now.node.requirement), next(iter(kin), None))
        if was:
            gone.remove(was)
        yield was, now
    yield from ((was, None) for was in gone)


def _not_among(some: Sequence[Unit], others: Sequence[Unit]) -> list[Unit]:
    said = {(unit.kind, unit.said) for unit in others}
    return [*{(unit.kind, unit.said): unit for unit in some if (unit.kind, unit.said) not in said}.values()]


def further(steps: Address) -> Place:
    """From a value to those that a keyword asks."""
    if steps[0] == "properties":
        return (str(steps[1]),)
    return ("*",) if steps[0] in EVERY else ()


def _change(pair: Pair, old: Sort, new: Sort, place: Place) -> Change:
    was, now = pair
    unit = now or was
    assert unit is not None  # noqa: S101  # one of a pair is there
    before = was.node if was else _counterpart(unit, old)
    after = now.node if now else _counterpart(unit, new)
    return Change(
        unit.keyword,
        before.at if before else None,
        after.at if after else None,
        _told(was or unit, before, there=was is not None),
        _told(now or unit, after, there=now is not None),
        unit.node.requirement,
        (place,),
    )


def _counterpart(unit: Unit, side: Sort) -> Node | None:
    """The subschema that would hold it on the side that does not: where its keyword or its neighbours are."""
    return max(
        (node for node in side.parts if node.schema is not False), key=lambda node: _likeness(unit, node), default=None
    )


def _likeness(unit: Unit, node: Node) -> tuple[bool, int, bool]:
    shared = len(unit.node.words.keys() & node.words.keys() - {"$comment"})
    return unit.keyword in node.words, shared, unit.node.requirement == node.requirement


def _told(unit: Unit, node: Node | None, *, there: bool) -> str:
    if not node or not (there or _is_told_of_both(unit, node)):
        return ""
    if unit.keyword not in node.words:
        return "false" if unit.keyword == "false" and there else ""
    value = node.words[unit.keyword]
    if unit.keyword == "if":
        value = {word: node.words[word] for word in partners("if") if word in node.words}
    if isinstance(unit.said, tuple) and unit.said[:1] == (unit.keyword,) and isinstance(value, dict) and unit.said[1:]:
        value = {unit.said[1]: value[unit.said[1]]}
    return json.dumps(value)


def _is_told_of_both(unit: Unit, node: Node) -> bool:
    """Of a bound that is there and bounds nothing, too."""
    idle = unit.keyword in SAYS_NOTHING and node.words.get(unit.keyword) == SAYS_NOTHING[unit.keyword]
    return idle or unit.keyword in IN_PART
