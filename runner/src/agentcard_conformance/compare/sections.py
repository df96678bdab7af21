"""A comparison as headline, notes and sections, in the order in which every format for people shows them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.results import (
    WHOLE,
    Change,
    Comparison,
    Direction,
    DirectionAnswer,
    FlipAnswer,
    FlipGroup,
    MovedFixture,
    UnknownKeyword,
    UnwitnessedChange,
)
from agentcard_conformance.compare.shown_cards import card_lines, cut_middle, marked_line
from agentcard_conformance.escaping import escape_invisible, to_ascii
from agentcard_conformance.model import to_pointer
from agentcard_conformance.notations.json_text.fast_reader import NOTATION

_FLIP_TITLES = {
    Direction.REFUSED: "Valid before, refused now",
    Direction.ACCEPTED: "Refused before, valid now",
}
_REFUSING_SIDE = {Direction.REFUSED: "new", Direction.ACCEPTED: "old"}
_KINDS = {"corpus": "of the corpus", "cards": "of --cards", "generated": "generated"}
_ANSWERS = {
    Direction.REFUSED: {
        FlipAnswer.CARD: "breaking, here is a card",
        FlipAnswer.PROVEN: "breaking, proven; no card shown",
        FlipAnswer.NONE: "compatible, proven",
        FlipAnswer.OPEN: "open",
    },
    Direction.ACCEPTED: {
        FlipAnswer.CARD: "there are such cards, here is one",
        FlipAnswer.PROVEN: "there are such cards, proven; none shown",
        FlipAnswer.NONE: "none, proven",
        FlipAnswer.OPEN: "open",
    },
}
_QUESTIONS = {
    Direction.REFUSED: "accepted before, refused now",
    Direction.ACCEPTED: "refused before, accepted now",
}
_CHANGE_ANSWERS = {
    Direction.REFUSED: {
        FlipAnswer.NONE: "alone it refuses no card, proven",
        FlipAnswer.PROVEN: "it refuses cards, proven",
    },
    Direction.ACCEPTED: {
        FlipAnswer.NONE: "alone it admits no card, proven",
        FlipAnswer.PROVEN: "it admits cards, proven",
    },
}
_TOP_LEVEL = "the top level"

ARROW = "\N{RIGHTWARDS ARROW}"
"""Between what was and what is."""


class Quoted(NamedTuple):
    """Words from a card, a schema or a file name, without anything that a terminal acts upon."""

    text: str


Words: TypeAlias = tuple[str | Quoted, ...]


class Entry(NamedTuple):
    """One thing that was found."""

    title: Words
    facts: tuple[Words, ...] = ()
    card: tuple[str, ...] = ()
    """Its lines."""
    language: str = "json"
    """Of the card, for readers that colour it; empty where they know none."""
    marked: int | None = None
    """Which of the lines begins what the refusing side says something of."""


class Section(NamedTuple):
    """All things of one kind, under a title that counts them."""

    title: str
    entries: tuple[Entry, ...]


class ComparisonText(NamedTuple):
    """What a person is told of a comparison."""

    headline: str
    notes: tuple[Words, ...]
    sections: tuple[Section, ...]


def comparison_text(comparison: Comparison) -> ComparisonText:
    """All of it; a section in which there is nothing is left out."""
    sections = (
        *(_flip_section(direction, comparison) for direction in Direction),
        _counted_section("Changes that no card was found for", map(_unwitnessed_entry, comparison.unwitnessed)),
        Section("Not a keyword of JSON Schema, so it judges nothing", tuple(map(_unknown_entry, comparison.unknown))),
        Section("Cards that could not be read", tuple(Entry((_file(each),)) for each in comparison.unread)),
        _moved_section("Fixtures that would change sides", comparison.moved),  # hundreds where a member is demanded
        _moved_section("Contested fixtures that would be read otherwise", comparison.contested),
    )
    shown = tuple(section for section in sections if section.entries)
    return ComparisonText(comparison.headline, tuple(_notes(comparison)), shown)


def _notes(comparison: Comparison) -> Iterator[Words]:
    yield (comparison.reason,)
    yield from (_answer_note(direction, comparison.answers[direction]) for direction in Direction)
    yield "old: ", _file(comparison.old)
    yield "new: ", _file(comparison.new)
    yield from ((_file(sentence),) for sentence in comparison.drafts)
    yield (f"held against both: {_counts(comparison.replayed)}",)
    if expected := _flips_to_expected(comparison):
        going = "go to the sides where they are" if expected > 1 else "goes to the side where it is"
        yield (f"{expected:,} of the corpus {going} expected",)
    if comparison.rules:
        yield "on both sides with the rules of ", _quoted(comparison.dialect)
    elif comparison.dialect:
        yield "the schemas alone, without the rules of ", _quoted(comparison.dialect)
    if not comparison.complete:
        end = f"after {comparison.card_count:,} cards {comparison.early_end}"
        yield (f"{end}: there may be more to find, and another time other cards",)


def _answer_note(direction: Direction, found: DirectionAnswer) -> Words:
    why = f": {found.why_open}" if found.why_open else ""
    return (f"{_QUESTIONS[direction]}: {_ANSWERS[direction][found.answer]}{why}",)


def _flips_to_expected(comparison: Comparison) -> int:
    """How many fixtures flip and change no side: without the rules, a schema accepts some that stand under invalid/."""
    flipped = sum(each.seen.get("corpus", 0) for each in comparison.flips)
    return flipped - len(comparison.moved) - len(comparison.contested)


def _counted_section(title: str, entries: Iterable[Entry]) -> Section:
    listed = tuple(entries)
    return Section(f"{title}: {len(listed):,}", listed)


def _flip_section(direction: Direction, comparison: Comparison) -> Section:
    flips = (each for each in comparison.sorted_flips if each.direction is direction)
    return _counted_section(_FLIP_TITLES[direction], (_flip_entry(each, comparison.notation) for each in flips))


def _flip_entry(flips: FlipGroup, notation: str) -> Entry:
    change: Words = _change(flips.change) if flips.change else ("no single changed keyword explains it",)
    facts = (
        _refusal(flips),
        (f"cards: {_counts(flips.seen)}",),
        *_user_cards(flips),
        ("one of them: ", _file(flips.witness.origin)),
    )
    return Entry(
        (*_under(flips.requirement), *change),
        facts,
        card_lines(flips.witness.card, notation),
        "json" * (notation == NOTATION),
        marked_line(flips.witness.card, flips.witness.refusal.pointer, notation),
    )


def _under(requirement: str) -> Words:
    return (_quoted(requirement), ": ") if requirement else ()


def _refusal(flips: FlipGroup) -> Words:
    refusal = flips.witness.refusal
    where = _quoted(refusal.pointer) if refusal.pointer else _TOP_LEVEL
    return f"the {_REFUSING_SIDE[flips.direction]} side says, at ", where, ": ", _quoted(refusal.what)


def _user_cards(flips: FlipGroup) -> Iterator[Words]:
    if flips.places:
        named = [word for place in flips.places for word in (", ", _file(place))][1:]
        more = flips.seen.get("cards", 0) - len(flips.places)
        yield "in --cards: ", *named, f" and {more:,} more" if more > 0 else ""


def _change(change: Change) -> Words:
    """In words of the schema; a keyword judges more than one place of a card where a definition serves many."""
    place = to_pointer(change.new_at or change.old_at or ()) or _TOP_LEVEL
    keyword: Words = (_quoted(place), ": ", _quoted(change.keyword))
    if change.keyword == WHOLE:
        return _quoted(place), ": the whole schema ", _quoted(change.old), f" {ARROW} ", _quoted(change.new)
    if not change.old:
        return *keyword, " added: ", _quoted(change.new)
    if not change.new:
        return *keyword, " removed: ", _quoted(change.old)
    return *keyword, " ", _quoted(change.old), f" {ARROW} ", _quoted(change.new)


def _unwitnessed_entry(unwitnessed: UnwitnessedChange) -> Entry:
    change = unwitnessed.change
    return Entry((*_under(change.requirement), *_change(change), f": {_of_change(unwitnessed)}"))


def _of_change(unwitnessed: UnwitnessedChange) -> str:
    """What is known of it in either direction; of a search that found nothing, how much was tried."""
    if all(answer is FlipAnswer.NONE for answer in unwitnessed.answers.values()):
        return "alone it changes no verdict, proven"
    known = [
        _CHANGE_ANSWERS[each][answer] for each, answer in unwitnessed.answers.items() if answer is not FlipAnswer.OPEN
    ]
    tried = f"no card found among {unwitnessed.tried:,}"
    return "; ".join([*known, tried] if FlipAnswer.OPEN in unwitnessed.answers.values() or not known else known)


def _unknown_entry(unknown: UnknownKeyword) -> Entry:
    """Most likely a keyword that was misspelt: nothing else would say so."""
    where = _quoted(to_pointer(unknown.at) or _TOP_LEVEL)
    return Entry((_quoted(unknown.keyword), " at ", where, " of ", _file(unknown.label)))


def _moved_section(title: str, moved: Iterable[MovedFixture]) -> Section:
    return _counted_section(title, map(_moved_entry, sorted(moved, key=lambda each: (each.direction, each.path))))


def _moved_entry(moved: MovedFixture) -> Entry:
    reason = (", for ", _quoted(moved.requirement)) if moved.requirement else ()
    return Entry((_file(f"fixtures/{moved.path}"), f" from {moved.direction}", *reason))


def _counts(counts: Mapping[str, int]) -> str:
    named = [f"{counts[kind]:,} {words}" for kind, words in _KINDS.items() if counts.get(kind)]
    return ", ".join(named) or "no card"


def _quoted(text: str) -> Quoted:
    return Quoted(cut_middle(to_ascii(cut_middle(text))))  # cut before, too, since to escape 10 MB takes a second


def _file(name: str) -> Quoted:
    return Quoted(escape_invisible(name))
