"""A report as lines for a terminal, on one screen: a table by area for each dialect, and what follows from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Outcome
from agentcard_conformance.report.report import Counts, DialectCounts, OutcomeCounts, Report
from agentcard_conformance.report.standings import (
    DialectStanding,
    describe_conformance,
    describe_identity,
    dialect_standing,
    worst_requirements,
)

_COLUMNS: Mapping[str, tuple[Outcome, ...]] = {
    "pass": (Outcome.PASS,),
    "fail": (Outcome.FAIL,),
    "no answer": (Outcome.NO_ANSWER,),
    "skip": (Outcome.SKIP,),
    "known": (Outcome.KNOWN_FAILURE,),
    "stale": (Outcome.STALE,),
    "reading": (Outcome.READING,),
}
_ALWAYS_SHOWN = ("pass", "fail", "reading")
_MOST_AREAS = 20
"""Of all dialects together, so that the summary fits on a screen."""
_MOST_REQUIREMENTS = 10
_BAR = 20


def summary_lines(report: Report) -> list[str]:
    """The whole summary."""
    return [
        to_ascii(f"{describe_identity(report.validator)}, held to {_dialects_and_profiles(report)}"),
        "",
        *_tables(report.counts),
        *_worst(report),
        *_refusals(report),
        *_readings(report),
        *_conformance(report),
        *_dialects_not_run(report),
    ]


def _dialects_and_profiles(report: Report) -> str:
    """The profile once where it is the same in all dialects."""
    profiles = {dialect.profile for dialect in report.dialects.values()}
    if len(profiles) > 1:
        return ", ".join(f"{name} (profile {dialect.profile})" for name, dialect in report.dialects.items())
    return f"{', '.join(report.dialects)}, profile {''.join(profiles)}"


def _tables(counts: Counts) -> Iterator[str]:
    """One for each dialect, under its name where there are several."""
    shown = [name for name, outcomes in _COLUMNS.items() if name in _ALWAYS_SHOWN or _sum(counts.all, outcomes)]
    for name, each in counts.dialect.items():
        yield from [name] * (len(counts.dialect) > 1)
        yield from _table(each, shown, _MOST_AREAS // len(counts.dialect))
        yield ""


def _table(counts: DialectCounts, shown: Iterable[str], most: int) -> Iterator[str]:
    rows = [*_area_rows(counts.area, most), ("all", counts.all)]
    width = max(len(name) for name, _ in rows)
    yield "  ".join(["area".ljust(width), *shown])
    for area, outcomes in rows:
        numbers = (str(_sum(outcomes, _COLUMNS[name])).rjust(len(name)) for name in shown)
        yield "  ".join([area.ljust(width), *numbers, _bar(outcomes)]).rstrip()


def _area_rows(areas: Mapping[str, OutcomeCounts], most: int) -> list[tuple[str, OutcomeCounts]]:
    """By name; of more than fit those with most that is not right, and behind them the others added up."""
    if len(areas) <= most:
        return sorted(areas.items())
    missed = {name: each.scored - each.right for name, each in _standings(areas)}
    worst = sorted(areas, key=lambda name: (-missed[name], name))[: most - 1]
    shown = [name for name in worst if missed[name]]
    others = [counts for name, counts in areas.items() if name not in shown]
    total = {outcome: sum(counts.get(outcome, 0) for counts in others) for outcome in Outcome}
    return [*((name, areas[name]) for name in shown), *[(f"{len(others)} others", total)] * bool(shown)]


def _standings(areas: Mapping[str, OutcomeCounts]) -> Iterator[tuple[str, DialectStanding]]:
    return ((name, dialect_standing(outcomes)) for name, outcomes in areas.items())


def _bar(outcomes: OutcomeCounts) -> str:
    """How much of what is scored is right; full only where all of it is."""
    counts = dialect_standing(outcomes)
    if not counts.scored:
        return ""
    filled = counts.right * _BAR // counts.scored
    return "#" * filled + "." * (_BAR - filled)


def _sum(counts: OutcomeCounts, outcomes: Iterable[Outcome]) -> int:
    return sum(counts.get(outcome, 0) for outcome in outcomes)


def _worst(report: Report) -> Iterator[str]:
    """The requirements with most cards that are not right."""
    several = len(report.dialects) > 1
    found = [
        (count, f"{dialect}/{name}" if several else name)
        for dialect in report.dialects
        for name, count in worst_requirements(report, dialect)
    ]
    found.sort(key=lambda each: (-each[0], each[1]))
    if found:
        yield f"requirements that are not met: {len(found)}" + ", the worst:" * (len(found) > _MOST_REQUIREMENTS)
        yield from (f"  {count:>5}  {name}" for count, name in found[:_MOST_REQUIREMENTS])
        yield ""


def _refusals(report: Report) -> Iterator[str]:
    """What the passes on the invalid side are worth: who refuses everything refuses them, too."""
    for name, dialect in report.dialects.items():
        if dialect.refused and dialect.earned is not None:
            where = f"{name}: " * (len(report.dialects) > 1)
            earned = f"{dialect.earned} of them earned: the nearest valid card is accepted, too"
            yield f"{where}{dialect.refused} invalid cards refused, {earned}"


def _readings(report: Report) -> Iterator[str]:
    answers = Counter(report.readings.values())
    if answers:
        read = ", ".join(f"{count} {answer}" for answer, count in sorted(answers.items()))
        yield f"contested, and not scored: it reads {read}"


def _conformance(report: Report) -> Iterator[str]:
    for name, dialect in report.dialects.items():
        yield f"conformant to {name}? {describe_conformance(dialect)}"


def _dialects_not_run(report: Report) -> Iterator[str]:
    if report.not_run:
        yield f"not run: {', '.join(report.not_run)} (choose with --dialect)"
