"""Whether the cards of the profile smoke show every requirement on each of its sides, and none twice."""

from collections import Counter
from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import Expected


def check_smoke(subject: Subject) -> Iterator[Problem]:
    """Where the dialect has the profile, each of its paths is a card, and each side of one on cards has one card."""
    listed = subject.dialect.smoke
    if not listed:
        return
    there = {fixture.path: fixture for fixture in subject.fixtures}
    yield from (_problem(subject, f"names {path}, which does not exist") for path in sorted(listed - there.keys()))
    shown = Counter((there[path].requirement.id, there[path].expected) for path in listed & there.keys())
    wanted = Counter((each.id, side) for each in subject.dialect.card_requirements for side in each.sides)
    yield from (_problem(subject, f"shows no card of {_side(*missing)}") for missing in sorted(wanted - shown))
    yield from (_problem(subject, f"has a card of {_side(*more)} too many") for more in sorted(shown - wanted))


def _side(requirement: str, side: Expected) -> str:
    return f"{side}/{requirement}"


def _problem(subject: Subject, what: str) -> Problem:
    fix = f"agentcard-conformance smoke --dialect {subject.dialect.id}"
    return Problem(f"{subject.folder}/smoke.txt", what, fix)
