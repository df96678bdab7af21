"""How a run ends: its report, the known failures, what a person reads, and the exit status."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import NOT_ASKED, Answer, Expected, Fixture, KnownFailure, Outcome, Result
from agentcard_conformance.report.document import write_report
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.report.standings import worst_requirements
from agentcard_conformance.report.summary import summary_lines
from agentcard_conformance.run.known_failures_file import write_known_failures
from agentcard_conformance.run.one_reason import one_reasons
from agentcard_conformance.run.plan import Plan

GOOD_OUTCOMES = frozenset({Outcome.PASS, Outcome.SKIP, Outcome.READING, Outcome.KNOWN_FAILURE})


class Closing(NamedTuple):
    """What a run came to."""

    first: list[str]
    """For a person, before everything else."""
    lines: list[str]
    """For a person, after everything else."""
    problems: list[str]
    """What is wrong with the run as a whole; they are among the lines."""
    status: int
    report: Report


def check_output_files(*files: str | None) -> None:
    """Raise CallError when a file could not be written at the end: better before a long run than after it."""
    for file in (each for each in files if each is not None):
        if not Path(file).parent.is_dir() or Path(file).is_dir():
            raise CallError(f"{file or 'a file without a name'} cannot be written: name a file in a folder that exists")


def close_run(
    plan: Plan,
    results: Sequence[Result],
    report_file: str | None,
    expect_file: str | None,
    restarts: Sequence[str] = (),
) -> Closing:
    """Write the report where it was asked for, and print the result of the run."""
    report = _report(plan, results)
    first = one_reasons(plan.suite, results)
    problems = _problems(plan, results)
    lines = [*summary_lines(report), *plan.remarks, *_remarks(results, restarts), *problems]
    is_good = not problems and all(result.outcome in GOOD_OUTCOMES for result in results)
    try:
        if report_file:
            write_report(report, Path(report_file))
            lines.append(f"the report is in {report_file}")
        if expect_file:
            count = write_known_failures(
                Path(expect_file), plan.identity.name, results, plan.suite.fixtures(plan.dialects)
            )
            lines.append(f"{count} known failures are in {expect_file}")
    except ConformanceError as error:
        return Closing(first, [*lines, str(error)], problems, 2, report)
    return Closing(
        first, [*lines, f"next: {_next_command(plan, report, report_file)}"], problems, 0 if is_good else 1, report
    )


def _next_command(plan: Plan, report: Report, report_file: str | None) -> str:
    """What shows more: the page of a report that was written, or else all cards of the worst requirement."""
    if report_file:
        page = str(Path(report_file).with_suffix(".html"))
        return shlex.join(["agentcard-conformance", "report", report_file, "--format", "html", "--output", page])
    options = plan.options
    validator = ["--validator", options.validator] if options.validator else []
    profile = ["--profile", options.profile] if options.profile else []
    run = ["agentcard-conformance", "run", *validator, *profile]
    worst = ((dialect, name) for dialect in report.dialects for name, _ in worst_requirements(report, dialect))
    for dialect, requirement in worst:
        return shlex.join([*run, "--dialect", dialect, "--requirement", requirement, "--all"])
    dialects = [word for dialect in options.dialects for word in ("--dialect", dialect)]
    return shlex.join([*run, *dialects, "--report", "report.json"])


def _report(plan: Plan, results: Iterable[Result]) -> Report:
    """The report of the cards as they lie in the corpus: the nearest of cards made for now would depend on the time."""
    in_corpus = {fixture.path: fixture for fixture in plan.suite.fixtures(plan.dialects)}
    results = (result._replace(fixture=in_corpus[result.fixture.path]) for result in results)
    not_run = tuple(name for name in sorted(plan.suite.dialects) if name not in plan.dialects)
    scopes = {name: _dialect_scope(plan, name) for name in plan.dialects}
    return build_report(Run(__version__, plan.identity, scopes, not_run, tuple(results)))


def _dialect_scope(plan: Plan, name: str) -> DialectScope:
    fixtures = plan.suite.fixtures([name])
    scored = {profile: _scored(fixtures, profile) for profile in plan.suite.dialects[name].profiles}
    return DialectScope(plan.profiles[name], plan.suite.digest(name), scored)


def _scored(fixtures: Iterable[Fixture], profile: str) -> frozenset[str]:
    return frozenset(
        each.path
        for each in fixtures
        if each.expected is not Expected.CONTESTED and profile in each.requirement.profiles
    )


def _problems(plan: Plan, results: Sequence[Result]) -> list[str]:
    """What is wrong with a run as a whole, beyond its single results."""
    problems = _outdated_entries(plan, results) if plan.known.entries else []
    answered = any(result.verdict.answer not in (Answer.SKIP, Answer.NONE) for result in results)
    return problems if answered else [*problems, "the validator answered nothing, which is not a pass"]


def _outdated_entries(plan: Plan, results: Sequence[Result]) -> list[str]:
    naming_nothing = plan.known.naming_nothing(plan.suite.fixtures())
    stale = plan.known.stale_requirements(results, plan.suite.fixtures(plan.dialects))
    lines = [
        f"the known failures name {_entry_name(entry)}, which does not exist: remove it" for entry in naming_nothing
    ]
    return lines + [
        f"{_entry_name(entry)} does not fail any more: remove it from the known failures" for entry in stale
    ]


def _entry_name(entry: KnownFailure) -> str:
    return f"{'fixture' if entry.fixture else 'requirement'} {entry.fixture or entry.requirement!a}"


def _remarks(results: Iterable[Result], restarts: Sequence[str]) -> list[str]:
    """What was skipped and why, what it took to go on, and what was never asked."""
    verdicts = [result.verdict for result in results]
    skipped = Counter(verdict.why for verdict in verdicts if verdict.answer is Answer.SKIP)
    lines = [f"skipped {count}: {why}" for why, count in sorted(skipped.items())]
    if restarts:
        times = "once" if len(restarts) == 1 else f"{len(restarts)} times; the first time"
        lines.append(f"the validator was restarted {times}, since it {to_ascii(restarts[0])}")
    faults = [verdict.why for verdict in verdicts if verdict.answer is Answer.NONE]
    asked = [why for why in faults if not why.startswith(NOT_ASKED)]
    if len(asked) == len(faults):
        return lines
    gave_up = f"gave up after ten faults in a row: {len(faults) - len(asked)} cards were not asked"
    return [*lines, gave_up, *(f"one of the faults: it {why}" for why in asked[-1:])]
