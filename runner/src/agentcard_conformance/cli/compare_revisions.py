"""`compare`: reads both revisions, replays the corpus and the cards, prints the result, and gives the exit status."""

import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from agentcard_conformance.cli.interrupts import (
    EARLY_ENDS,
    EarlyEnd,
    describe_progress,
    interruptible,
    with_progress_told,
)
from agentcard_conformance.cli.options import without_standard_stream
from agentcard_conformance.cli.progress import progress_bar, show_progress_line
from agentcard_conformance.cli.watched_process import ComparingProcess, WaitingProcess, go_on_in_child
from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.changelog import missing_lines, read_unreleased
from agentcard_conformance.compare.comparing import ComparisonRun
from agentcard_conformance.compare.formats import load_compare_format
from agentcard_conformance.compare.replay import ReplayRun
from agentcard_conformance.compare.results import Comparison, Direction, FlipAnswer
from agentcard_conformance.compare.revisions import dialect_of_schema, read_revision
from agentcard_conformance.compare.schema_registry import read_registry
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.tally import Tally
from agentcard_conformance.corpus import Suite, given_context, read_suite
from agentcard_conformance.dumps import Dump, find_dumps
from agentcard_conformance.dumps.forms import load_dump_form
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.files import STANDARD_STREAM, write_file
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect
from agentcard_conformance.parallel import Workers, load_engine

_BREAKING = {FlipAnswer.CARD, FlipAnswer.PROVEN}
_FAILING: Mapping[str, Mapping[Direction, Container[FlipAnswer]]] = {
    "breaking": {Direction.REFUSED: _BREAKING, Direction.ACCEPTED: ()},
    "unproven": {Direction.REFUSED: {*FlipAnswer} - {FlipAnswer.NONE}, Direction.ACCEPTED: ()},
    "any": dict.fromkeys(Direction, {*FlipAnswer} - {FlipAnswer.NONE}),
    "none": dict.fromkeys(Direction, ()),
}
"""For which answers the exit status is 1."""

_PERCENT = 100
_STANDARD_INPUT_FORM = "json_lines"


class CompareOptions(NamedTuple):
    """What was typed beside the two revisions."""

    dialect: str | None = None
    cards: tuple[str, ...] = ()
    column: str | None = None
    form: str = "text"
    fail_on: str = "breaking"
    changelog: str | None = None
    output: str | None = None
    seed: int = 0
    effort: float = 1
    jobs: int | None = None
    engine: str | None = None
    scheduler: str | None = None
    resume: bool = False
    context: str | None = None
    seconds: float = 10
    registry: str | None = None


def compare_and_print(old: str, new: str, options: CompareOptions) -> int:
    """Compare two revisions, print the result, and give the exit status, in a process that can be ended in time."""
    options = options._replace(output=without_standard_stream(options.output))
    _refuse_incomplete(options)
    other = go_on_in_child()
    if isinstance(other, WaitingProcess):
        return _compare(old, new, options, other)
    try:
        status = other.wait(options.seconds, after_first_word=bool(options.cards))
    except Interrupted as end:
        raise _print_last_found(other, options, end) from None
    if status is None:
        raise _print_last_found(other, options, KeyboardInterrupt())
    return status


def _print_last_found(child: ComparingProcess, options: CompareOptions, end: EarlyEnd) -> BaseException:
    """Of a process that could not print it any more; the journal that it left is good."""
    if child.has_printed:
        return end
    show_progress_line("")
    if child.found is None:
        return with_progress_told(end, "")
    return _print_unfinished(child.found, options, end)


def _compare(old: str, new: str, options: CompareOptions, parent: WaitingProcess) -> int:
    unreleased = read_unreleased(Path(options.changelog)) if options.changelog else ""
    run = _start(read_suite(), old, new, options)
    dumps = _find_dumps(options, run.request.dialect)
    schemas = [*run.old.files, *run.new.files]
    _refuse_overwriting([*schemas, options.changelog or "", *(dump.path for dump in dumps)], options.output)
    replay = ReplayRun(run.pair, run.changes, dumps, options.column or "", run.request.notation)
    with interruptible() as raise_dropped:
        comparison, early_end = _finish(run, replay, options, raise_dropped, parent)
        if early_end:
            if not comparison.card_count:
                replay.remove_journal()
            raise _print_unfinished(comparison, options, early_end)
    _print(comparison, options, options.output)
    replay.remove_journal()
    if options.output:
        Path(f"{options.output}.partial").unlink(missing_ok=True)
    for line in (missing := missing_lines(unreleased, comparison) if options.changelog else []):
        name = escape_invisible(str(options.changelog))
        click.echo(f"agentcard-conformance: {name} lacks a line below Unreleased: {line}", err=True)
    failing = _FAILING[options.fail_on]
    return int(bool(missing) or any(found.answer in failing[each] for each, found in comparison.answers.items()))


def _refuse_incomplete(options: CompareOptions) -> None:
    for name in ("column", "jobs", "engine", "scheduler"):
        if getattr(options, name) and not options.cards:
            raise CallError(f"--{name} is for --cards, and none are named")
    if options.resume and not (options.cards and options.output):
        raise CallError("--resume goes on with --cards, and needs the --output of the run that was interrupted")
    if options.output and not Path(options.output).resolve().parent.is_dir():
        raise CallError(f"{options.output} cannot be written: there is no folder for it")


def _find_dumps(options: CompareOptions, dialect: Dialect | None) -> Sequence[Dump]:
    """The dumps that --cards names; standard input has no name that says what it holds."""
    named = [name for name in options.cards if name != STANDARD_STREAM]
    dumps = (
        *find_dumps(named, extension=dialect.extension if dialect else ""),
        *find_dumps({STANDARD_STREAM} & {*options.cards}, _STANDARD_INPUT_FORM),
    )
    if options.column and not any(load_dump_form(dump.form).has_columns for dump in dumps):
        raise CallError("--column is for Parquet, and --cards names none: elsewhere a line or a file is a whole card")
    return dumps


def _refuse_overwriting(read: Iterable[str], output: str | None) -> None:
    if output and Path(output).resolve() in {Path(name).resolve() for name in read if Path(name).is_file()}:
        raise CallError(
            f"--output {escape_invisible(output)} is one of what is read; give the result a place of its own"
        )


def _start(suite: Suite, old: str, new: str, options: CompareOptions) -> ComparisonRun:
    chosen = suite.dialect(options.dialect) if options.dialect else None
    registry = read_registry(options.registry) if options.registry else {}
    before, after = (read_revision(name, suite, chosen, registry) for name in (old, new))
    found = (dialect_of_schema(suite, side.label, side.schema) for side in (after, before))
    dialect = chosen or next(filter(None, found), None)
    fixtures = partial(suite.fixtures, [dialect.id]) if dialect else tuple
    context = _context(suite, dialect, options)
    request = ComparisonRequest(
        dialect, chosen is not None, fixtures, options.seed, options.effort, context, options.seconds
    )
    return ComparisonRun(_with_requirements(before, dialect), _with_requirements(after, dialect), request)


def _context(suite: Suite, dialect: Dialect | None, options: CompareOptions) -> Context:
    """The context that is named, or else the default of the dialect."""
    if dialect is None:
        if options.context:
            raise CallError("--context is for the cards of a dialect: name it with --dialect")
        return NO_CONTEXT
    default = NO_CONTEXT if options.context else suite.default_context(dialect)
    return default or given_context(options.context, dialect)


def _with_requirements(side: Revision, dialect: Dialect | None) -> Revision:
    """A draft that nothing but the other side ties to a dialect names that one's requirements, too."""
    return side._replace(requirements=side.requirements or frozenset(dialect.requirements if dialect else ()))


def _finish(
    run: ComparisonRun,
    replay: ReplayRun,
    options: CompareOptions,
    raise_dropped: Callable[[], None],
    parent: WaitingProcess,
) -> tuple[Comparison, EarlyEnd | None]:
    """What was found, and why it ended early, if it did."""
    try:
        if options.cards:
            _replay_cards(run, replay, options, raise_dropped)
        with progress_bar(_PERCENT) as update:

            def show_progress(stage: str, done: int, of: int) -> None:
                update(_PERCENT * done // max(of, 1), stage)
                raise_dropped()
                parent.tell(lambda: run.result(complete=False), len(run.flips))

            parent.tell(lambda: run.result(complete=False), len(run.flips))
            run.search(show_progress)
            return run.result(show_progress), None
    except EARLY_ENDS as error:
        return run.result(complete=False), error


def _replay_cards(
    run: ComparisonRun, replay: ReplayRun, options: CompareOptions, raise_dropped: Callable[[], None]
) -> None:
    engine = load_engine(options.engine or "processes")
    with engine(Workers(options.jobs or 0, options.scheduler or "")) as spread, progress_bar(replay.weight) as update:

        def show_progress(tally: Tally) -> None:
            update(tally.weight, f"{tally.cards:,} cards")
            raise_dropped()

        if options.output and _is_file(options.output):
            replay.open_journal(Path(f"{options.output}.journal"), resume=options.resume)
        try:
            replay.run(spread, show_progress)
        finally:
            run.add_tally(replay.tally)
    if not replay.tally.cards:
        reason = "".join(f"; {sentence}" for sentence in replay.tally.sentences[:1])
        raise CallError(f"there is not one card that can be read in what --cards names{reason}")


def _is_file(output: str) -> bool:
    """Whether it is or will be a file: nothing can lie beside a pipe or a device."""
    return Path(output).is_file() or not Path(output).exists()


def _print_unfinished(comparison: Comparison, options: CompareOptions, early_end: EarlyEnd) -> BaseException:
    """Print what was found until then, so that nobody takes it for all; gives what to raise, which says how far."""
    count = comparison.card_count
    is_kept = options.output and _is_file(options.output)
    left = f"{options.output}.partial" if is_kept else ""
    if count or any(found.answer is not FlipAnswer.OPEN for found in comparison.answers.values()):
        _print(comparison, options, left or options.output)
    how_far = describe_progress(early_end, count, left_file=left, resumable=bool(options.cards))
    return with_progress_told(early_end, how_far)


def _print(comparison: Comparison, options: CompareOptions, file: str | None) -> None:
    text = load_compare_format(options.form).render(comparison, terminal=not file and sys.stdout.isatty())
    if file:
        write_file(Path(file), [text.encode("utf-8", "backslashreplace")])
    else:
        click.echo(text, nl=False)
