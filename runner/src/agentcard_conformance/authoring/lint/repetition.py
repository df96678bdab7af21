"""Whether two cards show the same thing."""

from collections.abc import Hashable, Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import Finding, Fixture, Json, LiteralFloat, Stage, parse_pointer


def check_same_point(subject: Subject) -> Iterator[Problem]:
    """No two cards under a requirement, on one side, differ only in strings and numbers that it does not look at.

    Cards of the same value differ in their spelling, which is then what they show.
    """
    members_by_requirement = _members_looked_at(subject)
    seen: dict[Hashable, tuple[Fixture, Json]] = {}
    for fixture, assessment in subject.assessed:
        members = members_by_requirement.get(fixture.requirement.id)
        if not members or not isinstance(assessment.value, dict):
            continue
        point = tuple(
            (name, _exact_key(part) if name in members else _shape_key(part)) for name, part in assessment.value.items()
        )
        first, value = seen.setdefault((*_folder_and_escapes(fixture), point), (fixture, assessment.value))
        if _exact_key(value) != _exact_key(assessment.value):
            requirement = fixture.requirement.id
            what = f"shows the same as {first.path}: they differ only in what {requirement} does not look at"
            yield Problem(f"fixtures/{fixture.path}", what, "remove it, or let it show something of its own")


def _members_looked_at(subject: Subject) -> dict[str, frozenset[str]]:
    """The members of a card in which each requirement is found broken; none for what lies in the text."""
    found: dict[str, frozenset[str]] = {}
    about_text: set[str] = set()
    for _, assessment in subject.assessed:
        for finding in (*assessment.violations, *assessment.advice):
            if finding.stage is Stage.DECODE or not finding.pointer:
                about_text.add(finding.requirement.id)
            found[finding.requirement.id] = found.get(finding.requirement.id, frozenset()) | {_first_member(finding)}
    return {name: members for name, members in found.items() if name not in about_text}


def _folder_and_escapes(fixture: Fixture) -> tuple[str, int]:
    return fixture.path.rpartition("/")[0], fixture.question.card.count(b"\\")


def _first_member(finding: Finding) -> str:
    return parse_pointer(finding.pointer)[0] if finding.pointer else ""


def _exact_key(value: Json) -> Hashable:
    """The same only for the same value: in Python 1, 1.0 and true are equal, and 1.0 and 1.00 everywhere."""
    if isinstance(value, dict):
        return tuple((name, _exact_key(part)) for name, part in value.items())
    if isinstance(value, list):
        return "list", *map(_exact_key, value)
    return type(value).__name__, value.text if isinstance(value, LiteralFloat) else value


def _shape_key(value: Json) -> Hashable:
    """Members and items, and of the rest only the type."""
    if isinstance(value, dict):
        return tuple((name, _shape_key(part)) for name, part in value.items())
    if isinstance(value, list):
        return "list", *map(_shape_key, value)
    return type(value).__name__
