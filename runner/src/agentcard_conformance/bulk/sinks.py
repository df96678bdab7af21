"""Where records go, and what is left of them when a run ends early."""

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from agentcard_conformance.bulk.counts import CardCounts
from agentcard_conformance.bulk.output_files import Convert, converter_for, move_records
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.journal import Journal
from agentcard_conformance.model import Json

_STANDARD_OUTPUT = 1


class CheckProgress(NamedTuple):
    """How far a run came."""

    slices: int = 0
    lines: int = 0
    """Of the file that it is in."""
    bytes_read: int = 0
    """Of the dumps."""
    written: int = 0
    counts: CardCounts = CardCounts()
    hint: str = ""
    """The first file that seems to be something else, and what."""


class RecordSink(Protocol):
    """Takes the records."""

    @property
    def progress(self) -> CheckProgress:
        """How far it came."""
        ...

    @property
    def left_file(self) -> str:
        """The file that holds what was written when a run ends early, or nothing when there is none."""
        ...

    def write(self, records: Iterable[bytes], progress: CheckProgress) -> None:
        """Take some more records, with which the run came so far."""
        ...

    def finish(self) -> None:
        """That was all."""
        ...


@contextmanager
def open_sink(
    output: str, journal_call: Mapping[str, Json], *, resume: bool, resumable: bool = True
) -> Iterator[RecordSink]:
    """Standard output when no file is named; a file is written beside its place, so that half a one looks like none.

    With a journal, unless another run could not read again what this one does.
    """
    file = Path(output).resolve() if Path(output).is_symlink() else Path(output)
    if output and (file.is_file() or not file.exists()):
        with _open_file_sink(file, journal_call, resume=resume, resumable=resumable) as sink:
            yield sink
        return
    if resume:
        raise CallError("--resume needs --output FILE: nothing is kept of what went elsewhere")
    with _open_raw(file if output else _STANDARD_OUTPUT, "wb") as raw:
        yield DirectSink(raw, output or "standard output")


class DirectSink:
    """Standard output, a pipe or a device: what is written is gone."""

    left_file = ""

    def __init__(self, file: io.FileIO, name: str) -> None:
        self.progress = CheckProgress()
        self._file = file
        self._name = name

    def write(self, records: Iterable[bytes], progress: CheckProgress) -> None:
        """At once, for an error in what is still in a buffer at the end would be told twice."""
        for some in records:
            _write_all(self._file, some, self._name)
        self.progress = progress

    def finish(self) -> None:
        """Nothing is left to do."""


class FileSink:
    """A file in the making, with a journal."""

    def __init__(
        self, output: Path, convert: Convert | None, partial: io.FileIO, journal: Journal, progress: CheckProgress
    ) -> None:
        self.progress = progress
        self._output = output
        self._convert = convert
        self._partial = partial
        self._journal = journal

    @property
    def left_file(self) -> str:
        """The file, under the name that it has while it is not complete."""
        return str(self._partial.name) if self.progress.slices else ""

    def write(self, records: Iterable[bytes], progress: CheckProgress) -> None:
        """With an entry in the journal when one is due."""
        written = self.progress.written
        for some in records:
            _write_all(self._partial, some, str(self._partial.name))
            written += len(some)
        self.progress = progress._replace(written=written)
        self._journal.write(_to_json(self.progress))

    def write_journal(self) -> None:
        """Note at once how far it came."""
        self._journal.write(_to_json(self.progress), now=True)

    def leave(self, *, resumable: bool) -> None:
        """Leave the file as it is, for another run to continue, or no trace when there is nothing to continue from."""
        if not self.progress.slices:
            Path(str(self._partial.name)).unlink(missing_ok=True)
        if not (resumable and self.progress.slices):
            self._journal.file.unlink(missing_ok=True)
        if self._journal.file.exists():
            with suppress(Interrupted):  # a full disk: the entry before will do
                self.write_journal()

    def finish(self) -> None:
        """Move the file into its place."""
        self.write_journal()
        self._partial.close()
        try:
            move_records(Path(str(self._partial.name)), self._output, self._convert)
        except OSError as error:
            raise Interrupted(f"{self._output} cannot be written: {error.strerror or error}") from None
        self._journal.file.unlink()


@contextmanager
def _open_file_sink(
    output: Path, journal_call: Mapping[str, Json], *, resume: bool, resumable: bool
) -> Iterator[FileSink]:
    convert = converter_for(output)
    partial = output.with_name(f"{output.name}.partial")
    journal = Journal(output.with_name(f"{output.name}.journal"), journal_call)
    progress = _progress_of_last_run(partial, journal, resume=resume)
    with _open_raw(partial, "r+b" if progress else "xb") as file:
        sink = FileSink(output, convert, file, journal, progress or CheckProgress())
        file.truncate(file.seek(sink.progress.written))
        try:
            sink.write_journal()
            yield sink
        finally:
            sink.leave(resumable=resumable)


def _progress_of_last_run(partial: Path, journal: Journal, *, resume: bool) -> CheckProgress | None:
    """How far a run came that left something; raises CallError when it cannot be continued, or must not be."""
    progress = _parse_progress(journal.read()) if resume or partial.exists() else None
    if not progress and partial.exists():
        raise CallError(f"{partial} is left from a run that ended early and cannot be continued: remove it")
    if progress and not resume:
        raise CallError(f"{partial} is left from a run that ended early; continue it with --resume, or remove it")
    if progress and (not partial.exists() or partial.stat().st_size < progress.written):
        raise CallError(f"{partial} is shorter than {journal.file} says; remove both to start anew")
    return progress


@contextmanager
def _open_raw(file: Path | int, mode: str) -> Iterator[io.FileIO]:
    try:
        opened = io.FileIO(file, mode, closefd=not isinstance(file, int))
    except OSError as error:
        raise CallError(f"{file} cannot be written: {error.strerror}") from None
    with opened:
        yield opened


def _write_all(file: io.FileIO, records: bytes, name: str) -> None:
    rest = memoryview(records)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Interrupted(f"{name} cannot be written: {error.strerror}") from None


def _to_json(progress: CheckProgress) -> Json:
    return {**progress._asdict(), "counts": progress.counts._asdict()}


def _parse_progress(written: Json) -> CheckProgress | None:
    return CheckProgress(**{**written, "counts": CardCounts(**written["counts"])}) if written else None
