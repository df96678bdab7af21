"""Shows of a card the part that a requirement is about."""

import json
from collections.abc import Callable, Iterable

from agentcard_conformance.authoring.requirement_places import places_of_requirements, undefined_members
from agentcard_conformance.model import (
    ADVISING,
    Assessment,
    Dialect,
    Expected,
    Finding,
    Fixture,
    Question,
    Requirement,
    Stage,
    parse_pointer,
    parts_at,
    to_pointer,
)

_LONGEST = 100


def good_snippet(
    dialect: Dialect, requirement: Requirement, fixtures: Iterable[Fixture], assess: Callable[[Question], Assessment]
) -> str:
    """The smallest valid card of a requirement, where it looks, or else a member that no other has.

    None where the requirement advises: its cards are those that get the advice.
    """
    if requirement.level in ADVISING:
        return ""
    fixture = _smallest(fixtures, Expected.VALID)
    places = sorted(places_of_requirements(dialect)[requirement.id], key=len)
    value = assess(fixture.question).value if fixture else None
    places += [names for names, _ in undefined_members(dialect, value)] if value else []
    found = (_shown(to_pointer(at), part) for place in places if place for at, part in parts_at(value, place))
    return next(found, "")


def bad_snippet(requirement: Requirement, fixtures: Iterable[Fixture], assess: Callable[[Question], Assessment]) -> str:
    """The smallest card that breaks a requirement, or gets its advice, where it does."""
    fixture = _smallest(fixtures, Expected.VALID if requirement.level in ADVISING else Expected.INVALID)
    if fixture is None:
        return ""
    assessment = assess(fixture.question)
    findings = (*assessment.violations, *assessment.advice)
    finding = next((each for each in findings if each.requirement == fixture.requirement), None)
    return _found(fixture, assessment, finding) if finding else ""


def _found(fixture: Fixture, assessment: Assessment, finding: Finding) -> str:
    if finding.stage is Stage.DECODE:
        lines = fixture.question.card.decode("utf-8", "backslashreplace").split("\n")
        line = lines[finding.position.line - 1] if finding.position else lines[0]
        return f"{_cut(line.strip())}   ({finding.what})"
    value = assessment.value
    for name in parse_pointer(finding.pointer):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return f"{_shown(finding.pointer, value)}   ({finding.what})"


def _smallest(fixtures: Iterable[Fixture], expected: Expected) -> Fixture | None:
    there = [each for each in fixtures if each.expected is expected and each.question.card.strip()]
    return min(there, key=lambda each: (len(each.question.card), each.path), default=None)


def _shown(pointer: str, value: object) -> str:
    return f"{pointer or 'the card'}: {_cut(json.dumps(value))}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
