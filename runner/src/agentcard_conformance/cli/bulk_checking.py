"""What does `check` do with dumps, files with many cards each?"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from agentcard_conformance import spread
from agentcard_conformance.bulk import checking
from agentcard_conformance.bulk.records import Only
from agentcard_conformance.bulk.sinks import Sink, State, sink
from agentcard_conformance.bulk.tally import Tally
from agentcard_conformance.cli.interrupting import STOPPED, ended, how_far, interruptible
from agentcard_conformance.cli.watching import watched
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.dumps import Dump, find, forms
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Level, Requirement
from agentcard_conformance.spread import Crew

STANDARD_OUTPUT = "-"


class Options(NamedTuple):
    """What the command line says of dumps."""

    dump: str = ""
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
    if options.output == STANDARD_OUTPUT:
        options = options._replace(output=None)
    suite = read_suite()
    chosen = suite.dialect(dialect) if dialect else suite.default
    found = find(files, options.dump)
    _refuse_overwriting(found, options.output)
    state = _checked(checking.Call(chosen, found, options.column or "", Only(options.only or Only.ALL)), options)
    tally = state.tally
    click.echo(_summary(tally, chosen), err=True, nl=False)
    if state.hint:
        click.echo(f"agentcard-conformance: {state.hint}", err=True)
    if not tally.cards:
        raise CallError("there is not one card in what was named, which is not a pass")
    return int(tally.valid < tally.cards or (strict and tally.advised > 0))


def _refuse_half_said(options: Options) -> None:
    said = [name for name, value in options._asdict().items() if value]
    if not options.dump:
        ways = " or ".join(form.OPTION for form in map(forms.load, forms.known()) if form.OPTION)
        raise CallError(f"--{said[0]} is for dumps: say with {ways} what the files are")
    if options.column and not forms.load(options.dump).HAS_COLUMNS:
        raise CallError("--column is for --parquet: a line of JSON Lines is a whole card")


def _refuse_overwriting(dumps: Sequence[Dump], output: str | None) -> None:
    """A dump that the records would replace; in a folder of dumps the records of last time look like one."""
    for dump in dumps:
        if output and Path(output).resolve() == Path(dump.path).resolve():
            raise CallError(f"--output {output} is one of the dumps; give the records a place of their own")


def _checked(call: checking.Call, options: Options) -> State:
    """All of it, or a sentence that says how far it came."""
    crew = Crew(options.jobs or 0, options.scheduler or "")
    engine = spread.load(options.engine or "processes")
    with (
        sink(options.output or "", call.told, resume=options.resume, again=call.can_be_read_again) as out,
        _told_how_far(out, call) as look,
        engine(crew) as spreading,
        watched(call.size, quiet=not options.output and sys.stdout.isatty()) as tell,
    ):
        checking.check(call, spreading, out, lambda state: _shown(state, tell, look))
    return out.state


def _shown(state: State, tell: Callable[[int, str], None], look: Callable[[], None]) -> None:
    tell(state.read, f"{state.tally.cards:,} cards")
    look()


@contextmanager
def _told_how_far(out: Sink, call: checking.Call) -> Iterator[Callable[[], None]]:
    """Of a file that is cut short, all of the bytes are read, and it would say nothing."""
    with interruptible() as look:
        try:
            yield look
        except STOPPED as error:
            is_known = call.size and not isinstance(error, CallError)
            share = f" ({out.state.read / call.size:.0%} of the bytes)" if is_known else ""
            cards, again = out.state.tally.cards, call.can_be_read_again
            raise ended(error, how_far(error, cards, left=out.left, share=share, resumable=again)) from None


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
        level = _level(dialect.requirements[name], tally.broken.get(name, 0))
        lines.append(f"  {number:>{len(f'{tally.cards:,}')},}  {name} ({level})")
    return "\n".join(lines) + "\n"


def _level(requirement: Requirement, broken: int) -> str:
    if requirement.level is Level.MUST or not broken:
        return requirement.level
    return f"{requirement.level}; {_count(broken, 'card')} not read further, and so invalid"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
