"""Which keywords do not say what they said?"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import Address, Change
from agentcard_conformance.compare.references import Node, Schemas
from agentcard_conformance.compare.shapes import (
    BRANCHES,
    Shapes,
    Taken,
    Unit,
    apart,
    key,
    members,
    taken,
    units,
    within,
)

Place: TypeAlias = tuple[str, ...]
Pair: TypeAlias = tuple[Unit | None, Unit | None]

IN_PART = ("required", "dependentRequired")
"""Of these the whole is told, though only a name in it differs."""

EVERY = (
    *("items", "prefixItems", "contains", "unevaluatedItems"),
    *("patternProperties", "additionalProperties", "unevaluatedProperties"),
)
"""What asks items or members, whichever they are."""


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
    for change in _Walk().between(*whole, ()):
        places = found.setdefault(change._replace(places=()), [])
        places += [place for place in change.places if place not in places]
    plain = {change.new_at for change in found if change.old != change.new}
    told = {each: places for each, places in found.items() if each.old != each.new or each.new_at not in plain}
    return tuple(change._replace(places=tuple(places)) for change, places in told.items())


class _Walk:
    """Down both schemas together, wherever they differ."""

    def __init__(self) -> None:
        self._shapes = Shapes()
        self._open: list[tuple[tuple[Address, ...], tuple[Address, ...]]] = []

    def between(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        here = key(old.parts), key(new.parts)
        if here not in self._open and self._shape(old) != self._shape(new):
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
                yield from self.between(old.below(steps, *before[steps]), new.below(steps, *after[steps]), deeper)
            else:
                was, now = (
                    Unit(str(steps[0]), steps, each[steps][0]) if steps in each else None for each in (before, after)
                )
                yield _change((was, now), old, new, deeper)

    def _apart(self, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        for was, now in _differing(self._words(old), self._words(new)):
            inside = [*self._inside(was, now, old, new, place)] if was and now else []
            yield from inside or [_change((was, now), old, new, place)]

    def _words(self, side: Sort) -> Iterator[Unit]:
        for word, node in apart(side.parts):
            yield Unit(word, self._shapes.of_word(side.schemas, word, node), node)

    def _inside(self, was: Unit, now: Unit, old: Sort, new: Sort, place: Place) -> Iterator[Change]:
        """Where a keyword differs from another of its kind: what in it does."""
        for before, after in self._halves(was, now, old, new):
            if before is None or after is None:
                yield _change((was, now), old, new, place)
            else:
                halves = old.below(before, was.node), new.below(after, now.node)
                yield from self.between(*halves, (*place, *further(before)))

    def _halves(self, was: Unit, now: Unit, old: Sort, new: Sort) -> Iterable[tuple[Address | None, Address | None]]:
        if was.keyword not in BRANCHES:
            words = ("if", "then", "else") if was.keyword == "if" else (was.keyword,)
            both = [[(word,) if word in unit.node.words else None for word in words] for unit in (was, now)]
            return [pair for pair in zip(*both, strict=True) if any(pair)]
        return _differing_branches(self._branches(was, old), self._branches(now, new))

    def _branches(self, unit: Unit, side: Sort) -> dict[Address, int]:
        ways: list[Address] = [(unit.keyword, index) for index in range(len(unit.node.words[unit.keyword]))]
        return {way: self._shape(side.below(way, unit.node)) for way in ways}


def _differing_branches(
    before: dict[Address, int], after: dict[Address, int]
) -> Iterable[tuple[Address | None, Address | None]]:
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
    if not node or not (there or unit.keyword in IN_PART):
        return ""
    if unit.keyword not in node.words:
        return "false" if unit.keyword == "false" and there else ""
    value = node.words[unit.keyword]
    if isinstance(unit.said, tuple) and unit.said[:1] == (unit.keyword,) and isinstance(value, dict) and unit.said[1:]:
        value = {unit.said[1]: value[unit.said[1]]}
    return json.dumps(value)
