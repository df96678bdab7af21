"""Where do the records go, and what is left of them when a run ends early?"""

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from agentcard_conformance.bulk import outputs
from agentcard_conformance.bulk.tally import Tally
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.journal import Journal
from agentcard_conformance.model import Json

STANDARD_OUTPUT = 1


class State(NamedTuple):
    """How far a run came."""

    slices: int = 0
    lines: int = 0
    """Of the file that it is in."""
    read: int = 0
    """Bytes of the dumps."""
    written: int = 0
    tally: Tally = Tally()
    hint: str = ""
    """The first file that seems to be something else, and what."""


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

    def write(self, records: Iterable[bytes], state: State) -> None:
        """Some more, with which it came so far."""
        ...

    def finish(self) -> None:
        """That was all."""
        ...


@contextmanager
def sink(output: str, call: Mapping[str, Json], *, resume: bool, again: bool = True) -> Iterator[Sink]:
    """Standard output when none is named; a file is written beside its place, so that half a one looks like none.

    With a journal, unless another run could not read again what this one does.
    """
    file = Path(output).resolve() if Path(output).is_symlink() else Path(output)
    if output and (file.is_file() or not file.exists()):
        with _kept(file, call, resume=resume, again=again) as kept:
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

    def write(self, records: Iterable[bytes], state: State) -> None:
        """At once, for what is still in a buffer at the end is complained of once more."""
        for some in records:
            _write(self._file, some, self._name)
        self.state = state

    def finish(self) -> None:
        """Nothing is left to do."""


class Kept:
    """A file in the making, with a journal."""

    def __init__(
        self, output: Path, make: outputs.Make | None, partial: io.FileIO, journal: Journal, state: State
    ) -> None:
        self.state = state
        self._output = output
        self._make = make
        self._partial = partial
        self._journal = journal

    @property
    def left(self) -> str:
        """The file, under the name that it has while it is not whole."""
        return str(self._partial.name) if self.state.slices else ""

    def write(self, records: Iterable[bytes], state: State) -> None:
        """With an entry in the journal when one is due."""
        written = self.state.written
        for some in records:
            _write(self._partial, some, str(self._partial.name))
            written += len(some)
        self.state = state._replace(written=written)
        self._journal.note(_as_json(self.state))

    def note(self) -> None:
        """At once, how far it came."""
        self._journal.note(_as_json(self.state), now=True)

    def leave(self, *, again: bool) -> None:
        """As it is: for another run to go on with, or without a trace when there is nothing to go on from."""
        if not self.state.slices:
            Path(str(self._partial.name)).unlink(missing_ok=True)
        if not (again and self.state.slices):
            self._journal.file.unlink(missing_ok=True)
        if self._journal.file.exists():
            with suppress(Interrupted):  # a full disk: the entry before will do
                self.note()

    def finish(self) -> None:
        """Into its place."""
        self.note()
        self._partial.close()
        try:
            outputs.place(Path(str(self._partial.name)), self._output, self._make)
        except OSError as error:
            raise Interrupted(f"{self._output} cannot be written: {error.strerror or error}") from None
        self._journal.file.unlink()


@contextmanager
def _kept(output: Path, call: Mapping[str, Json], *, resume: bool, again: bool) -> Iterator[Kept]:
    make = outputs.maker(output)
    partial = output.with_name(f"{output.name}.partial")
    journal = Journal(output.with_name(f"{output.name}.journal"), call)
    state = _left(partial, journal, resume=resume)
    with _opened(partial, "r+b" if state else "xb") as file:
        kept = Kept(output, make, file, journal, state or State())
        file.truncate(file.seek(kept.state.written))
        try:
            kept.note()
            yield kept
        finally:
            kept.leave(again=again)


def _left(partial: Path, journal: Journal, *, resume: bool) -> State | None:
    """How far a run came that left something; raises CallError when it cannot be gone on with, or is not to be."""
    state = _state(journal.read()) if resume or partial.exists() else None
    if not state and partial.exists():
        raise CallError(f"{partial} is there from a run that ended early and cannot be gone on with: remove it")
    if state and not resume:
        raise CallError(f"{partial} is there from a run that ended early; go on with --resume, or remove it")
    if state and (not partial.exists() or partial.stat().st_size < state.written):
        raise CallError(f"{partial} is shorter than {journal.file} says; remove both to start anew")
    return state


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
