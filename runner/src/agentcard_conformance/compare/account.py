"""What is told of a comparison, and in which order, in whatever format?"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.findings import (
    Change,
    Comparison,
    Direction,
    Flips,
    Moved,
    Refusal,
    Unwitnessed,
    VersionStep,
)
from agentcard_conformance.compare.short import card_lines, shortened
from agentcard_conformance.model import pointer
from agentcard_conformance.renderers import plain, visible

WHY = {
    VersionStep.MAJOR: "Cards that were accepted are refused.",
    VersionStep.MINOR: "Cards that were refused are accepted, and no card was found that is newly refused.",
    VersionStep.PATCH: "The schemas differ, and no card was found that shows it.",
    VersionStep.NONE: "The schemas differ in nothing that judges a card.",
}
STEPS = {
    VersionStep.MAJOR: "this is a major step",
    VersionStep.MINOR: "this is a minor step",
    VersionStep.PATCH: "this is a patch step",
    VersionStep.NONE: "no step is needed",
}
SIDES = {
    Direction.REFUSED: "Valid before, refused now",
    Direction.ACCEPTED: "Refused before, valid now",
}
MOVES = {Direction.REFUSED: "from valid to invalid", Direction.ACCEPTED: "from invalid to valid"}
SEEN = {"corpus": "of the corpus", "cards": "of --cards", "generated": "generated"}


class Quoted(NamedTuple):
    """Words that are not ours, a card's, a schema's or a file's, without anything that a terminal acts upon."""

    text: str


Words: TypeAlias = tuple[str | Quoted, ...]


class Entry(NamedTuple):
    """One thing that was found."""

    title: Words
    facts: tuple[Words, ...] = ()
    card: tuple[str, ...] = ()
    """Its lines."""


class Section(NamedTuple):
    """All things of one kind, under a title that counts them."""

    title: str
    entries: tuple[Entry, ...]


class Account(NamedTuple):
    """The answer, what it rests on, and what was found."""

    answer: str
    notes: tuple[Words, ...]
    sections: tuple[Section, ...]


def account(comparison: Comparison) -> Account:
    """The whole of it; a section in which there is nothing is left out."""
    sections = (*_flipped(comparison), _moved(comparison), _unwitnessed(comparison), _unread(comparison))
    return Account(answer(comparison), tuple(_notes(comparison)), tuple(each for each in sections if each.entries))


def answer(comparison: Comparison) -> str:
    """What most readers want to know, in a line."""
    breaking, loosening = (len(_to(direction, comparison)) for direction in Direction)
    counts = [f"{breaking} breaking"] * bool(breaking) + [f"{loosening} loosening"] * bool(loosening)
    found = ", ".join(counts) or ("no flip found" if comparison.step is VersionStep.PATCH else "no change")
    said = f"{found}: {STEPS[comparison.step]}"
    return said if comparison.complete else f"{said}, as far as this came before it was interrupted"


def in_order(flips: Iterable[Flips]) -> list[Flips]:
    """By requirement, then keyword: an order that does not depend on how they were found."""
    return sorted(flips, key=_told)


def _told(flips: Flips) -> tuple[str, ...]:
    change = flips.change
    said = (change.keyword, pointer(change.new_at or change.old_at or ()), change.new) if change else ("", "", "")
    return flips.requirement, *said, flips.witness.card


def _to(direction: Direction, comparison: Comparison) -> list[Flips]:
    return in_order(each for each in comparison.flips if each.direction is direction)


def total(counts: Mapping[str, int]) -> int:
    """How many cards, wherever they come from?"""
    return sum(counts.values())


def _notes(comparison: Comparison) -> Iterable[Words]:
    yield (WHY[comparison.step],)
    yield "old: ", _file(comparison.old)
    yield "new: ", _file(comparison.new)
    yield (f"held against both: {_counted(comparison.replayed)}",)
    if comparison.rules:
        yield "on both sides with the rules of ", _cut(comparison.dialect)
    elif comparison.dialect:
        yield "the schemas alone, without the rules of ", _cut(comparison.dialect)
    if not comparison.complete:
        yield (f"interrupted after {total(comparison.replayed):,} cards: there may be more to find",)


def _flipped(comparison: Comparison) -> Iterable[Section]:
    for direction, title in SIDES.items():
        flips = _to(direction, comparison)
        yield Section(f"{title}: {len(flips):,}", tuple(map(_flips, flips)))


def _flips(flips: Flips) -> Entry:
    witness = flips.witness
    facts = (*_refusal(flips.direction, witness.refusal), (f"cards: {_counted(flips.seen)}",))
    return Entry(_title(flips), (*facts, ("one of them: ", _file(witness.origin))), card_lines(witness.card))


def _title(flips: Flips) -> Words:
    requirement = (_cut(flips.requirement), ": ") if flips.requirement else ()
    if flips.change:
        return *requirement, *_change(flips.change)
    return *requirement, "no single changed keyword explains it"


def _change(change: Change) -> Words:
    keyword = _cut(change.keyword), *_places(change)
    if not change.old:
        return *keyword, " was added: ", _cut(change.new)
    if not change.new:
        return *keyword, " was removed: ", _cut(change.old)
    return *keyword, " was ", _cut(change.old), ", is ", _cut(change.new)


def _places(change: Change) -> Words:
    """The first stands for all: a definition may serve many."""
    places = sorted(pointer(place) for place in change.places)
    others = len(places) - 1
    more = f" and {others:,} more place{'s' * (others > 1)}" if others else ""
    return (" at ", _cut(places[0]), more) if places and places[0] else ()


def _refusal(direction: Direction, refusal: Refusal) -> Iterable[Words]:
    side = "new" if direction is Direction.REFUSED else "old"
    where = _cut(refusal.pointer) if refusal.pointer else "the top level"
    yield f"the {side} side says, at ", where, ": ", _cut(refusal.what)


def _moved(comparison: Comparison) -> Section:
    moved = sorted(comparison.moved, key=lambda each: (each.direction, each.path))
    return Section(f"Fixtures that would change sides: {len(moved):,}", tuple(map(_move, moved)))


def _move(moved: Moved) -> Entry:
    why = (", for ", _cut(moved.requirement)) if moved.requirement else ()
    return Entry((_file(f"fixtures/{moved.path}"), f" {MOVES[moved.direction]}", *why))


def _unwitnessed(comparison: Comparison) -> Section:
    untold = comparison.unwitnessed
    return Section(f"Changes that no card was found for: {len(untold):,}", tuple(map(_untold, untold)))


def _untold(unwitnessed: Unwitnessed) -> Entry:
    change = unwitnessed.change
    under = (_cut(change.requirement), ": ") if change.requirement else ()
    return Entry((*under, *_change(change), f": no witness found in {unwitnessed.tried:,} cards"))


def _unread(comparison: Comparison) -> Section:
    return Section("Cards that could not be read", tuple(Entry((_file(each),)) for each in comparison.unread))


def _counted(counts: Mapping[str, int]) -> str:
    named = [f"{counts[name]:,} {words}" for name, words in SEEN.items() if counts.get(name)]
    return ", ".join(named) or "no card"


def _cut(text: str) -> Quoted:
    return Quoted(shortened(plain(shortened(text))))  # before, since to escape 10 MB takes a second


def _file(name: str) -> Quoted:
    return Quoted(visible(name))
