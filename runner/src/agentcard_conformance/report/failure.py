"""What does an implementer have to know of one result that is not well?"""

import re
import shlex

from agentcard_conformance.model import Answer, Complaint, Outcome, Result

MOST_COMPLAINTS = 5

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


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
    said = [f"  {label.ljust(width)}  {ascii_only(text)}" for label, text in parts.items() if text]
    return "\n".join([ascii_only(f"fixtures/{result.fixture.path}"), *said])


def by_hand(result: Result, validator: str) -> str:
    """A command that asks this one card again."""
    named = ["--validator", validator] if validator else []
    return shlex.join(["agentcard-conformance", "run", *named, "--fixture", result.fixture.path])


def ascii_only(text: str) -> str:
    """Text that no pipe, terminal or report can choke on, whatever a validator wrote."""
    escaped = text.encode("ascii", "backslashreplace").decode("ascii")
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", escaped)


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
