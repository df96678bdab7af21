"""Replays the user's cards against both revisions, slice by slice, with a journal to resume from."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path

from agentcard_conformance import __version__, dumps
from agentcard_conformance.compare.attribution import Attribution, Cause
from agentcard_conformance.compare.card_values import ANY_BYTES, CardValue, UnreadableCard, read_card_value
from agentcard_conformance.compare.results import Change
from agentcard_conformance.compare.revision_pair import RevisionPair
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.tally import MOST_ACCEPTED, CardPlace, CountedCards, Tally
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.journal import Journal
from agentcard_conformance.model import Json
from agentcard_conformance.notations import largest_card_text, load_notation
from agentcard_conformance.notations.json_text.fast_reader import NOTATION, UNREADABLE, fast_read
from agentcard_conformance.parallel import Spread

_FIRST_FIELD_ON_DISK = Revision._fields.index("files")
"""From there on, a revision says where it lies, which the verdicts do not depend on."""

_ONE_CARD = "one_card"
_SMALL = 10_000
"""Bytes of a card that is worth editing: the search makes hundreds of each."""

_CONFIRMED = 20
"""Cards of one cause in one slice that the exact engine is asked about, 2 ms each. What is printed as a witness always
is; where a revision turns every card away, the rest are counted as the fast engine sees them."""

_LARGEST_CONFIRMED = 256_000
"""Bytes: the exact engine takes 10 us and 300 bytes for each."""

_UNCONFIRMED = f"flips by the fast engine alone: cards of more than {_LARGEST_CONFIRMED:,} bytes are not confirmed"


class SliceReplay:
    """Replays one slice; it is sent to other processes without its engines, which each makes anew."""

    def __init__(self, pair: RevisionPair, changes: Sequence[Change], notation: str = NOTATION) -> None:
        self._pair = pair
        self._changes = changes
        self._notation = notation

    def __reduce__(self) -> tuple[type["SliceReplay"], tuple[RevisionPair, Sequence[Change], str]]:
        return SliceReplay, (self._pair, self._changes, self._notation)

    @cached_property
    def _attribution(self) -> Attribution:
        return Attribution(self._pair, self._changes)

    def __call__(self, part: dumps.Slice) -> Tally:
        """What is found in a slice."""
        tally, asked = Tally(part.file, weight=part.size), Counter[Cause]()
        old, new = self._pair.old.fast.is_valid, self._pair.new.fast.is_valid
        for line, card in enumerate(dumps.read_cards(part), 1):
            tally.lines = line
            if not card:
                continue
            if isinstance(card, dumps.CardEntry) or self._notation != NOTATION:
                self._examine_text(card, _place(part, line), tally, asked)
                continue
            value = fast_read(card)
            if value is UNREADABLE or (accepted := old(value)) is not new(value):
                self._examine(card, value, _place(part, line), tally, asked)
            else:
                tally.cards += 1
                if accepted and len(tally.accepted) < MOST_ACCEPTED and len(card) <= _SMALL:
                    tally.accepted.append((card.decode("utf-8"), _place(part, line)))
        return tally

    def _examine_text(self, card: dumps.DumpCard, place: CardPlace, tally: Tally, asked: Counter[Cause]) -> None:
        """Count a card in a notation without a fast reader."""
        text, problem = (card, "") if isinstance(card, bytes) else (card.card, card.problem)
        if problem:
            tally.count_unread(place, problem)
        else:
            self._examine(text, UNREADABLE, place, tally, asked)

    def _examine(self, card: bytes, value: Json, place: CardPlace, tally: Tally, asked: Counter[Cause]) -> None:
        """Count a card that the fast reader does not understand, or that the sides disagree on."""
        try:
            value, written = self._decode(card, value)
        except UnreadableCard as error:
            tally.count_unread(place, str(error))
            return
        if len(card) > _LARGEST_CONFIRMED and self._pair.differs(value):
            tally.count_unread(place, _UNCONFIRMED)
            return
        tally.cards += 1
        if direction := self._pair.flip(value, written):
            cause, _ = self._attribution.cause(direction, value)
            found = CountedCards(1, card.decode("utf-8", ANY_BYTES), place)
            if self._is_confirmed(cause, found, value, tally, asked):
                tally.count(cause, found)
        elif self._is_starting_card(value, card, tally):
            tally.accepted.append((card.decode("utf-8", ANY_BYTES), place))

    def _is_starting_card(self, value: Json, card: bytes, tally: Tally) -> bool:
        """Whether the search may begin with a card; of JSON the fast reader understands enough."""
        is_wanted = len(tally.accepted) < MOST_ACCEPTED and len(card) <= _SMALL
        return self._notation != NOTATION and is_wanted and bool(self._pair.old.fast.is_valid(value))

    def _decode(self, card: bytes, value: Json) -> CardValue:
        """The fast reader does not keep numbers as they were written, which the rules look at."""
        _, _, dialect, context = self._pair.arguments
        if value is not UNREADABLE and not dialect:
            return CardValue(value, value)
        notation = load_notation(self._notation)
        if len(card) > notation.LARGEST_CARD:
            raise UnreadableCard(f"is larger than {largest_card_text(notation)}")
        return read_card_value(card, self._notation, context, dialect)

    def _is_confirmed(
        self, cause: Cause, found: CountedCards, value: Json, tally: Tally, asked: Counter[Cause]
    ) -> bool:
        before = tally.flips.get(cause)
        asked[cause] += 1
        if before and asked[cause] > _CONFIRMED and len(found.card) >= len(before.card):
            return True
        return self._pair.is_confirmed(cause.direction, value)


class ReplayRun:
    """The replay of all cards; another run can resume it after the last slice."""

    def __init__(
        self,
        pair: RevisionPair,
        changes: Sequence[Change],
        files: Sequence[dumps.Dump],
        column: str,
        notation: str = NOTATION,
    ) -> None:
        self.tally = Tally()
        self.slices = 0
        self.weight = sum(file.size for file in files)
        self._pair = pair
        self._changes = changes
        self._files = files
        self._layout = dumps.DumpLayout(column, as_text=notation != NOTATION)
        self._notation = notation
        self._journal: Journal | None = None

    def open_journal(self, file: Path, *, resume: bool) -> None:
        """Keep a journal in that file, and go on from what it holds when that is wanted."""
        journal = Journal(file, self._fingerprint)
        if state := journal.read() if resume else None:
            self.slices = state["slices"]
            self.tally = Tally.parse(state["tally"], self._changes)
        else:
            _refuse_leftovers(file, resume=resume)
        journal.write(self._state)
        self._journal = journal

    def run(self, spread: Spread, progress: Callable[[Tally], None]) -> None:
        """Replay every slice that was not replayed before."""
        slices = islice(dumps.cut_dumps(self._files, self._layout), self.slices, None)
        try:
            for part in spread(SliceReplay(self._pair, self._changes, self._notation), slices):
                self.tally.add(part)
                self.slices += 1
                if self._journal:
                    self._journal.write(self._state)
                progress(self.tally)
        finally:
            with suppress(Interrupted):  # a full disk: the entry before will do
                if self._journal:
                    self._journal.write(self._state, now=True)

    def remove_journal(self) -> None:
        """Remove the journal once there is nothing to resume, or nothing yet."""
        if self._journal:
            self._journal.file.unlink(missing_ok=True)

    @property
    def _state(self) -> Json:
        return {"slices": self.slices, "tally": self.tally.document(self._changes)}

    @property
    def _fingerprint(self) -> Mapping[str, Json]:
        """All that the replay depends on."""
        old, new, dialect, context = self._pair.arguments
        return {
            "version of the suite": __version__,
            "OLD": _digest(old[1:_FIRST_FIELD_ON_DISK]),
            "NEW": _digest(new[1:_FIRST_FIELD_ON_DISK]),
            "dialect": _digest(dialect),
            "files": [file.journal_entry for file in self._files],
            "notation": self._notation,
            "--context": _digest(context),
            "--column": self._layout.column,
            "size of a slice": dumps.SLICE_SIZE,
        }


def _place(part: dumps.Slice, line: int) -> CardPlace:
    return CardPlace(part.file, 0 if part.form == _ONE_CARD else line)


def _refuse_leftovers(journal: Path, *, resume: bool) -> None:
    """The journal alone is what a kill leaves; the partial output alone is of no use to another run."""
    partial = journal.with_suffix(".partial")
    if journal.is_file():
        left, them = (f"{partial} and {journal} are", "them") if partial.is_file() else (f"{journal} is", "it")
        raise CallError(f"{left} left from a run that ended early; continue {them} with --resume, or remove {them}")
    if resume and partial.is_file():
        raise CallError(f"{partial} is left from a run that ended early; its journal is gone: remove it")


def _digest(value: Json) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=sorted).encode()).hexdigest()
