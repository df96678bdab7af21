"""What do the cards in some dumps come to, and how far did that come?"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agentcard_conformance import __version__
from agentcard_conformance.bulk.journal import Journal
from agentcard_conformance.compare.comparison import Compared
from agentcard_conformance.compare.replay import Replay, shown
from agentcard_conformance.compare.search import Host
from agentcard_conformance.compare.tally import Tally
from agentcard_conformance.dumps import SIZE, Dump, cut
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json
from agentcard_conformance.spread import Interrupted, Spread

SELDOM = 1.0  # seconds between two entries in the journal: what has to be done again after a kill


class Cards:
    """Somebody's cards, replayed slice by slice; another run can go on from the last one."""

    def __init__(self, compared: Compared, dumps: Sequence[Dump], column: str) -> None:
        self.tally = Tally()
        self.slices = 0
        self.weight = sum(dump.size for dump in dumps)
        self._compared = compared
        self._dumps = dumps
        self._column = column
        self._journal: Journal | None = None

    def keep(self, file: Path, *, resume: bool) -> None:
        """A journal in that file; what is in it already is gone on with when that is wanted."""
        journal = Journal(file, self._told)
        state = journal.read() if resume else None
        if not state:
            _refuse_throwing_away(file, resume=resume)
        if state:
            self.slices = state["slices"]
            self.tally = Tally.parse(state["tally"], self._compared.changes)
        self._note(journal)
        self._journal = journal

    def replay(self, spread: Spread, tell: Callable[[Tally], None]) -> None:
        """Every slice that was not replayed before; what is found is among the causes, however this ends."""
        work = Replay(self._compared.sides, self._compared.changes)
        noted = time.monotonic()
        try:
            for part in spread(work, islice(cut(self._dumps, column=self._column), self.slices, None)):
                self.tally.add(part)
                self.slices += 1
                tell(self.tally)
                if time.monotonic() - noted > SELDOM:
                    self._note(self._journal)
                    noted = time.monotonic()
        finally:
            with suppress(Interrupted):  # a full disk: the entry before will do
                self._note(self._journal)
            self._hand_over()

    def forget(self) -> None:
        """There is nothing more to go on with, or nothing yet."""
        if self._journal:
            self._journal.file.unlink(missing_ok=True)

    def _note(self, journal: Journal | None) -> None:
        if not journal:
            return
        try:
            journal.write({"slices": self.slices, "tally": self.tally.document(self._compared.changes)})
        except OSError as error:
            raise Interrupted(f"{journal.file} cannot be written: {error.strerror}") from None

    def _hand_over(self) -> None:
        compared, tally = self._compared, self.tally
        compared.replayed["cards"] = tally.cards
        compared.call = compared.call._replace(cards=[Host(_value(card), str(place)) for card, place in tally.some])
        for cause, found in tally.flips.items():
            compared.causes.take(cause, _value(found.card), str(found.place), {"cards": found.cards})

    @property
    def _told(self) -> Mapping[str, Json]:
        """All that the replay depends on."""
        old, new, dialect = self._compared.sides.revisions
        return {
            "version of the suite": __version__,
            "OLD": _digest(old[1:]),
            "NEW": _digest(new[1:]),
            "dialect": _digest(dialect),
            "files": [[dump.name, dump.form, dump.size, dump.stamp] for dump in self._dumps],
            "--column": self._column,
            "size of a slice": SIZE,
        }


def _refuse_throwing_away(journal: Path, *, resume: bool) -> None:
    """The journal alone is what a kill leaves; the partial output alone is of no use to another run."""
    partial = journal.with_suffix(".partial")
    if journal.is_file():
        left, them = (f"{partial} and {journal} are", "them") if partial.is_file() else (f"{journal} is", "it")
        raise CallError(f"{left} there from a run that was interrupted; go on with --resume, or remove {them}")
    if resume and partial.is_file():
        raise CallError(f"{partial} is there from a run that was interrupted; its journal is gone: remove it")


def _value(card: str) -> Json:
    value, _ = shown(card.encode("utf-8"), None)
    return value


def _digest(told: Json) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=sorted).encode()).hexdigest()
