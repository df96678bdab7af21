"""`check` for dumps: the options that go with them, the records, the counts, and what an interrupt leaves."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from agentcard_conformance.bulk.checking import DumpCheck, check_dumps
from agentcard_conformance.bulk.records import RecordFilter
from agentcard_conformance.bulk.sinks import CheckProgress, RecordSink, open_sink
from agentcard_conformance.bulk.summary import summary_text
from agentcard_conformance.cli.interrupts import EARLY_ENDS, describe_progress, interruptible, with_progress_told
from agentcard_conformance.cli.options import without_standard_stream
from agentcard_conformance.cli.progress import progress_bar
from agentcard_conformance.corpus import given_context, read_suite
from agentcard_conformance.dumps import Dump, find_dumps
from agentcard_conformance.dumps.forms import dump_form_names, load_dump_form
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Context, Dialect
from agentcard_conformance.parallel import Workers, load_engine


class DumpOptions(NamedTuple):
    """What was typed about dumps."""

    form: str = ""
    column: str | None = None
    member: str | None = None
    output: str | None = None
    only: str | None = None
    jobs: int | None = None
    engine: str | None = None
    scheduler: str | None = None
    resume: bool = False
    context: str | None = None
    """The last, since it is not for dumps alone."""


def check_dump_files(files: Sequence[str], dialect: str | None, options: DumpOptions, *, strict: bool) -> int:
    """Write a record of each card, print the counts, and give the exit status."""
    _refuse_incomplete(options)
    options = options._replace(output=without_standard_stream(options.output))
    chosen = read_suite().dialect(dialect)
    context = _context(chosen, options)
    dumps = find_dumps(files, options.form)
    _refuse_overwriting(dumps, options.output)
    only = RecordFilter(options.only or RecordFilter.ALL)
    check = DumpCheck(chosen, dumps, options.column or "", only, options.member or "", context)
    progress = _run_check(check, options)
    counts = progress.counts
    click.echo(summary_text(counts, chosen), err=True, nl=False)
    if progress.hint:
        click.echo(f"agentcard-conformance: {progress.hint}", err=True)
    if not counts.cards:
        raise CallError("there is not one card in these files, which is not a pass")
    return int(counts.valid < counts.cards or (strict and counts.advised > 0))


def _refuse_incomplete(options: DumpOptions) -> None:
    given = [name for name, value in options._asdict().items() if value]
    if not options.form:
        forms = " or ".join(form.option for form in map(load_dump_form, dump_form_names()) if form.option)
        raise CallError(f"--{given[0]} is for dumps: say with {forms} what the files are")
    has_columns = load_dump_form(options.form).has_columns
    if options.column and not has_columns:
        raise CallError("--column is for --parquet: a line of JSON Lines is a whole card")
    if options.member and has_columns:
        raise CallError("--member is for --jsonl: in Parquet the cards are in a column, which --column names")


def _context(dialect: Dialect, options: DumpOptions) -> Context | None:
    """The one that is named; without it None, where each card may have one beside it."""
    if not options.context and (options.member or load_dump_form(options.form).has_columns):
        return None
    return given_context(options.context, dialect)


def _refuse_overwriting(dumps: Sequence[Dump], output: str | None) -> None:
    """In a folder of dumps the records of last time look like one."""
    for dump in dumps:
        if output and Path(output).resolve() == Path(dump.path).resolve():
            raise CallError(f"--output {output} is one of the dumps; give the records another file")


def _run_check(check: DumpCheck, options: DumpOptions) -> CheckProgress:
    """How far it came, which is the end; raises what ended it early, with how far it came."""
    engine = load_engine(options.engine or "processes")
    resumable = check.can_be_read_again
    with (
        open_sink(options.output or "", check.journal_call, resume=options.resume, resumable=resumable) as sink,
        _telling_how_far(sink, check) as raise_dropped,
        engine(Workers(options.jobs or 0, options.scheduler or "")) as spread,
        progress_bar(check.size, quiet=not options.output and sys.stdout.isatty()) as update,
    ):

        def report_progress(progress: CheckProgress) -> None:
            update(progress.bytes_read, f"{progress.counts.cards:,} cards")
            raise_dropped()

        check_dumps(check, spread, sink, report_progress)
    return sink.progress


@contextmanager
def _telling_how_far(sink: RecordSink, check: DumpCheck) -> Iterator[Callable[[], None]]:
    """Of a file that is cut short all bytes are read, so that their share would tell nothing."""
    with interruptible() as raise_dropped:
        try:
            yield raise_dropped
        except EARLY_ENDS as end:
            has_share = check.size and not isinstance(end, CallError)
            share = f" ({sink.progress.bytes_read / check.size:.0%} of the bytes)" if has_share else ""
            cards, resumable = sink.progress.counts.cards, check.can_be_read_again
            how_far = describe_progress(end, cards, left_file=sink.left_file, share=share, resumable=resumable)
            raise with_progress_told(end, how_far) from None
