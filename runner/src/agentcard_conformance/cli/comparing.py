"""What are two revisions of a schema held against, and what comes of it?"""

import signal
import sys
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from agentcard_conformance import output, spread
from agentcard_conformance.cli.watching import watched
from agentcard_conformance.compare import changelog, renderers, revisions
from agentcard_conformance.compare.account import total
from agentcard_conformance.compare.cards import Cards
from agentcard_conformance.compare.comparison import Call, Compared
from agentcard_conformance.compare.findings import Comparison, Direction, Revision
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.dumps import find
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect
from agentcard_conformance.renderers import visible
from agentcard_conformance.spread import Crew, Interrupted

FAILING: Mapping[str, Container[Direction]] = {"breaking": {Direction.REFUSED}, "any": {*Direction}, "none": ()}
PERCENT = 100


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
    _refuse_half_said(options)
    section = changelog.unreleased(Path(options.changelog)) if options.changelog else ""
    compared = _compared(read_suite(), old, new, options)
    cards = Cards(compared, find(options.cards), options.column or "")
    stopped = _worked(compared, cards, options)
    with _shown(compared):
        comparison = cards.tally.told(compared.told())
    if stopped:
        raise _unfinished(comparison._replace(complete=False), options, stopped)
    _print(comparison, options, options.output)
    cards.forget()
    if options.output:
        Path(f"{options.output}.partial").unlink(missing_ok=True)
    for line in (missing := changelog.untold(section, comparison) if options.changelog else []):
        name = visible(str(options.changelog))
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


def _worked(compared: Compared, cards: Cards, options: Options) -> KeyboardInterrupt | CallError | None:
    """Why it ended early, if it did, and with something to be told."""
    try:
        with _terminable():
            if options.cards:
                _replay(cards, options)
                _refuse_nothing(cards)
            with _shown(compared):
                compared.search()
    except (KeyboardInterrupt, CallError) as error:
        if not total(compared.replayed):
            cards.forget()
            raise
        return error
    return None if compared.complete else KeyboardInterrupt()


def _replay(cards: Cards, options: Options) -> None:
    start = spread.load(options.engine or "processes")
    with start(Crew(options.jobs or 0, options.scheduler or "")) as spreading, watched(cards.weight) as tell:
        if options.output and _is_file(options.output):
            cards.keep(Path(f"{options.output}.journal"), resume=options.resume)
        cards.replay(spreading, lambda tally: tell(tally.weight, f"{tally.cards:,} cards"))


def _refuse_nothing(cards: Cards) -> None:
    if not cards.tally.cards:
        why = "".join(f"; {sentence}" for sentence in cards.tally.sentences[:1])
        raise CallError(f"there is not one card that can be read in what --cards names{why}")


@contextmanager
def _shown(compared: Compared) -> Iterator[None]:
    """At which stage it is, to whoever watches."""
    with watched(PERCENT) as tell:
        compared.call = compared.call._replace(
            progress=lambda stage, done, of: tell(PERCENT * done // max(of, 1), stage)
        )
        yield


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM ends it as an interrupt does, which whatever it reaches lets through."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_file(output: str) -> bool:
    """Or will be: a pipe or a device has no place beside it."""
    return Path(output).is_file() or not Path(output).exists()


def _unfinished(comparison: Comparison, options: Options, stopped: KeyboardInterrupt | CallError) -> BaseException:
    """Print what was found until then, so that nobody takes it for all, and tell how far that is."""
    kept = bool(options.output) and _is_file(str(options.output))
    output = f"{options.output}.partial" if kept else options.output
    _print(comparison, options, output)
    left = f"; what was found until then is in {output}" if kept else ""
    resumable = kept and options.cards and isinstance(stopped, KeyboardInterrupt | Interrupted)
    far = f"after {total(comparison.replayed):,} cards{left}{'; go on with --resume' if resumable else ''}"
    if isinstance(stopped, CallError):
        return CallError(f"{stopped}, {far}")
    click.echo(f"agentcard-conformance: interrupted {far}", err=True)
    return stopped


def _print(comparison: Comparison, options: Options, file: str | None) -> None:
    text = renderers.load(options.form)(comparison, terminal=not file and sys.stdout.isatty())
    if file:
        output.write(Path(file), [text.encode("utf-8", "backslashreplace")])
    else:
        click.echo(text, nl=False)
