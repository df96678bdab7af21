"""Do two cards show the same thing twice?"""

from collections.abc import Hashable, Iterator

from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Finding, Fixture, Json, Real, Stage


def no_two_show_the_same(subject: Subject) -> Iterator[Problem]:
    """Two cards under a requirement, on the same side, that differ only in strings and numbers it does not look at.

    Cards of the same value differ in their spelling, which is then what they show.
    """
    looked_at = _looked_at(subject)
    seen: dict[Hashable, tuple[Fixture, Json]] = {}
    for fixture, assessment in subject.assessed:
        members = looked_at.get(fixture.requirement.id)
        if not members or not isinstance(assessment.value, dict):
            continue
        shown = tuple(
            (name, _exactly(part) if name in members else _roughly(part)) for name, part in assessment.value.items()
        )
        first, value = seen.setdefault((*_kind(fixture), shown), (fixture, assessment.value))
        if _exactly(value) != _exactly(assessment.value):
            what = f"shows what {first.path} shows: they differ only in what {fixture.requirement.id} does not look at"
            yield Problem(f"fixtures/{fixture.path}", what, "remove it, or let it show something of its own")


CHECKS: tuple[Check, ...] = (no_two_show_the_same,)


def _looked_at(subject: Subject) -> dict[str, frozenset[str]]:
    """The members of a card in which each requirement is found broken; none for what lies in the text."""
    found: dict[str, frozenset[str]] = {}
    spelled: set[str] = set()
    for _, assessment in subject.assessed:
        for finding in (*assessment.violations, *assessment.advice):
            if finding.stage is Stage.DECODE or not finding.pointer:
                spelled.add(finding.requirement.id)
            found[finding.requirement.id] = found.get(finding.requirement.id, frozenset()) | {_member(finding)}
    return {name: members for name, members in found.items() if name not in spelled}


def _kind(fixture: Fixture) -> tuple[str, int]:
    """Its folder, and how many escapes it is spelled with."""
    return fixture.path.rpartition("/")[0], fixture.question.card.count(b"\\")


def _member(finding: Finding) -> str:
    first = finding.pointer.split("/")[1] if finding.pointer else ""
    return first.replace("~1", "/").replace("~0", "~")


def _exactly(value: Json) -> Hashable:
    """Apart from 1, 1.0 and true being equal in Python, and 1.0 and 1.00 anywhere."""
    if isinstance(value, dict):
        return tuple((name, _exactly(part)) for name, part in value.items())
    if isinstance(value, list):
        return "list", *map(_exactly, value)
    return type(value).__name__, value.text if isinstance(value, Real) else value


def _roughly(value: Json) -> Hashable:
    """Members and items, and of the rest only what kind of thing it is."""
    if isinstance(value, dict):
        return tuple((name, _roughly(part)) for name, part in value.items())
    if isinstance(value, list):
        return "list", *map(_roughly, value)
    return type(value).__name__
