"""How is a run carried out and shown, card by card, in one process?"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

import click

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.harness import close, ready_to_write
from agentcard_conformance.model import NOT_ASKED, Fixture, Judge, Result
from agentcard_conformance.plan import WELL, Call, Plan, make_plan, source
from agentcard_conformance.report import explain

MOST_SHOWN = 20
AT_ONCE = 64  # enough to keep a validator busy, few enough to show that it is

__all__ = ["Call", "run"]


def run(call: Call, prefixes: Sequence[str], report_file: str | None, expect_file: str | None) -> int:
    """The exit status of a run."""
    ready_to_write(report_file, expect_file)
    asked = source(call, read_suite())
    with asked.open() as judge:
        plan = make_plan(call, asked, judge.identity, judge.dialects)
        results = list(_results(plan, judge, _selected(plan, prefixes)))
    _show(sorted(results, key=lambda result: result.fixture.path), call.validator)
    said, status = close(plan, results, report_file, expect_file)
    click.echo("\n".join(said))
    return status


def _show(results: Sequence[Result], validator: str) -> None:
    """What is not well, in full for as many as a person reads, then by requirement; a single card always."""
    asked = [result for result in results if not result.verdict.why.startswith(NOT_ASKED)]
    shown = [result for result in asked if result.outcome not in WELL or len(results) == 1]
    for result in shown[:MOST_SHOWN]:
        click.echo(explain(result, validator) + "\n")
    if rest := shown[MOST_SHOWN:]:
        count = Counter(result.fixture.requirement.id for result in rest)
        click.echo(f"and {len(rest)} more, of: {', '.join(f'{name} ({number})' for name, number in count.items())}")
        click.echo("(--fixture FOLDER shows some of them, --report FILE has them all)\n")


def _results(plan: Plan, judge: Judge, fixtures: Sequence[Fixture]) -> Iterator[Result]:
    for start in range(0, len(fixtures), AT_ONCE):
        some = fixtures[start : start + AT_ONCE]
        _progress(f"{start} of {len(fixtures)} cards")
        verdicts = judge.judge([fixture.question for fixture in some])
        yield from (plan.hold(fixture, verdict) for fixture, verdict in zip(some, verdicts, strict=True))
    _progress("")


def _progress(text: str) -> None:
    """One line that is written over, and only where somebody watches."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _selected(plan: Plan, prefixes: Sequence[str]) -> list[Fixture]:
    """Those at or below a path, which may begin with fixtures/ as it does in a checkout."""
    paths = [prefix.removeprefix("./").removeprefix("fixtures/").rstrip("/") for prefix in prefixes]
    for path in paths:
        _refuse_nothing(plan, path)
    found = [each for each in plan.in_turn if not paths or any(_lies(each.path, path) for path in paths)]
    if not found:
        raise CallError("nothing was selected, which is not a pass: widen --dialect or --profile")
    return found


def _refuse_nothing(plan: Plan, path: str) -> None:
    """Is there something at a path, and is it held against?"""
    there = [fixture for fixture in plan.suite.fixtures() if _lies(fixture.path, path)]
    if not there:
        raise CallError(f"there is no fixture and no folder fixtures/{path}")
    if not any(_lies(fixture.path, path) for fixture in plan.fixtures):
        scope = f"profile {plan.profile} of {', '.join(plan.dialects)}"
        raise CallError(f"{len(there)} fixtures lie in fixtures/{path}, and none belongs to {scope}")


def _lies(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
