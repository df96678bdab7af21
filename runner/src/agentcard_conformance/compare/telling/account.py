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
    Unknown,
    Unwitnessed,
)
from agentcard_conformance.compare.telling.answer import answer, why
from agentcard_conformance.compare.telling.short import card_lines, shortened
from agentcard_conformance.escaping import escape_invisible, to_ascii
from agentcard_conformance.model import to_pointer

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
    sections = (
        *_flipped(comparison),
        _unwitnessed(comparison),
        _unknown(comparison),
        _unread(comparison),
        _fixtures("Fixtures that would change sides", comparison.moved),  # by the hundred when a member is demanded
        _fixtures("Contested fixtures that would be read otherwise", comparison.contested),
    )
    return Account(answer(comparison), tuple(_notes(comparison)), tuple(each for each in sections if each.entries))


def in_order(flips: Iterable[Flips]) -> list[Flips]:
    """By requirement, then keyword: an order that does not depend on how they were found."""
    return sorted(flips, key=_told)


def _told(flips: Flips) -> tuple[str, ...]:
    change = flips.change
    said = (change.keyword, to_pointer(change.new_at or change.old_at or ()), change.new) if change else ("", "", "")
    return flips.requirement, *said, flips.witness.card


def _to(direction: Direction, comparison: Comparison) -> list[Flips]:
    return in_order(each for each in comparison.flips if each.direction is direction)


def total(counts: Mapping[str, int]) -> int:
    """How many cards, wherever they come from?"""
    return sum(counts.values())


def _notes(comparison: Comparison) -> Iterable[Words]:
    yield (why(comparison),)
    yield "old: ", _file(comparison.old)
    yield "new: ", _file(comparison.new)
    yield (f"held against both: {_counted(comparison.replayed)}",)
    if settled := _settled(comparison):
        going = "go to the sides where they are" if settled > 1 else "goes to the side where it is"
        yield (f"{settled:,} of the corpus {going} expected",)
    if comparison.rules:
        yield "on both sides with the rules of ", _cut(comparison.dialect)
    elif comparison.dialect:
        yield "the schemas alone, without the rules of ", _cut(comparison.dialect)
    if not comparison.complete:
        yield (f"interrupted after {total(comparison.replayed):,} cards: there may be more to find",)


def _settled(comparison: Comparison) -> int:
    """How many fixtures flip and change no side: without the rules, a schema accepts some that stand under invalid/."""
    flipped = sum(each.seen.get("corpus", 0) for each in comparison.flips)
    return flipped - len(comparison.moved) - len(comparison.contested)


def _flipped(comparison: Comparison) -> Iterable[Section]:
    for direction, title in SIDES.items():
        flips = _to(direction, comparison)
        yield Section(f"{title}: {len(flips):,}", tuple(map(_flips, flips)))


def _flips(flips: Flips) -> Entry:
    witness = flips.witness
    facts = (
        *_refusal(flips.direction, witness.refusal),
        (f"cards: {_counted(flips.seen)}",),
        *_own(flips),
        ("one of them: ", _file(witness.origin)),
    )
    return Entry(_title(flips), facts, card_lines(witness.card))


def _own(flips: Flips) -> Iterable[Words]:
    """Where somebody finds his own cards."""
    if flips.places:
        named = [word for place in flips.places for word in (", ", _file(place))][1:]
        more = flips.seen.get("cards", 0) - len(flips.places)
        yield "in --cards: ", *named, f" and {more:,} more" if more > 0 else ""


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
    places = sorted(to_pointer(place) for place in change.places)
    others = len(places) - 1
    more = f" and {others:,} more place{'s' * (others > 1)}" if others else ""
    return (" at ", _cut(places[0]), more) if places and places[0] else ()


def _refusal(direction: Direction, refusal: Refusal) -> Iterable[Words]:
    side = "new" if direction is Direction.REFUSED else "old"
    where = _cut(refusal.pointer) if refusal.pointer else "the top level"
    yield f"the {side} side says, at ", where, ": ", _cut(refusal.what)


def _fixtures(title: str, moved: Iterable[Moved]) -> Section:
    found = sorted(moved, key=lambda each: (each.direction, each.path))
    return Section(f"{title}: {len(found):,}", tuple(map(_move, found)))


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


def _unknown(comparison: Comparison) -> Section:
    """Most likely a keyword that was misspelt: nothing else would say so."""
    return Section("Not a keyword of JSON Schema, so it judges nothing", tuple(map(_word, comparison.unknown)))


def _word(word: Unknown) -> Entry:
    return Entry((_cut(word.keyword), " at ", _cut(to_pointer(word.at) or "the top level"), " of ", _file(word.label)))


def _unread(comparison: Comparison) -> Section:
    return Section("Cards that could not be read", tuple(Entry((_file(each),)) for each in comparison.unread))


def _counted(counts: Mapping[str, int]) -> str:
    named = [f"{counts[name]:,} {words}" for name, words in SEEN.items() if counts.get(name)]
    return ", ".join(named) or "no card"


def _cut(text: str) -> Quoted:
    return Quoted(shortened(to_ascii(shortened(text))))  # before, since to escape 10 MB takes a second


def _file(name: str) -> Quoted:
    return Quoted(escape_invisible(name))
