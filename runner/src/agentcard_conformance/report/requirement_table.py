"""A table of the requirements of a profile: how many of their scored cards each validator gets right."""

from collections.abc import Iterable, Sequence

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Dialect, Level, Outcome
from agentcard_conformance.report.changes import RIGHT
from agentcard_conformance.report.report import OutcomeCounts, Report
from agentcard_conformance.report.results_page import standing


def requirement_table(suite: Suite, dialect: Dialect, profile: str, reports: Iterable[Report]) -> str:
    """The table in Markdown: one row a requirement, one column a validator, the best first."""
    if profile not in dialect.profiles:
        raise CallError(f"{dialect.id} has no profile {profile!a}; it has {', '.join(dialect.profiles)}")
    corpus = suite.digest(dialect.id)
    met = [(standing(each, dialect, corpus).met.total(), each) for each in reports if dialect.id in each.dialects]
    ordered = [each for _, each in sorted(met, key=lambda pair: (-pair[0], pair[1].validator.name))]
    rows = [
        ["requirement", *(to_ascii(each.validator.name) for each in ordered)],
        ["---"] * (len(ordered) + 1),
        *([name, *(_cell(each, dialect, name) for each in ordered)] for name in _scored(dialect, profile)),
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _scored(dialect: Dialect, profile: str) -> Sequence[str]:
    named = (each for each in dialect.requirements.values() if profile in each.profiles)
    return [each.id for each in named if each.level is not Level.CONTESTED]


def _cell(report: Report, dialect: Dialect, requirement: str) -> str:
    counts: OutcomeCounts = report.counts.dialect[dialect.id].requirement.get(requirement, {})
    asked = sum(count for outcome, count in counts.items() if outcome is not Outcome.READING)
    right = sum(counts.get(outcome, 0) for outcome in RIGHT)
    if not asked:
        return "not asked"
    return "all" if right == asked else f"{right} of {asked}"
