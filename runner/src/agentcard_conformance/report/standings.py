"""How well a validator does in a dialect, in numbers and in words."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Identity, Outcome
from agentcard_conformance.report.changes import RIGHT
from agentcard_conformance.report.report import DialectReport, OutcomeCounts, Report

CONFORMANT = {True: "yes", False: "no", None: "not run in full"}

_FEW = 3
"""Names that are read at a glance."""


class DialectStanding(NamedTuple):
    """What became of the scored cards of a dialect, and of those it was only asked to read."""

    right: int
    wrong: int
    no_answer: int
    known: int
    skipped: int
    readings: int

    @property
    def scored(self) -> int:
        """How many cards count."""
        return sum(self) - self.readings


def dialect_standing(outcomes: OutcomeCounts) -> DialectStanding:
    """From how many results there are of each outcome."""
    count = {outcome: outcomes.get(outcome, 0) for outcome in Outcome}
    return DialectStanding(
        right=sum(count[outcome] for outcome in RIGHT),
        wrong=count[Outcome.FAIL],
        no_answer=count[Outcome.NO_ANSWER],
        known=count[Outcome.KNOWN_FAILURE],
        skipped=count[Outcome.SKIP],
        readings=count[Outcome.READING],
    )


def describe_conformance(dialect: DialectReport) -> str:
    """To which profiles the validator is conformant, as `core: yes, full: no`."""
    return ", ".join(f"{profile}: {CONFORMANT[answer]}" for profile, answer in dialect.conformant.items())


def describe_identity(validator: Identity) -> str:
    """Name, version and language."""
    name = " ".join(filter(None, (validator.name, validator.version)))
    return to_ascii(f"{name} ({validator.language})" if validator.language else name)


def worst_requirements(report: Report, dialect: str) -> list[tuple[str, int]]:
    """The requirements of a dialect with cards that are not right, those with most first, and how many."""
    counts = report.counts.dialect[dialect].requirement
    standings = {name: dialect_standing(outcomes) for name, outcomes in counts.items()}
    missed = {name: each.scored - each.right for name, each in standings.items() if each.scored > each.right}
    return sorted(missed.items(), key=lambda item: (-item[1], item[0]))


def meets(report: Report, dialect: str, requirement: str) -> bool | None:
    """Whether a validator gets all scored cards of a requirement right; None where it was asked about none."""
    counts = dialect_standing(report.counts.dialect[dialect].requirement.get(requirement, {}))
    return counts.right == counts.scored if counts.scored else None


def name_those(names: Sequence[str], asked: Sequence[str]) -> str:
    """Names of validators, or where it is most of those that were asked the others: `all but ajv`."""
    others = [name for name in asked if name not in names]
    if not names:
        return "none"
    if not others and len(names) > 1:
        return "all"
    return f"all but {', '.join(others)}" if _FEW < len(names) > len(asked) / 2 else ", ".join(names)


def validator_labels(reports: Sequence[Report]) -> list[str]:
    """The name of each; where two share one, with the language, and where that is not enough with a number."""
    names = [to_ascii(each.validator.name) for each in reports]
    alike = Counter(names)
    labels = [
        f"{name} ({to_ascii(each.validator.language)})" if alike[name] > 1 and each.validator.language else name
        for name, each in zip(names, reports, strict=True)
    ]
    return [
        f"{label} {labels[:number].count(label) + 1}" if labels.count(label) > 1 else label
        for number, label in enumerate(labels)
    ]
