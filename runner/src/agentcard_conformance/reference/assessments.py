"""Sums up the findings on a card: once for each requirement and place, in the order of the text, with a verdict."""

from collections.abc import Iterable
from typing import NamedTuple

from agentcard_conformance.model import (
    ADVISING,
    Answer,
    Assessment,
    Finding,
    Json,
    Level,
    Position,
    ReportedError,
    Verdict,
)


class FoundInCard(NamedTuple):
    """What some stages found in a card."""

    findings: tuple[Finding, ...]
    has_more: bool = False
    """Whether there is more of it."""


def to_assessment(
    findings: Iterable[Finding], value: Json = None, *, decoded: bool = True, has_more: bool = False
) -> Assessment:
    """The assessment of a card; of one that could not be decoded, every finding is a violation."""
    once: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        once.setdefault((finding.requirement.id, finding.pointer), finding)
    ordered = sorted(once.values(), key=_order)
    violations = tuple(each for each in ordered if not decoded or each.requirement.level is Level.MUST)
    advice = tuple(each for each in ordered if each.requirement.level in ADVISING)
    contested = tuple(each for each in ordered if decoded and each.requirement.level is Level.CONTESTED)
    return Assessment(_to_verdict(violations), violations, advice, contested, value, has_more)


def _order(finding: Finding) -> tuple[int, int, str, str]:
    where = finding.position or Position(0, 0)
    return where.line, where.column, finding.requirement.id, finding.pointer


def _to_verdict(violations: tuple[Finding, ...]) -> Verdict:
    errors = tuple(ReportedError(each.pointer, each.what, each.requirement.id) for each in violations)
    return Verdict(Answer.INVALID if violations else Answer.VALID, errors=errors)
