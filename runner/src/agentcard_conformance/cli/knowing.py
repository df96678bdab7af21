"""Which validators are known by name, is each ready to be asked, and does each still do what is written of it?"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import click

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.drive.describe import known_validators, look_up
from agentcard_conformance.drive.needs import missing, where_to_get
from agentcard_conformance.drive.setup import is_ready
from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.harness import close
from agentcard_conformance.model import Description, Outcome, Result
from agentcard_conformance.plan import WELL, Call, Plan, make_plan, source

SETUP = "agentcard-conformance validators setup"
MOST_SHOWN = 10
TITLES = ("name", "version", "language", "state")
COUNTED = {
    Outcome.PASS: "pass",
    Outcome.KNOWN_FAILURE: "known failures",
    Outcome.READING: "readings",
    Outcome.SKIP: "skipped",
    Outcome.FAIL: "FAIL",
    Outcome.NO_ANSWER: "NO ANSWER",
    Outcome.STALE: "STALE",
}


def listing() -> int:
    """A table of all of them."""
    suite = read_suite()
    rows = [TITLES, *(_row(_look_up(suite, name)) for name in known_validators(suite.validators))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(TITLES))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    click.echo(f"\nEach is set up when it is first asked; `{SETUP} NAME` does so ahead.")
    return 0


def set_up(names: Sequence[str], *, every: bool) -> int:
    """Make them ready, one after the other; one that cannot be stops no other."""
    suite = read_suite()
    return max(_each(_chosen(suite, names, every=every), lambda name: _set_up(suite, name)))


def run(names: Sequence[str], reports: Path | None) -> int:
    """Hold each against the corpus and its expected.toml, as many at once as there are processors."""
    suite = read_suite()
    chosen = _chosen(suite, names, every=not names)
    if reports:
        reports.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        asked = {pool.submit(_run, suite, name, reports): name for name in chosen}
        done = [_shown(asked[future], future) for future in as_completed(asked)]
    differing = sorted(run.name for run in done if run.status)
    click.echo(f"not as expected: {', '.join(differing)}" if differing else f"all {len(done)} are as expected")
    return max(run.status for run in done)


@dataclass(frozen=True, slots=True)
class _Run:
    """What came of asking one of them."""

    name: str
    status: int
    line: str
    said: tuple[str, ...] = ()


def _look_up(suite: Suite, name: str) -> Description:
    return look_up(name, suite.validators, suite.root / "schema")


def _row(description: Description) -> tuple[str, str, str, str]:
    identity = description.identity
    return description.spec, identity.version, identity.language, _state(description)


def _state(description: Description) -> str:
    if absent := missing(description):
        return f"missing: {where_to_get(absent)}"
    if not is_ready(description, __version__):
        return "not set up yet, which needs the network once"
    return "ready"


def _chosen(suite: Suite, names: Sequence[str], *, every: bool) -> list[str]:
    known = known_validators(suite.validators)
    if every == bool(names):
        raise CallError(f"name validators, or all of them; known are {', '.join(known)}")
    for name in names:
        if name not in known:
            raise CallError(f"no validator is called {name!a}; known are {', '.join(known)}")
    return known if every else list(dict.fromkeys(names))


def _each(names: Sequence[str], act: Callable[[str], None]) -> Iterator[int]:
    for number, name in enumerate(names, 1):
        click.echo(f"[{number}/{len(names)}] {name}")
        try:
            act(name)
            yield 0
        except ConformanceError as error:
            click.echo(f"agentcard-conformance: {error}", err=True)
            yield 2


def _set_up(suite: Suite, name: str) -> None:
    source(Call(validator=name), suite, say=lambda text: click.echo(f"  {text.removeprefix(f'{name}: ')}"))
    click.echo("  ready")


def _run(suite: Suite, name: str, reports: Path | None) -> _Run:
    try:
        asked = source(Call(validator=name), suite)
        with asked.open() as judge:
            plan = make_plan(Call(validator=name), asked, judge.identity, judge.dialects)
            fixtures = plan.in_turn
            verdicts = judge.judge([fixture.question for fixture in fixtures])
        results = [plan.hold(fixture, verdict) for fixture, verdict in zip(fixtures, verdicts, strict=True)]
        _, status = close(plan, results, str(reports / f"{name}.json") if reports else None, None)
    except ConformanceError as error:
        return _Run(name, 2, str(error).removeprefix(f"{name}: "))
    return _Run(name, status, _counted(results), tuple(_amiss(plan, results)))


def _amiss(plan: Plan, results: Iterable[Result]) -> Iterator[str]:
    """What differs: the first few fixtures, and what is wrong with the expectations."""
    differing = [f"{COUNTED[each.outcome]}: {each.fixture.path}" for each in results if each.outcome not in WELL]
    yield from sorted(differing)[:MOST_SHOWN]
    if len(differing) > MOST_SHOWN:
        see = f"agentcard-conformance run --validator {plan.call.validator}"
        yield f"and {len(differing) - MOST_SHOWN} more; to see them: {see}"
    yield from plan.complaints(results)


def _counted(results: Iterable[Result]) -> str:
    outcomes = [result.outcome for result in results]
    counts = ((outcomes.count(outcome), word) for outcome, word in COUNTED.items())
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _shown(name: str, future: Future[_Run]) -> _Run:
    run = future.result()
    click.echo(f"{name}: {run.line}")
    for line in run.said:
        click.echo(f"  {line}")
    return run
