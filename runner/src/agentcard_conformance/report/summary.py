"""A report as lines for a terminal: a table by area for each dialect, and what follows from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Outcome
from agentcard_conformance.report.report import Counts, DialectCounts, OutcomeCounts, Report

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
_CONFORMANT = {True: "yes", False: "no", None: "not run in full"}


def summary_lines(report: Report) -> list[str]:
    """The whole summary."""
    return [
        _title(report),
        "",
        *_tables(report.counts),
        *_refusals(report),
        *_readings(report),
        *_conformance(report),
        *_dialects_not_run(report),
    ]


def _title(report: Report) -> str:
    name = " ".join(filter(None, (report.validator.name, report.validator.version)))
    language = f" ({report.validator.language})" if report.validator.language else ""
    return to_ascii(f"{name}{language}, held to {_dialects_and_profiles(report)}")


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
        yield from _table(each, shown)
        yield ""


def _table(counts: DialectCounts, shown: Iterable[str]) -> Iterator[str]:
    width = max(map(len, [*counts.area, "area"]))
    yield "  ".join(["area".ljust(width), *shown])
    for area, outcomes in [*sorted(counts.area.items()), ("all", counts.all)]:
        yield "  ".join([area.ljust(width), *(str(_sum(outcomes, _COLUMNS[name])).rjust(len(name)) for name in shown)])


def _sum(counts: OutcomeCounts, outcomes: Iterable[Outcome]) -> int:
    return sum(counts.get(outcome, 0) for outcome in outcomes)


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
        told = ", ".join(f"{profile}: {_CONFORMANT[answer]}" for profile, answer in dialect.conformant.items())
        yield f"conformant to {name}? {told}"


def _dialects_not_run(report: Report) -> Iterator[str]:
    if report.not_run:
        yield f"not run: {', '.join(report.not_run)} (choose with --dialect)"
