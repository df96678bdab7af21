"""`validators`: those that are known by name, their set-up, and whether each does what is written of it."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import click

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Description, Fixture, Outcome, Result
from agentcard_conformance.run.closing import GOOD_OUTCOMES, Closing, close_run
from agentcard_conformance.run.known_failures import KnownFailures
from agentcard_conformance.run.plan import RunOptions, find_target
from agentcard_conformance.run.runner import running
from agentcard_conformance.validators.commands import missing_tools, with_downloads
from agentcard_conformance.validators.descriptions import find_description, known_validators
from agentcard_conformance.validators.setup import is_ready

_EXAMPLES = """\b
Examples:
  agentcard-conformance validators
  agentcard-conformance validators setup ajv
  agentcard-conformance validators setup --all
  agentcard-conformance validators run --reports reports/
"""
_MOST_SHOWN = 10
_READY = "ready"
_WRONG = "WRONG"
_RIGHTNESS = {Outcome.PASS: "right", Outcome.FAIL: _WRONG, Outcome.NO_ANSWER: _WRONG}
_TITLES = ("name", "version", "language", "state")
_OUTCOME_WORDS = {
    Outcome.PASS: "pass",
    Outcome.KNOWN_FAILURE: "known failures",
    Outcome.READING: "readings",
    Outcome.SKIP: "skipped",
    Outcome.FAIL: "FAIL",
    Outcome.NO_ANSWER: "NO ANSWER",
    Outcome.STALE: "STALE",
}


@click.group(invoke_without_command=True, epilog=_EXAMPLES)
@click.pass_context
def command(ctx: click.Context) -> int:
    """List the validators that are known by name, and whether each is ready to be asked.

    Each is set up when it is first asked, into a cache folder of its own; nothing is installed elsewhere.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    suite = read_suite()
    rows = [_TITLES, *(_row(_find(suite, name)) for name in known_validators(suite.validators))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_TITLES))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    setup = "agentcard-conformance validators setup"
    click.echo(f"\nEach is set up when it is first asked; `{setup} NAME` does so ahead.")
    return 0


@command.command(epilog=_EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "every", is_flag=True, help="All that are known.")
def setup(names: tuple[str, ...], every: bool) -> int:  # noqa: FBT001  # click's
    """Make validators ready ahead of their first use.

    Exit status: 0 all are ready, 2 one cannot be set up here.
    """
    suite = read_suite()
    return max(_for_each(_chosen(suite, names, every=every), lambda name: _set_up(suite, name)))


@command.command(epilog=_EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--fixture", "paths", metavar="PATH", multiple=True, help="Ask about this card alone; without a NAME, those ready."
)
@click.option(
    "--reports", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), help="Write the report of each."
)
def run(names: tuple[str, ...], paths: tuple[str, ...], reports: Path | None) -> int:
    """Hold validators against the corpus and the failures that are known of them; without a NAME, all.

    With --fixture, which may be given again, which of them get a card wrong, whatever is known of them.

    Exit status: 0 each does what its known failures say, 1 one differs in either direction, 2 one could not be asked;
    with --fixture 0 all are right about the cards, 1 one is wrong.
    """
    suite = read_suite()
    chosen = _chosen(suite, names, every=not names)
    if reports:
        reports.mkdir(parents=True, exist_ok=True)
    if paths:
        fixtures = tuple(map(suite.fixture, paths))
        return _ask_about(suite, chosen if names else _ready(suite, chosen), fixtures, reports)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        asked = {pool.submit(_run_known, suite, name, reports): name for name in chosen}
        done = [_show(future) for future in as_completed(asked)]
    differing = sorted(each.name for each in done if each.status)
    click.echo(f"not as expected: {', '.join(differing)}" if differing else f"all {len(done)} are as expected")
    return max(each.status for each in done)


class KnownRun(NamedTuple):
    """What came of asking one known validator."""

    name: str
    status: int
    line: str
    details: tuple[str, ...] = ()


def _find(suite: Suite, name: str) -> Description:
    return find_description(name, suite.validators, suite.root / "schema")


def _row(description: Description) -> tuple[str, str, str, str]:
    identity = description.identity
    return description.spec, identity.version, identity.language, _state(description)


def _state(description: Description) -> str:
    if absent := missing_tools(description):
        return f"missing: {with_downloads(absent)}"
    if not is_ready(description, __version__):
        return "not set up yet, which needs the network once"
    return _READY


def _chosen(suite: Suite, names: Sequence[str], *, every: bool) -> list[str]:
    known = known_validators(suite.validators)
    if every == bool(names):
        raise CallError(f"name validators, or say --all; known are {', '.join(known)}")
    for name in names:
        if name not in known:
            raise CallError(f"no validator is called {name!a}; known are {', '.join(known)}")
    return known if every else list(dict.fromkeys(names))


def _for_each(names: Sequence[str], act: Callable[[str], None]) -> Iterator[int]:
    """The exit status for each, one after the other; one that fails stops no other."""
    for number, name in enumerate(names, 1):
        click.echo(f"[{number}/{len(names)}] {name}")
        try:
            act(name)
            yield 0
        except ConformanceError as error:
            click.echo(f"agentcard-conformance: {error}", err=True)
            yield 2


def _set_up(suite: Suite, name: str) -> None:
    find_target(RunOptions(name), suite, say=lambda text: click.echo(f"  {text.removeprefix(f'{name}: ')}"))
    click.echo("  ready")


def _run_known(suite: Suite, name: str, reports: Path | None) -> KnownRun:
    try:
        options = RunOptions(name)
        with running(options, find_target(options, suite)) as runner:
            results = list(runner.run_all(runner.plan.fixtures, len(runner.plan.fixtures)))
        closing = close_run(runner.plan, results, str(reports / f"{name}.json") if reports else None, None)
    except ConformanceError as error:
        return KnownRun(name, 2, str(error).removeprefix(f"{name}: "))
    details = (*_differences(name, closing, results), *_broad_entries(runner.plan.known, results))
    return KnownRun(name, closing.status, _count_outcomes(results), details)


def _differences(name: str, closing: Closing, results: Iterable[Result]) -> Iterator[str]:
    """The first few fixtures that differ, and what is wrong with the known failures."""
    bad = (each for each in results if each.outcome not in GOOD_OUTCOMES)
    differing = [f"{_OUTCOME_WORDS[each.outcome]}: {each.fixture.path}" for each in bad]
    yield from sorted(differing)[:_MOST_SHOWN]
    if len(differing) > _MOST_SHOWN:
        see = f"agentcard-conformance run --validator {name}"
        yield f"and {len(differing) - _MOST_SHOWN} more; to see them: {see}"
    yield from closing.problems


def _ready(suite: Suite, names: Iterable[str]) -> list[str]:
    """Those that can be asked at once; the others are named."""
    states = {name: _state(_find(suite, name)) for name in names}
    if absent := [name for name, state in states.items() if state != _READY]:
        click.echo(f"not ready, and not asked: {', '.join(absent)}; see: agentcard-conformance validators setup NAME")
    return [name for name, state in states.items() if state == _READY]


def _ask_about(suite: Suite, names: Sequence[str], fixtures: Sequence[Fixture], reports: Path | None) -> int:
    """Ask each about some cards; the exit status."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        asked = [pool.submit(_run_cards, suite, name, fixtures, reports) for name in names]
        done = [_show(future) for future in as_completed(asked)]
    wrong = sorted(each.name for each in done if each.status)
    about = f"fixtures/{fixtures[0].path}" if len(fixtures) == 1 else f"one of {len(fixtures)} cards"
    click.echo(f"{len(wrong) or 'none'} of {len(done)} wrong about {about}: {', '.join(wrong)}".rstrip(": "))
    return max((each.status for each in done), default=0)


def _run_cards(suite: Suite, name: str, fixtures: Sequence[Fixture], reports: Path | None) -> KnownRun:
    """Those cards that the validator is held to; no report where there is none of them."""
    try:
        options = RunOptions(name, expect="none")
        with running(options, find_target(options, suite)) as runner:
            results = list(runner.run_all([each for each in fixtures if each in runner.plan.fixtures], 1))
        if reports and results:
            close_run(runner.plan, results, str(reports / f"{name}.json"), None)
    except ConformanceError as error:
        return KnownRun(name, 2, str(error).removeprefix(f"{name}: "))
    if not results:
        return KnownRun(name, 0, "is not held to it" if len(fixtures) == 1 else "is held to none of them")
    wrong = [each for each in results if _RIGHTNESS.get(each.outcome) == _WRONG]
    if len(fixtures) > 1:
        return KnownRun(
            name, int(bool(wrong)), _count_outcomes(results), tuple(f"{_WRONG}: {each.fixture.path}" for each in wrong)
        )
    (result,) = results
    word = _RIGHTNESS.get(result.outcome, str(result.outcome))
    message = next((to_ascii(error.message) for error in result.verdict.errors if error.message), "")
    details = tuple(filter(None, (result.verdict.why, message)))
    return KnownRun(name, int(bool(wrong)), f"{word}: {result.verdict.answer}", details)


def _broad_entries(known: KnownFailures, results: Iterable[Result]) -> Iterator[str]:
    """What no entry should do, though every result is as it says."""
    for entry, explained, right in known.broad_entries(results):
        kind = "wrong" if entry.result is Outcome.FAIL else "missing"
        yield (
            f"the known failure of requirement {entry.requirement} explains {explained} {kind} answers and "
            f"hides {right} right ones, any of which may become {kind} unnoticed: name the fixtures instead"
        )


def _count_outcomes(results: Iterable[Result]) -> str:
    outcomes = [result.outcome for result in results]
    counts = ((outcomes.count(outcome), word) for outcome, word in _OUTCOME_WORDS.items())
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _show(future: Future[KnownRun]) -> KnownRun:
    done = future.result()
    click.echo(f"{done.name}: {done.line}")
    for line in done.details:
        click.echo(f"  {line}")
    return done
