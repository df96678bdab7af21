"""What are two revisions of a schema held against, and what comes of it?"""

import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
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
from agentcard_conformance.cli.progress import progress_bar
from agentcard_conformance.compare import renderers, revisions
from agentcard_conformance.compare.comparison import Call, Compared
from agentcard_conformance.compare.findings import Comparison, Direction, Revision
from agentcard_conformance.compare.replay.cards import Cards
from agentcard_conformance.compare.replay.tally import Tally
from agentcard_conformance.compare.telling import changelog
from agentcard_conformance.compare.telling.account import total
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.dumps import Dump, find_dumps
from agentcard_conformance.dumps.forms import load_dump_form
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.files import STANDARD_STREAM, write_file
from agentcard_conformance.model import Dialect
from agentcard_conformance.parallel import Workers, load_engine

FAILING: Mapping[str, Container[Direction]] = {"breaking": {Direction.REFUSED}, "any": {*Direction}, "none": ()}
PERCENT = 100
PIPED = "json_lines"
"""What standard input holds."""


class Options(NamedTuple):
    """What the command line says beside the two revisions."""

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


def run(old: str, new: str, options: Options) -> int:
    """The exit status."""
    if options.output == STANDARD_STREAM:
        options = options._replace(output=None)
    _refuse_half_said(options)
    section = changelog.unreleased(Path(options.changelog)) if options.changelog else ""
    dumps = _dumps(options)
    compared = _compared(read_suite(), old, new, options)
    schemas = [*compared.old.files, *compared.new.files]
    _refuse_overwriting([*schemas, options.changelog or "", *(dump.path for dump in dumps)], options.output)
    cards = Cards(compared.sides, compared.changes, dumps, options.column or "")
    with interruptible() as look:
        comparison, stopped = _worked(compared, cards, options, look)
        if stopped:
            raise _unfinished(comparison, cards, options, stopped)
    _print(comparison, options, options.output)
    cards.forget()
    if options.output:
        Path(f"{options.output}.partial").unlink(missing_ok=True)
    for line in (missing := changelog.untold(section, comparison) if options.changelog else []):
        name = escape_invisible(str(options.changelog))
        click.echo(f"agentcard-conformance: {name} lacks a line below Unreleased: {line}", err=True)
    return int(bool(missing) or any(each.direction in FAILING[options.fail_on] for each in comparison.flips))


def _refuse_half_said(options: Options) -> None:
    for name in ("column", "jobs", "engine", "scheduler"):
        if getattr(options, name) and not options.cards:
            raise CallError(f"--{name} is for --cards, and none are named")
    if options.resume and not (options.cards and options.output):
        raise CallError("--resume goes on with --cards, and needs the --output of the run that was interrupted")
    if options.output and not Path(options.output).resolve().parent.is_dir():
        raise CallError(f"{options.output} cannot be written: there is no folder for it")


def _dumps(options: Options) -> Sequence[Dump]:
    """Standard input has no name that says what it holds."""
    named = [name for name in options.cards if name != STANDARD_STREAM]
    dumps = (*find_dumps(named), *find_dumps({STANDARD_STREAM} & {*options.cards}, PIPED))
    if options.column and not any(load_dump_form(dump.form).has_columns for dump in dumps):
        raise CallError("--column is for Parquet, and --cards names none: elsewhere a line or a file is a whole card")
    return dumps


def _refuse_overwriting(read: Iterable[str], output: str | None) -> None:
    if output and Path(output).resolve() in {Path(name).resolve() for name in read if Path(name).is_file()}:
        raise CallError(
            f"--output {escape_invisible(output)} is one of what is read; give the result a place of its own"
        )


def _compared(suite: Suite, old: str, new: str, options: Options) -> Compared:
    chosen = suite.dialect(options.dialect) if options.dialect else None
    before, after = (revisions.read(name, suite, chosen) for name in (old, new))
    dialect = chosen or _kin(suite, after) or _kin(suite, before)
    fixtures = suite.fixtures([dialect.id]) if dialect else ()
    call = Call(dialect, chosen is not None, fixtures, seed=options.seed, effort=options.effort)
    return Compared(_named(before, dialect), _named(after, dialect), call)


def _kin(suite: Suite, side: Revision) -> Dialect | None:
    return revisions.kin(suite, side.label, side.schema)


def _named(side: Revision, dialect: Dialect | None) -> Revision:
    """A draft that nothing but the other side ties to a dialect names that one's requirements, too."""
    return side._replace(requirements=side.requirements or frozenset(dialect.requirements if dialect else ()))


def _worked(
    compared: Compared, cards: Cards, options: Options, look: Callable[[], None]
) -> tuple[Comparison, EarlyEnd | None]:
    """What was found, and why it ended early, if it did."""
    try:
        if options.cards:
            _replay(compared, cards, options, look)
            _refuse_nothing(cards)
        with progress_bar(PERCENT) as tell:

            def progress(stage: str, done: int, of: int) -> None:
                tell(PERCENT * done // max(of, 1), stage)
                look()

            compared.search(progress)
            return compared.told(progress), None
    except EARLY_ENDS as error:
        return compared.told(complete=False), error


def _replay(compared: Compared, cards: Cards, options: Options, look: Callable[[], None]) -> None:
    start = load_engine(options.engine or "processes")
    with start(Workers(options.jobs or 0, options.scheduler or "")) as spreading, progress_bar(cards.weight) as tell:

        def progress(tally: Tally) -> None:
            tell(tally.weight, f"{tally.cards:,} cards")
            look()

        if options.output and _is_file(options.output):
            cards.keep(Path(f"{options.output}.journal"), resume=options.resume)
        try:
            cards.replay(spreading, progress)
        finally:
            compared.take(cards.tally)


def _refuse_nothing(cards: Cards) -> None:
    if not cards.tally.cards:
        why = "".join(f"; {sentence}" for sentence in cards.tally.sentences[:1])
        raise CallError(f"there is not one card that can be read in what --cards names{why}")


def _is_file(output: str) -> bool:
    """Or will be: a pipe or a device has no place beside it."""
    return Path(output).is_file() or not Path(output).exists()


def _unfinished(comparison: Comparison, cards: Cards, options: Options, stopped: EarlyEnd) -> BaseException:
    """Print what was found until then, so that nobody takes it for all, and tell how far that is."""
    count = total(comparison.replayed)
    kept = options.output and _is_file(options.output)
    left = f"{options.output}.partial" if kept else ""
    if count:
        _print(comparison, options, left or options.output)
    else:
        cards.forget()
    return with_progress_told(stopped, describe_progress(stopped, count, left_file=left, resumable=bool(options.cards)))


def _print(comparison: Comparison, options: Options, file: str | None) -> None:
    text = renderers.load(options.form)(comparison, terminal=not file and sys.stdout.isatty())
    if file:
        write_file(Path(file), [text.encode("utf-8", "backslashreplace")])
    else:
        click.echo(text, nl=False)
