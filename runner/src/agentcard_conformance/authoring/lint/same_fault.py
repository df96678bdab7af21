"""Whether two cards show the same fault or value, however much else is different in them."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import NamedTuple

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.authoring.requirement_places import places_of_requirements
from agentcard_conformance.model import (
    Assessment,
    Expected,
    Finding,
    Fixture,
    Json,
    Level,
    LiteralFloat,
    PathPattern,
    Stage,
    parse_pointer,
    parts_at,
    to_pointer,
)
from agentcard_conformance.schema_engine.subschemas import walk_schema

_SURROUNDINGS = frozenset({"in", "before", "beside", "behind", "among", "for", "at", "over", "holding", "first"})
"""Words in the name of a card whose point is what stands around the fault."""

_AFTER_A_SCALAR = re.compile(rb"[,}\]\n]")


class ShownPoint(NamedTuple):
    """What a card shows."""

    key: Hashable
    """The same for two cards that show the same."""
    place: str
    is_fault: bool
    """Whether it is a fault that the reference finds, and not a value that it takes."""
    card: Hashable
    """The same for cards of one value, which differ in their spelling alone: that is then what they show."""


def check_same_fault(subject: Subject) -> Iterator[Problem]:
    """No two cards of a requirement show the same fault, and what one leaves open is scored by none."""
    points = _Points(subject)
    seen: defaultdict[Hashable, list[tuple[Fixture, ShownPoint]]] = defaultdict(list)
    for fixture, assessment in subject.assessed:
        if point := points.shown_by(fixture, assessment):
            others = seen[point.key]
            problems = (_problem(fixture, point, *other) for other in others)
            yield from [problem for problem in problems if problem][:1]
            others.append((fixture, point))


def _problem(fixture: Fixture, point: ShownPoint, other: Fixture, shown: ShownPoint) -> Problem | None:
    path, open_sides = f"fixtures/{fixture.path}", [each.expected is Expected.CONTESTED for each in (fixture, other)]
    same = f"the same {'fault' if point.is_fault else 'value'} at {point.place}"
    if open_sides[0] != open_sides[1]:
        what = f"shows what {other.path} shows, {same}: a card is scored or contested, not both"
        return Problem(path, what, "let it show something else; or if the source decides it, move the contested card")
    if not point.is_fault or point.card == shown.card or _names_surroundings(fixture) or _names_surroundings(other):
        return None
    fix = "let it show something of its own; if what stands around is its point, name it so: in-a-…, beside-…, behind-…"
    return Problem(path, f"shows the same as {other.path}: {same}", fix)


def _names_surroundings(fixture: Fixture) -> bool:
    return not _SURROUNDINGS.isdisjoint(fixture.id.rpartition("/")[2].split("-"))


class _Points:
    """What the cards of a dialect show."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._places = places_of_requirements(subject.dialect)

    def shown_by(self, fixture: Fixture, assessment: Assessment) -> ShownPoint | None:
        """The faults found of its requirement, or else the values that it looks at; None where neither has a place."""
        found = (*assessment.violations, *assessment.advice, *assessment.contested)
        own = [finding for finding in found if finding.requirement == fixture.requirement]
        if not isinstance(assessment.value, dict) or any(each.stage is Stage.DECODE for each in own):
            return None
        return self._fault(fixture, own, assessment.value) if own else self._value(fixture, assessment.value)

    def _fault(self, fixture: Fixture, own: list[Finding], value: Json) -> ShownPoint | None:
        """A name or a number may be escaped or not, which is then a point of its own."""
        places = [self._place_of(finding) for finding in own]
        if not all(places):
            return None
        parts = (
            (
                place,
                finding.what,
                _exact_key(_part_at(value, place)),
                self._words_beside(value, place),
                _spelling(fixture.question.card, finding),
            )
            for place, finding in zip(places, own, strict=True)
        )
        escapes = fixture.question.card.count(b"\\")
        key = fixture.requirement.id, _context_key(fixture), escapes, *sorted(parts, key=repr)
        return ShownPoint(key, own[0].pointer, is_fault=True, card=_exact_key(value))

    def _place_of(self, finding: Finding) -> PathPattern:
        """The whole that the requirement is about: the fault may lie deep in it, in what it refers to there."""
        names = parse_pointer(finding.pointer)
        for place in sorted(self._places[finding.requirement.id], key=len):
            if place and len(place) <= len(names) and _is_at(names, place):
                return names[: len(place)]
        return names

    def _words_beside(self, value: Json, place: PathPattern) -> Hashable:
        """The members beside a part that hold a word of the dialect, such as a protocol; free text says nothing."""
        holder = _part_at(value, place[:-1])
        members = holder.items() if isinstance(holder, dict) else ()
        return tuple(
            sorted((name, part) for name, part in members if name != place[-1] and _is_in(part, self._dialect_words))
        )

    def _value(self, fixture: Fixture, value: Json) -> ShownPoint | None:
        """What stands at the places of the requirement and not in the example; others of its area may show it, too.

        Of a contested requirement that nothing reports, nobody can tell where its cards ask their question.
        """
        if fixture.requirement.level is Level.CONTESTED and fixture.requirement.id not in self._reported:
            return None
        places = sorted(place for place in self._places[fixture.requirement.id] if place)
        parts = {to_pointer(at): _exact_key(part) for place in places for at, part in parts_at(value, place)}
        plain = {
            to_pointer(at): _exact_key(part) for place in places for at, part in parts_at(self._subject.example, place)
        }
        own = [(at, key) for at, key in parts.items() if plain.get(at) != key]
        key = fixture.requirement.area, _context_key(fixture), *own
        return ShownPoint(key, own[0][0], is_fault=False, card=_exact_key(value)) if own else None

    @cached_property
    def _reported(self) -> frozenset[str]:
        """The requirements that the schema or a rule reports."""
        dialect = self._subject.dialect
        return frozenset(dialect.schema.get("$defs", ())) | {use.requirement for use in dialect.rules}

    @cached_property
    def _dialect_words(self) -> frozenset[str]:
        """The strings that the schema lists."""
        schemas = [part for _, part in walk_schema(self._subject.dialect.schema) if isinstance(part, dict)]
        listed = (word for part in schemas for word in [*part.get("enum", ()), part.get("const")])
        return frozenset(word for word in listed if isinstance(word, str))


def _context_key(fixture: Fixture) -> Hashable:
    """The same only for cards that are judged alike: by another clock, the same time is another point."""
    return _exact_key(dict(fixture.question.context))


def _spelling(card: bytes, finding: Finding) -> bytes:
    """How a part begins in the text: null may be written in four ways in YAML, and twenty in eight."""
    if finding.position is None:
        return b""
    line = card.split(b"\n")[finding.position.line - 1].decode("utf-8", "replace")
    return b"".join(_AFTER_A_SCALAR.split(line[finding.position.column - 1 :].encode())[0].split())


def _is_at(names: PathPattern, place: PathPattern) -> bool:
    return all(step in ("*", name) for step, name in zip(place, names, strict=False))


def _is_in(value: Json, words: frozenset[str]) -> bool:
    return isinstance(value, str) and value in words


def _part_at(value: Json, names: PathPattern) -> Json:
    for name in names:
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def _exact_key(value: Json) -> Hashable:
    """The same for values that are spelled alike, in whatever order their members stand."""
    if isinstance(value, dict):
        return "object", *sorted((name, _exact_key(part)) for name, part in value.items())
    if isinstance(value, list):
        return "array", *map(_exact_key, value)
    return type(value).__name__, value.text if isinstance(value, LiteralFloat) else value
