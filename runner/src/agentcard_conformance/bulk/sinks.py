"""Where do the records go, and what is left of them when a run ends early?"""

import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from agentcard_conformance.bulk import tables
from agentcard_conformance.bulk.journal import Journal
from agentcard_conformance.bulk.tally import Tally
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json
from agentcard_conformance.spread import Interrupted

STANDARD_OUTPUT = 1
SELDOM = 1.0  # seconds between two entries in the journal: what has to be done again after a kill


class State(NamedTuple):
    """How far a run came."""

    slices: int = 0
    lines: int = 0
    """Of the file that it is in."""
    read: int = 0
    """Bytes of the dumps."""
    written: int = 0
    tally: Tally = Tally()


class Sink(Protocol):
    """What takes the records."""

    @property
    def state(self) -> State:
        """How far it came."""
        ...

    @property
    def left(self) -> str:
        """The file that holds what was written when a run ends early, if that is to be had."""
        ...

    def write(self, records: bytes, state: State) -> None:
        """Some more, with which it came so far."""
        ...

    def finish(self) -> None:
        """That was all."""
        ...


@contextmanager
def sink(output: str, call: Mapping[str, Json], *, resume: bool) -> Iterator[Sink]:
    """Standard output when none is named; a file is written beside its place, so that half a one looks like none."""
    file = Path(output).resolve() if Path(output).is_symlink() else Path(output)
    if output and (file.is_file() or not file.exists()):
        with _kept(file, call, resume=resume) as kept:
            yield kept
        return
    if resume:
        raise CallError("--resume needs --output FILE: of what went elsewhere nothing is kept")
    with _opened(file if output else STANDARD_OUTPUT, "wb") as raw:
        yield Through(raw, output or "standard output")


class Through:
    """Standard output, a pipe or a device: what is written is gone."""

    left = ""

    def __init__(self, file: io.FileIO, name: str) -> None:
        self.state = State()
        self._file = file
        self._name = name

    def write(self, records: bytes, state: State) -> None:
        """At once, for what is still in a buffer at the end is complained of once more."""
        _write(self._file, records, self._name)
        self.state = state

    def finish(self) -> None:
        """Nothing is left to do."""


class Kept:
    """A file in the making, with a journal."""

    def __init__(self, output: Path, partial: io.FileIO, journal: Journal, state: State) -> None:
        self.state = state
        self._output = output
        self._partial = partial
        self._journal = journal
        self._noted = time.monotonic()

    @property
    def left(self) -> str:
        """The file, under the name that it has while it is not whole."""
        return str(self._partial.name) if self.state.slices else ""

    def write(self, records: bytes, state: State) -> None:
        """With an entry in the journal when the last one is old."""
        _write(self._partial, records, str(self._partial.name))
        self.state = state
        if time.monotonic() - self._noted > SELDOM:
            self.note()

    def note(self) -> None:
        """How far it came, for another run to go on from."""
        self._journal.write(_as_json(self.state))
        self._noted = time.monotonic()

    def leave(self) -> None:
        """As it is: for another run to go on with, or without a trace when there is nothing to go on from."""
        if not self.state.slices:
            Path(str(self._partial.name)).unlink(missing_ok=True)
            self._journal.file.unlink(missing_ok=True)
        if self._journal.file.exists():
            with suppress(Interrupted):  # a full disk: the entry before will do
                self.note()

    def finish(self) -> None:
        """Into its place."""
        self.note()
        self._partial.close()
        partial = Path(str(self._partial.name))
        try:
            tables.write(partial, self._output) if tables.is_table(self._output) else partial.replace(self._output)
        except OSError as error:
            raise Interrupted(f"{self._output} cannot be written: {error.strerror or error}") from None
        partial.unlink(missing_ok=True)
        self._journal.file.unlink()


@contextmanager
def _kept(output: Path, call: Mapping[str, Json], *, resume: bool) -> Iterator[Kept]:
    if tables.is_table(output):
        tables.ready()
    partial = output.with_name(f"{output.name}.partial")
    journal = Journal(output.with_name(f"{output.name}.journal"), call)
    state = _state(journal.read()) if resume else None
    if partial.exists() and not state:
        how = "its journal is gone: remove it" if resume else "go on with --resume, or remove it"
        raise CallError(f"{partial} is there from a run that was interrupted; {how}")
    if state and (not partial.exists() or partial.stat().st_size < state.written):
        raise CallError(f"{partial} is shorter than {journal.file} says; remove both to start anew")
    with _opened(partial, "r+b" if state else "xb") as file:
        kept = Kept(output, file, journal, state or State())
        file.seek(kept.state.written)
        try:
            kept.note()
            yield kept
        finally:
            kept.leave()


@contextmanager
def _opened(file: Path | int, mode: str) -> Iterator[io.FileIO]:
    try:
        opened = io.FileIO(file, mode, closefd=not isinstance(file, int))
    except OSError as error:
        raise CallError(f"{file} cannot be written: {error.strerror}") from None
    with opened:
        yield opened


def _write(file: io.FileIO, records: bytes, name: str) -> None:
    rest = memoryview(records)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Interrupted(f"{name} cannot be written: {error.strerror}") from None


def _as_json(state: State) -> Json:
    return {**state._asdict(), "tally": state.tally._asdict()}


def _state(written: Json) -> State | None:
    return State(**{**written, "tally": Tally(**written["tally"])}) if written else None
