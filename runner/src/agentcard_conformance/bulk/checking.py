"""Checks all cards in some dumps, and hands a record of each to a sink."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.bulk.records import RecordFilter, to_records
from agentcard_conformance.bulk.sinks import CheckProgress, RecordSink
from agentcard_conformance.bulk.slice_judge import JudgedSlice, SliceJudge
from agentcard_conformance.corpus import missing_context
from agentcard_conformance.dumps import SLICE_SIZE, Dump, DumpLayout, cut_dumps, refuse_resuming
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Json
from agentcard_conformance.notations.json_text.fast_reader import NOTATION
from agentcard_conformance.parallel import Spread


class DumpCheck(NamedTuple):
    """What is to be checked."""

    dialect: Dialect
    dumps: Sequence[Dump]
    column: str = ""
    only: RecordFilter = RecordFilter.ALL
    member: str = ""
    context: Context | None = None
    """Of the cards that have none beside them; None where each must have its own."""

    @property
    def layout(self) -> DumpLayout:
        """Where the cards are in the lines and rows."""
        return DumpLayout(
            column=self.column,
            member=self.member,
            as_text=self.dialect.notation != NOTATION,
            takes_context=self.dialect.context_schema is not None,
            missing_context=missing_context(self.dialect) if self.context is None else "",
        )

    @property
    def size(self) -> int:
        """The bytes of the dumps, as far as they are known."""
        return sum(dump.size for dump in self.dumps)

    @property
    def can_be_read_again(self) -> bool:
        """Whether another run can continue where this one ends."""
        return all(dump.can_be_read_again for dump in self.dumps)

    @property
    def journal_call(self) -> Mapping[str, Json]:
        """Everything that the records depend on, so that only the same call continues a run."""
        return {
            "version of the suite": __version__,
            "dialect": [self.dialect.id, _digest(_what_judges(self.dialect))],
            "files": [dump.journal_entry for dump in self.dumps],
            "--column": self.column,
            "--member": self.member,
            "--context": _digest(dict(self.context or NO_CONTEXT)),
            "--only": self.only,
            "size of a slice": SLICE_SIZE,
        }


def check_dumps(
    check: DumpCheck, spread: Spread, sink: RecordSink, report_progress: Callable[[CheckProgress], None]
) -> None:
    """Write a record of each card, in the order of the dumps; what the sink has already is left out."""
    if sink.progress.slices:
        refuse_resuming(check.dumps)
    parts = islice(cut_dumps(check.dumps, check.layout), sink.progress.slices, None)
    for judged in spread(SliceJudge(check.dialect, check.only, check.context or NO_CONTEXT), parts):
        lines_before = 0 if judged.begins_file else sink.progress.lines
        records = _records(judged, lines_before, check.only)
        sink.write(records, _advance(sink.progress, judged, lines_before))
        report_progress(sink.progress)
    sink.finish()


def _records(judged: JudgedSlice, lines_before: int, only: RecordFilter) -> Iterator[bytes]:
    """A batch at a time: all those of a slice may be 160 times its size."""
    for batch in judged.batches:
        yield to_records(judged.file, lines_before, batch, only).encode()
        lines_before += batch.lines


def _advance(progress: CheckProgress, judged: JudgedSlice, lines_before: int) -> CheckProgress:
    return CheckProgress(
        slices=progress.slices + 1,
        lines=lines_before + sum(batch.lines for batch in judged.batches),
        bytes_read=progress.bytes_read + judged.size,
        counts=progress.counts.plus(judged.counts),
        hint=progress.hint or (judged.mistake and f"{judged.file} {judged.mistake}"),
    )


def _what_judges(dialect: Dialect) -> Json:
    return [dialect.notation, dialect.rules, dialect.schema, dialect.requirements]


def _digest(value: Json) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=sorted).encode()).hexdigest()
