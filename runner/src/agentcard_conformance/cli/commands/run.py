"""`run`: holds a validator against the corpus, in one process and without pytest."""

from collections import Counter
from collections.abc import Iterator, Sequence

import click

from agentcard_conformance.cli.options import dialect_option
from agentcard_conformance.cli.progress import show_progress_line
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import NOT_ASKED, Fixture, Result
from agentcard_conformance.report.failure import describe_result
from agentcard_conformance.run.closing import GOOD_OUTCOMES, check_output_files, close_run
from agentcard_conformance.run.plan import Plan, RunOptions, find_target
from agentcard_conformance.run.runner import Runner, running

_MOST_SHOWN = 20
_CHUNK = 64  # enough to keep a validator busy, few enough to show that it is

_EXAMPLES = """\b
Examples:
  agentcard-conformance run
  agentcard-conformance run --validator "stream:node bridge.mjs" --report report.json
  agentcard-conformance run --validator "once:./validate --json" --expect known.toml
  agentcard-conformance run --validator "stream:node bridge.mjs" --fixture invalid
"""


@click.command(epilog=_EXAMPLES)
@click.option("--validator", metavar="SPEC", default="", help="Which one to ask; without it, the reference.")
@dialect_option("Which cards; repeat.", "names", multiple=True)
@click.option("--profile", metavar="NAME", default="", help="What it is held to; each dialect has its own profiles.")
@click.option("--expect", metavar="FILE", default="", help="Its known failures; 'none' for no file at all.")
@click.option("--expect-write", metavar="FILE", help="Write what fails as known failures.")
@click.option("--report", "report_file", metavar="FILE", help="Write the report.")
@click.option(
    "--fixture", "prefixes", metavar="PATH", multiple=True, help="Only this fixture, or those in this folder."
)
def command(
    names: tuple[str, ...], report_file: str | None, expect_write: str | None, prefixes: tuple[str, ...], **named: str
) -> int:
    """Hold a validator against the corpus, as `pytest conformance/` does, and print what it gets wrong.

    SPEC is one of: a NAME of runner/validators, path/to/validator.toml, stream:COMMAND, once:COMMAND,
    python:module:callable, http://… or https://…
    """
    options = RunOptions(dialects=names, **named)
    check_output_files(report_file, expect_write)
    with running(options, find_target(options, read_suite())) as runner:
        for line in runner.plan.left_out:
            click.echo(line, err=True)
        results = list(_results(runner, _select(runner.plan, prefixes)))
    closing = close_run(runner.plan, results, report_file, expect_write)
    for line in closing.first:
        click.echo(f"{line}\n")
    _show_failures(sorted(results, key=lambda result: result.fixture.path), options.validator)
    click.echo("\n".join(closing.lines))
    return closing.status


def _results(runner: Runner, fixtures: Sequence[Fixture]) -> Iterator[Result]:
    for done, result in enumerate(runner.run_all(fixtures, _CHUNK)):
        if done % _CHUNK == 0:
            show_progress_line(f"{done} of {len(fixtures)} cards")
        yield result
    show_progress_line("")


def _show_failures(results: Sequence[Result], validator: str) -> None:
    """In full for as many as a person reads, then by requirement; a single card always."""
    asked = [result for result in results if not result.verdict.why.startswith(NOT_ASKED)]
    shown = [result for result in asked if result.outcome not in GOOD_OUTCOMES or len(results) == 1]
    for result in shown[:_MOST_SHOWN]:
        click.echo(describe_result(result, validator) + "\n")
    if rest := shown[_MOST_SHOWN:]:
        count = Counter(result.fixture.requirement.id for result in rest)
        click.echo(f"and {len(rest)} more, of: {', '.join(f'{name} ({number})' for name, number in count.items())}")
        click.echo("(--fixture FOLDER shows some of them, --report FILE has them all)\n")


def _select(plan: Plan, prefixes: Sequence[str]) -> list[Fixture]:
    """Those at or below a path, which may begin with fixtures/ as it does in a checkout."""
    paths = [prefix.removeprefix("./").removeprefix("fixtures/").rstrip("/") for prefix in prefixes]
    for path in paths:
        _refuse_nothing(plan, path)
    found = [each for each in plan.fixtures if not paths or any(_is_below(each.path, path) for path in paths)]
    if not found:
        raise CallError("nothing was selected, which is not a pass: widen --dialect or --profile")
    return found


def _refuse_nothing(plan: Plan, path: str) -> None:
    """Raise CallError where nothing is at a path, or nothing that the plan has."""
    there = [fixture for fixture in plan.suite.fixtures() if _is_below(fixture.path, path)]
    if not there:
        raise CallError(f"there is no fixture and no folder fixtures/{path}")
    if not any(_is_below(fixture.path, path) for fixture in plan.fixtures):
        scope = ", ".join(f"profile {profile} of {name}" for name, profile in plan.profiles.items())
        raise CallError(f"fixtures/{path} has {len(there)} fixtures, but none belongs to {scope}")


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
