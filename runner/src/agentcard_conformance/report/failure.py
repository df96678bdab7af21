"""What does an implementer have to know of one result that is not well?"""

import shlex

from agentcard_conformance.model import Answer, Complaint, Outcome, Result
from agentcard_conformance.protocol import printable

MOST_COMPLAINTS = 5


def explain(result: Result, validator: str) -> str:
    """Fixture, expected and got, what the validator said, the requirement, and a line to ask again by hand."""
    requirement = result.fixture.requirement
    parts = {
        "expected": str(result.fixture.expected),
        "got": _got(result),
        "it said": "; ".join(_said(each) for each in result.verdict.complaints[:MOST_COMPLAINTS]),
        "known": _known(result),
        "requirement": f"{requirement.id}, {requirement.level}, section {requirement.section}",
        "": requirement.statement,
        "by hand": by_hand(result, validator),
    }
    width = max(map(len, parts))
    said = [f"  {label.ljust(width)}  {printable(text)}" for label, text in parts.items() if text]
    return "\n".join([printable(f"fixtures/{result.fixture.path}"), *said])


def by_hand(result: Result, validator: str) -> str:
    """A command that asks this one card again."""
    named = ["--validator", validator] if validator else []
    return shlex.join(["agentcard-conformance", "run", *named, "--fixture", result.fixture.path])


def _got(result: Result) -> str:
    reasons = {Answer.NONE: result.verdict.why, Answer.SKIP: result.verdict.why}
    why = reasons.get(result.verdict.answer, "")
    return f"{result.verdict.answer}: {why}" if why else str(result.verdict.answer)


def _said(complaint: Complaint) -> str:
    named = f" ({complaint.requirement})" if complaint.requirement else ""
    where = f"{complaint.pointer}: " if complaint.pointer else ""
    return f"{where}{complaint.message}{named}" if complaint.message else f"{complaint.pointer}{named}"


def _known(result: Result) -> str:
    if result.outcome is Outcome.STALE:
        return "listed as a known failure, and does not fail any more: remove the entry"
    return ""
