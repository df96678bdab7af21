"""What does a person want to see of a run?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from agentcard_conformance.model import Outcome

COLUMNS = {
    "pass": (Outcome.PASS,),
    "fail": (Outcome.FAIL,),
    "no answer": (Outcome.NO_ANSWER,),
    "skip": (Outcome.SKIP,),
    "known": (Outcome.KNOWN_FAILURE,),
    "stale": (Outcome.STALE,),
    "reading": (Outcome.READING,),
}
ALWAYS = ("pass", "fail", "reading")


def lines(report: Mapping[str, Any]) -> list[str]:
    """A report as a table by area, and what follows from it."""
    return [
        _title(report),
        "",
        *_table(report["counts"]),
        "",
        *_readings(report),
        *_conformant(report),
        *_not_run(report),
    ]


def _title(report: Mapping[str, Any]) -> str:
    validator = report["validator"]
    name = " ".join(filter(None, (validator["name"], validator["version"])))
    language = f" ({validator['language']})" if validator["language"] else ""
    title = f"{name}{language}, held to {', '.join(report['dialects'])}, profile {report['profile']}"
    return ascii(title)[1:-1]


def _table(counts: Mapping[str, Any]) -> Iterator[str]:
    shown = [name for name, outcomes in COLUMNS.items() if name in ALWAYS or _sum(counts["all"], outcomes)]
    width = max(map(len, [*counts["area"], "area"]))
    yield "  ".join(["area".ljust(width), *shown])
    for area, tally in [*sorted(counts["area"].items()), ("all", counts["all"])]:
        yield "  ".join([area.ljust(width), *(str(_sum(tally, COLUMNS[name])).rjust(len(name)) for name in shown)])


def _sum(tally: Mapping[str, int], outcomes: Iterable[Outcome]) -> int:
    return sum(tally.get(outcome, 0) for outcome in outcomes)


def _readings(report: Mapping[str, Any]) -> Iterator[str]:
    answers = Counter(report["readings"].values())
    if answers:
        read = ", ".join(f"{count} {answer}" for answer, count in sorted(answers.items()))
        yield f"contested, and not scored: it reads {read}"


def _conformant(report: Mapping[str, Any]) -> Iterator[str]:
    words = {True: "yes", False: "no", None: "not run in full"}
    for name, dialect in report["dialects"].items():
        said = ", ".join(f"{profile}: {words[answer]}" for profile, answer in dialect["conformant"].items())
        yield f"conformant to {name}? {said}"


def _not_run(report: Mapping[str, Any]) -> Iterator[str]:
    if report["not_run"]:
        yield f"not run: {', '.join(report['not_run'])} (choose with --dialect)"
