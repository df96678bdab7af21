"""`run`: holds a validator against the corpus, in one process and without pytest."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import click

from agentcard_conformance.cli.options import dialect_option, format_option
from agentcard_conformance.cli.progress import progress_bar
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Fixture, Result
from agentcard_conformance.report.failure import describe_failures, describe_result
from agentcard_conformance.report.formats import load_report_format, report_format_names
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.run.closing import GOOD_OUTCOMES, Closing, check_output_files, close_run
from agentcard_conformance.run.plan import RunOptions, find_target
from agentcard_conformance.run.runner import Runner, running, shared_reference
from agentcard_conformance.run.selection import Selection, options_for_paths, select_fixtures

_TEXT = "text"
_CHUNK = 64  # enough to keep a validator busy, few enough to show that it is

_SHORTEST = 0.001
"""Seconds, so that the first card has a rate, too."""

_EXAMPLES = """\b
Examples:
  agentcard-conformance run
  agentcard-conformance run --validator "stream:node bridge.mjs" --report report.json
  agentcard-conformance run --validator "once:./validate --json" --expect known.toml
  agentcard-conformance run --validator "stream:node bridge.mjs" --requirement name-length --all
  agentcard-conformance run --validator "stream:node bridge.mjs" --fixture invalid -x
"""


@click.command(epilog=_EXAMPLES)
@click.option("--validator", metavar="SPEC", default="", help="Which one to ask; without it, the reference.")
@dialect_option("Which cards; repeat.", "dialects", multiple=True)
@click.option("--profile", metavar="NAME", default="", help="What it is held to; each dialect has its own profiles.")
@click.option("--fixture", "paths", metavar="PATH", multiple=True, help="Only this fixture, or those in this folder.")
@click.option("--requirement", "requirements", metavar="NAME", multiple=True, help="Only fixtures of this requirement.")
@click.option("--area", "areas", metavar="NAME", multiple=True, help="Only fixtures of this area.")
@click.option("-k", "words", metavar="TEXT", multiple=True, help="Only fixtures with this text in their path.")
@click.option("-x", "stops", is_flag=True, help="Stop at the first card that is not well.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="For one card.")
@click.option("--exit-status", is_flag=True, help="Of once:COMMAND: 0 says valid, 1 invalid. Weaker than an answer.")
@click.option("--expect", metavar="FILE", default="", help="Its known failures; 'none' for no file at all.")
@click.option("--expect-write", "expect_file", metavar="FILE", help="Write what fails as known failures.")
@click.option("--report", "report_file", metavar="FILE", help="Write the report.")
@click.option("--all", "everything", is_flag=True, help="Show every failure in full.")
@format_option(report_format_names())
def command(  # one parameter an option
    form: str,
    report_file: str | None,
    expect_file: str | None,
    stops: bool,  # noqa: FBT001  # click's
    everything: bool,  # noqa: FBT001  # click's
    **typed: Any,
) -> int:
    """Hold a validator against the corpus, as `pytest conformance/` does, and print what it gets wrong.

    SPEC is one of: a NAME of runner/validators, path/to/validator.toml, stream:COMMAND, once:COMMAND,
    python:module:callable, http://… or https://…

    Exit status: 0 all well, 1 a card is not, 2 the call is wrong or the validator cannot be started.
    """
    selection = Selection(**{name: typed.pop(name) for name in Selection._fields})
    options = options_for_paths(RunOptions(**typed), selection.paths, read_suite())
    check_output_files(report_file, expect_file)
    with running(options, find_target(options, read_suite())) as runner:
        for line in runner.plan.remarks:
            click.echo(line, err=True)
        results = list(_results(runner, select_fixtures(runner.plan, selection), stops=stops))
    closing = close_run(runner.plan, results, report_file, expect_file, runner.restarts)
    if form == _TEXT:
        _show(closing, results, options.validator, everything=everything)
    else:
        write_file(None, [load_report_format(form).render(ReportedRuns(runner.plan.suite, (closing.report,))).encode()])
    return closing.status


def _results(runner: Runner, fixtures: Sequence[Fixture], *, stops: bool) -> Iterator[Result]:
    began = time.monotonic()
    with progress_bar(len(fixtures)) as show:
        for done, result in enumerate(runner.run_all(fixtures, 1 if stops else _CHUNK), 1):
            rate = done / max(time.monotonic() - began, _SHORTEST)
            show(done, f"{done} of {len(fixtures)} cards, {rate:,.0f} a second")
            yield result
            if stops and result.outcome not in GOOD_OUTCOMES:
                break


def _show(closing: Closing, results: Sequence[Result], validator: str, *, everything: bool) -> None:
    """A single card is shown always."""
    for line in closing.first:
        click.echo(f"{line}\n")
    if everything or len(results) == 1:
        for result in sorted(results, key=lambda result: result.fixture.path):
            if len(results) == 1 or result.outcome not in GOOD_OUTCOMES:
                click.echo(describe_result(result, validator, shared_reference()) + "\n")
    else:
        for line in describe_failures(results, validator, shared_reference()):
            click.echo(line)
    click.echo("\n".join(closing.lines))
