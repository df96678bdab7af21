"""One result that is not well, as an implementer needs to see it."""

import shlex

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Answer, Outcome, ReportedError, Result

_MOST_ERRORS = 5


def describe_result(result: Result, validator: str) -> str:
    """Fixture, expected and got, what the validator said, the requirement, and a line to ask again by hand."""
    requirement = result.fixture.requirement
    parts = {
        "expected": str(result.fixture.expected),
        "got": _answer(result),
        "it said": "; ".join(_error_text(each) for each in result.verdict.errors[:_MOST_ERRORS]),
        "known": _stale_advice(result),
        "requirement": f"{requirement.id}, {requirement.level}, section {requirement.section}",
        "": requirement.statement,
        "by hand": run_line(result, validator),
    }
    width = max(map(len, parts))
    lines = [f"  {label.ljust(width)}  {to_ascii(text)}" for label, text in parts.items() if text]
    return "\n".join([to_ascii(f"fixtures/{result.fixture.path}"), *lines])


def run_line(result: Result, validator: str) -> str:
    """A command that asks this one card again."""
    named = ["--validator", validator] if validator else []
    return shlex.join(["agentcard-conformance", "run", *named, "--fixture", result.fixture.path])


def _answer(result: Result) -> str:
    why = result.verdict.why if result.verdict.answer in (Answer.NONE, Answer.SKIP) else ""
    return f"{result.verdict.answer}: {why}" if why else str(result.verdict.answer)


def _error_text(error: ReportedError) -> str:
    requirement = f" ({error.requirement})" if error.requirement else ""
    where = f"{error.pointer}: " if error.pointer else ""
    return f"{where}{error.message}{requirement}" if error.message else f"{error.pointer}{requirement}"


def _stale_advice(result: Result) -> str:
    if result.outcome is Outcome.STALE:
        return "listed as a known failure, but it does not fail any more: remove the entry"
    return ""
