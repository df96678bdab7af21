"""Is each fixture what its path says?"""

from collections.abc import Iterator

from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Expected, Finding, Fixture, Kind, Level

TWINS = "change one of them, or remove it"


def invalid_ones_break_their_requirement_alone(subject: Subject) -> Iterator[Problem]:
    """One fault each, and the one that the folder names."""
    for fixture, assessment in subject.assessed:
        if fixture.expected is Expected.INVALID:
            broken = {finding.requirement.id for finding in assessment.violations}
            if broken != {fixture.requirement.id}:
                yield _problem(
                    fixture, f"breaks {_named(assessment.violations)}, and lies under {fixture.requirement.id}"
                )


def valid_ones_break_nothing(subject: Subject) -> Iterator[Problem]:
    """No violation, whatever the advice."""
    for fixture, assessment in subject.assessed:
        if fixture.expected is Expected.VALID and assessment.violations:
            yield _problem(fixture, f"is to be valid, and breaks {_named(assessment.violations)}")


def advised_ones_get_that_advice_alone(subject: Subject) -> Iterator[Problem]:
    """Under a requirement of level should lies a card that is valid and gets exactly that advice."""
    for fixture, assessment in subject.assessed:
        advised = {finding.requirement.id for finding in assessment.advice}
        if fixture.requirement.level is Level.SHOULD and advised != {fixture.requirement.id}:
            yield _problem(
                fixture, f"gets {_named(assessment.advice)} as advice, and lies under {fixture.requirement.id}"
            )


def sides_suit_their_requirement(subject: Subject) -> Iterator[Problem]:
    """Only what must hold and constrains can be broken; what is contested has no right side."""
    for fixture in subject.fixtures:
        requirement = fixture.requirement
        breakable = requirement.level is Level.MUST and requirement.kind is Kind.CONSTRAINS
        if fixture.expected is Expected.INVALID and not breakable:
            yield _problem(fixture, f"is to be invalid, and {requirement.id} ({requirement.level}) refuses no card")
        if fixture.expected is Expected.VALID and requirement.level is Level.CONTESTED:
            yield _problem(fixture, f"is to be valid, and {requirement.id} is contested: move it to contested/")


def questions_are_noticed(subject: Subject) -> Iterator[Problem]:
    """Under a contested requirement that a decoder or a rule reports lies a card on which that alone is found."""
    for fixture, assessment in subject.assessed:
        name = fixture.requirement.id
        if fixture.requirement.level is Level.CONTESTED and name in subject.reported:
            found = assessment.contested or assessment.violations
            if {finding.requirement.id for finding in found} != {name}:
                yield _problem(fixture, f"asks about {_named(found)}, and lies under {name}")


def no_two_are_the_same(subject: Subject) -> Iterator[Problem]:
    """The same bytes in the same context tell nothing new."""
    seen: dict[tuple[bytes, str], Fixture] = {}
    for fixture in subject.fixtures:
        key = fixture.question.card, repr(sorted(fixture.question.context.items()))
        if key in seen:
            yield Problem(f"fixtures/{fixture.path}", f"has the bytes of {seen[key].path}", TWINS)
        seen.setdefault(key, fixture)


CHECKS: tuple[Check, ...] = (
    invalid_ones_break_their_requirement_alone,
    valid_ones_break_nothing,
    advised_ones_get_that_advice_alone,
    sides_suit_their_requirement,
    questions_are_noticed,
    no_two_are_the_same,
)


def _problem(fixture: Fixture, what: str) -> Problem:
    return Problem(f"fixtures/{fixture.path}", what, f"see: agentcard-conformance check fixtures/{fixture.path}")


def _named(findings: tuple[Finding, ...]) -> str:
    return ", ".join(dict.fromkeys(finding.requirement.id for finding in findings)) or "nothing"
