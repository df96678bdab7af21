"""What does `check` do with dumps, files with many cards each?"""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn

import click

from agentcard_conformance import spread
from agentcard_conformance.bulk import checking
from agentcard_conformance.bulk.records import Only
from agentcard_conformance.bulk.sinks import Sink, sink
from agentcard_conformance.bulk.tally import Tally
from agentcard_conformance.cli.watching import watched
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.dumps import Dump, find, forms
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect
from agentcard_conformance.spread import Crew, Interrupted


class Options(NamedTuple):
    """What the command line says of dumps."""

    dump: str | None = None
    """The form that the files have."""
    column: str | None = None
    output: str | None = None
    only: str | None = None
    jobs: int | None = None
    engine: str | None = None
    scheduler: str | None = None
    resume: bool = False


def check(files: Sequence[str], dialect: str | None, options: Options, *, strict: bool) -> int:
    """The exit status for all the cards in some dumps."""
    _refuse_half_said(options)
    suite = read_suite()
    chosen = suite.dialect(dialect) if dialect else suite.default
    found = find(files, options.dump or "")
    _refuse_overwriting(found, options.output)
    tally = _checked(checking.Call(chosen, found, options.column or "", Only(options.only or Only.ALL)), options)
    click.echo(_summary(tally, chosen), err=True, nl=False)
    if not tally.cards:
        raise CallError("there is not one card in what was named, which is not a pass")
    return int(tally.valid < tally.cards or (strict and tally.advised > 0))


def _refuse_half_said(options: Options) -> None:
    said = [name for name, value in options._asdict().items() if value]
    if not options.dump:
        raise CallError(f"--{said[0]} is for dumps: say with --jsonl or --parquet what the files are")
    if options.column and not forms.load(options.dump).HAS_COLUMNS:
        raise CallError("--column is for --parquet: a line of JSON Lines is a whole card")


def _refuse_overwriting(dumps: Sequence[Dump], output: str | None) -> None:
    """A dump that the records would replace; in a folder of dumps the records of last time look like one."""
    for dump in dumps:
        if output and Path(output).resolve() == Path(dump.path).resolve():
            raise CallError(f"--output {output} is one of the dumps; give the records a place of their own")


def _checked(call: checking.Call, options: Options) -> Tally:
    """All of it, or a sentence that says how far it came."""
    total = sum(dump.size for dump in call.dumps)
    crew = Crew(options.jobs or 0, options.scheduler or "")
    engine = spread.load(options.engine or "processes")
    with (
        sink(options.output or "", call.told, resume=options.resume) as out,
        _told_how_far(out, total),
        engine(crew) as spreading,
        watched(total, quiet=not options.output and sys.stdout.isatty()) as tell,
    ):
        checking.check(call, spreading, out, lambda state: tell(state.read, f"{state.tally.cards:,} cards"))
    return out.state.tally


@contextmanager
def _told_how_far(out: Sink, total: int) -> Iterator[None]:
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"agentcard-conformance: interrupted{_how_far(out, total, resumable=True)}", err=True)
        raise
    except Interrupted as error:
        raise Interrupted(f"{error}{_how_far(out, total, resumable=True)}") from None
    except CallError as error:
        if not out.state.slices:
            raise
        raise CallError(f"{error}{_how_far(out, total, resumable=False)}") from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminated(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001  # as Python calls it
    raise Interrupted("ended by SIGTERM")


def _how_far(out: Sink, total: int, *, resumable: bool) -> str:
    if not out.state.slices:
        return ", before the first card was checked"
    share = f" ({out.state.read / total:.0%} of the bytes)" if total else ""
    left = f"; what is written of them is in {out.left}" if out.left else ""
    next_step = "; go on with --resume" if resumable and left else ""
    return f", after {_count(out.state.tally.cards, 'card')}{share}{left}{next_step}"


def _summary(tally: Tally, dialect: Dialect) -> str:
    """How many of which kind, then which requirements, the most frequent first."""
    counts = {
        "valid": tally.valid,
        "invalid": tally.invalid,
        "skipped": tally.skipped,
        "with advice": tally.advised,
        "contested": tally.contested,
    }
    told = ", ".join(f"{number:,} {what}" for what, number in counts.items() if number or what == "valid")
    blank = f"; {_count(tally.blank, 'line')} without a card" if tally.blank else ""
    lines = [f"{_count(tally.cards, 'card')} as {dialect.id}: {told}{blank}"]
    for name, number in sorted(tally.requirements.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"  {number:>{len(f'{tally.cards:,}')},}  {name} ({dialect.requirements[name].level})")
    return "\n".join(lines) + "\n"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
