"""What do the cards in some dumps come to, and how far did that come?"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agentcard_conformance import __version__
from agentcard_conformance.compare.findings import Change, Revision
from agentcard_conformance.compare.replay.replaying import Replay
from agentcard_conformance.compare.replay.tally import Tally
from agentcard_conformance.compare.verdicts.sides import Sides
from agentcard_conformance.dumps import SLICE_SIZE, Dump, DumpLayout, cut_dumps
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.journal import Journal
from agentcard_conformance.model import Json
from agentcard_conformance.parallel import Spread

FILES = Revision._fields.index("files")
"""From there on, a revision says where it lies, which its cards do not depend on."""


class Cards:
    """Somebody's cards, replayed slice by slice; another run can go on from the last one."""

    def __init__(self, sides: Sides, changes: Sequence[Change], dumps: Sequence[Dump], column: str) -> None:
        self.tally = Tally()
        self.slices = 0
        self.weight = sum(dump.size for dump in dumps)
        self._sides = sides
        self._changes = changes
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
            self.tally = Tally.parse(state["tally"], self._changes)
        journal.write(self._state)
        self._journal = journal

    def replay(self, spread: Spread, tell: Callable[[Tally], None]) -> None:
        """Every slice that was not replayed before."""
        work = Replay(self._sides, self._changes)
        try:
            for part in spread(work, islice(cut_dumps(self._dumps, DumpLayout(self._column)), self.slices, None)):
                self.tally.add(part)
                self.slices += 1
                if self._journal:
                    self._journal.write(self._state)
                tell(self.tally)
        finally:
            with suppress(Interrupted):  # a full disk: the entry before will do
                if self._journal:
                    self._journal.write(self._state, now=True)

    def forget(self) -> None:
        """There is nothing more to go on with, or nothing yet."""
        if self._journal:
            self._journal.file.unlink(missing_ok=True)

    @property
    def _state(self) -> Json:
        return {"slices": self.slices, "tally": self.tally.document(self._changes)}

    @property
    def _told(self) -> Mapping[str, Json]:
        """All that the replay depends on."""
        old, new, dialect = self._sides.revisions
        return {
            "version of the suite": __version__,
            "OLD": _digest(old[1:FILES]),
            "NEW": _digest(new[1:FILES]),
            "dialect": _digest(dialect),
            "files": [dump.journal_entry for dump in self._dumps],
            "--column": self._column,
            "size of a slice": SLICE_SIZE,
        }


def _refuse_throwing_away(journal: Path, *, resume: bool) -> None:
    """The journal alone is what a kill leaves; the partial output alone is of no use to another run."""
    partial = journal.with_suffix(".partial")
    if journal.is_file():
        left, them = (f"{partial} and {journal} are", "them") if partial.is_file() else (f"{journal} is", "it")
        raise CallError(f"{left} left from a run that ended early; continue {them} with --resume, or remove {them}")
    if resume and partial.is_file():
        raise CallError(f"{partial} is left from a run that ended early; its journal is gone: remove it")


def _digest(told: Json) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=sorted).encode()).hexdigest()
