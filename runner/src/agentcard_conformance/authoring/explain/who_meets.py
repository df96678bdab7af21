"""What reports add to an explanation of a requirement: who meets it, what was said, and the nearest two cards."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import ndiff

from agentcard_conformance.authoring.explain.explanation import Fact
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.model import Expected, Fixture, Outcome, Requirement
from agentcard_conformance.report.changes import RIGHT
from agentcard_conformance.report.credit import ComparedCard, difference, with_lines
from agentcard_conformance.report.report import Report, ReportedResult, Said
from agentcard_conformance.report.standings import describe_identity, meets

_MOST_COMPARED = 40
"""Cards of each side, the smallest: their pairs are compared in a second."""
_LONGEST_LINE = 200
_MOST_SAID = 3


def explain_who_meets(
    dialect: str, requirement: Requirement, fixtures: Sequence[Fixture], reports: Iterable[Report]
) -> dict[str, Fact]:
    """Facts: two cards of either side that are nearest to each other, who meets it, and who does not and why."""
    about = [each for each in reports if dialect in each.dialects]
    answers = [(report, meets(report, dialect, requirement.id)) for report in about]
    meeting = tuple(describe_identity(report.validator) for report, answer in answers if answer)
    missing = [report for report, answer in answers if answer is False]
    paths = [each.path for each in fixtures]
    return {
        **_nearest_facts(fixtures),
        "met by": meeting,
        "not met by": tuple(line for report in missing for line in _describe_missed(report, paths)),
    }


def _describe_missed(report: Report, paths: Iterable[str]) -> Iterator[str]:
    results = {path: report.results[path] for path in paths if path in report.results}
    wrong = [path for path, each in results.items() if _is_missed(each)]
    yield f"{describe_identity(report.validator)}: {len(wrong)} of {len(results)} cards"
    for path in wrong[:_MOST_SAID]:
        said = report.said.get(path, Said())
        told = [said.why, *(f"{each.pointer} {each.message}".strip() for each in said.errors[:1])]
        words = "; ".join(filter(None, told))
        yield f"    {path}: {results[path].got}{f', saying {words}' if words else ''}"


def _is_missed(result: ReportedResult) -> bool:
    return result.result not in RIGHT and result.result is not Outcome.READING


def _nearest_facts(fixtures: Sequence[Fixture]) -> dict[str, Fact]:
    """Nothing where the requirement has cards on one side only."""
    valid, invalid = (_smallest(fixtures, side) for side in (Expected.VALID, Expected.INVALID))
    pairs = [(difference(bad, good), bad.fixture, good.fixture) for bad in invalid for good in valid]
    if not pairs:
        return {}
    _, bad, good = min(pairs, key=lambda pair: (pair[0], pair[1].path, pair[2].path))
    return {
        "nearest": (f"+ {good.path}, which is valid", f"- {bad.path}, which is not"),
        "differ in": tuple(_differing_lines(bad, good)),
    }


def _smallest(fixtures: Iterable[Fixture], side: Expected) -> list[ComparedCard]:
    own = sorted((each for each in fixtures if each.expected is side), key=lambda each: len(each.question.card))
    return [with_lines(each) for each in own[:_MOST_COMPARED]]


def _differing_lines(bad: Fixture, good: Fixture) -> Iterator[str]:
    """Behind a minus what the invalid card has, behind a plus what the valid one has."""
    had, has = (each.question.card.decode("utf-8", "backslashreplace").split("\n") for each in (bad, good))
    for line in ndiff(had, has):
        if line.startswith(("- ", "+ ")):
            yield escape_invisible(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}...")
