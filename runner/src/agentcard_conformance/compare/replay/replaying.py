"""Which of many cards do the two sides judge differently?"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from agentcard_conformance import dumps
from agentcard_conformance.compare.findings import Change
from agentcard_conformance.compare.replay.tally import MOST_KEPT, Found, Origin, Tally
from agentcard_conformance.compare.verdicts.attribution import Attribution, Cause
from agentcard_conformance.compare.verdicts.sides import Sides, Unspeakable, plain
from agentcard_conformance.model import Dialect, Json, Level
from agentcard_conformance.notations import LARGEST_READ, DecodeError, load_notation
from agentcard_conformance.notations.json_text.fast_reader import NOTATION, UNREADABLE, fast_read

ONE_CARD = "one_card"
SMALL = 10_000
"""Bytes of a card that is worth editing: the search makes hundreds of each."""

CONFIRMED = 20
"""Cards of one cause in one slice that the exact engine is asked about, 2 ms each. What is printed as a witness always
is; where a revision turns every card away, the rest are counted as the fast engine sees them."""

TOO_LARGE = f"is larger than {LARGEST_READ // 2**20} MiB"
UNSPEAKABLE = "holds half of a surrogate pair, a number beyond binary64 or more than 100 levels: no engine is shown it"


class Unreadable(Exception):
    """The bytes of a card hold nothing that the two sides could be asked about."""


class Card(NamedTuple):
    """One that the fast reader does not understand, or that the sides disagree on."""

    text: bytes
    place: Origin
    value: Json


class Replay:
    """The work; it is sent to other processes with the engines unmade."""

    def __init__(self, sides: Sides, changes: Sequence[Change]) -> None:
        self._sides = sides
        self._changes = changes

    def __reduce__(self) -> tuple[type["Replay"], tuple[Sides, Sequence[Change]]]:
        return Replay, (self._sides, self._changes)

    @cached_property
    def _attribution(self) -> Attribution:
        return Attribution(self._sides, self._changes)

    def __call__(self, part: dumps.Slice) -> Tally:
        """What is in a slice."""
        tally, asked = Tally(part.file, weight=part.size), Counter[Cause]()
        old, new = self._sides.old.fast.is_valid, self._sides.new.fast.is_valid
        for line, card in enumerate(dumps.read_cards(part), 1):
            tally.lines = line
            if not card:
                continue
            if isinstance(card, dumps.CardEntry):
                self._closely(Card(card.card, _place(part, line), UNREADABLE), tally, asked)
                continue
            value = fast_read(card)
            if value is UNREADABLE or (accepted := old(value)) is not new(value):
                self._closely(Card(card, _place(part, line), value), tally, asked)
            else:
                tally.cards += 1
                if accepted and len(tally.some) < MOST_KEPT and len(card) <= SMALL:
                    tally.some.append((card.decode("utf-8"), _place(part, line)))
        return tally

    def _closely(self, card: Card, tally: Tally, asked: Counter[Cause]) -> None:
        try:
            value, written = self._read(card)
        except Unreadable as error:
            tally.lose(card.place, str(error))
            return
        tally.cards += 1
        direction = self._sides.flip(value, written)
        if direction:
            cause, _ = self._attribution.cause(direction, value)
            found = Found(1, card.text.decode("utf-8"), card.place)
            if self._is_sure(cause, found, value, tally, asked):
                tally.count(cause, found)

    def _read(self, card: Card) -> tuple[Json, Json]:
        """Rules look at numbers as they were written, which the fast reader does not keep."""
        *_, dialect = self._sides.revisions
        return read_closely(card.text, dialect) if card.value is UNREADABLE or dialect else (card.value, card.value)

    def _is_sure(self, cause: Cause, found: Found, value: Json, tally: Tally, asked: Counter[Cause]) -> bool:
        before = tally.flips.get(cause)
        asked[cause] += 1
        if before and asked[cause] > CONFIRMED and len(found.card) >= len(before.card):
            return True
        return self._sides.is_confirmed(cause.direction, value)


def _place(part: dumps.Slice, line: int) -> Origin:
    return Origin(part.file, 0 if part.form == ONE_CARD else line)


def read_closely(card: bytes, dialect: Dialect | None) -> tuple[Json, Json]:
    """What the reader of single cards makes of it: as the engines are shown it, and as it was written."""
    if len(card) > LARGEST_READ:
        raise Unreadable(TOO_LARGE)
    try:
        document = load_notation(NOTATION).decode(card, {})
        refused = [fault for fault in document.faults if dialect and _is_must(dialect, fault.requirement)]
        if refused:
            raise Unreadable(refused[0].what)
        return plain(document.value), document.value
    except DecodeError as refusal:
        raise Unreadable(refusal.fault.what) from None
    except Unspeakable:
        raise Unreadable(UNSPEAKABLE) from None


def value_of(card: str) -> Json:
    """One that was replayed, as the engines are shown it."""
    value, _ = read_closely(card.encode("utf-8"), None)
    return value


def _is_must(dialect: Dialect, requirement: str) -> bool:
    return dialect.requirements[requirement].level is Level.MUST
