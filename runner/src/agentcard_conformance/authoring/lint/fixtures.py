"""Whether each fixture is what its path says."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import ADVISING, Answer, Expected, Finding, Fixture, Kind, Level


def check_skipped_fixtures(subject: Subject) -> Iterator[Problem]:
    """The reference judges every card of the corpus."""
    for fixture, assessment in subject.assessed:
        if assessment.verdict.answer is Answer.SKIP:
            yield Problem(f"fixtures/{fixture.path}", f"is not judged: {assessment.verdict.why}")


def check_invalid_fixtures(subject: Subject) -> Iterator[Problem]:
    """An invalid card breaks one requirement, the one that its folder names."""
    for fixture, assessment in subject.assessed:
        if fixture.expected is Expected.INVALID:
            broken = {finding.requirement.id for finding in assessment.violations}
            if broken != {fixture.requirement.id}:
                what = f"breaks {_requirement_names(assessment.violations)}, but lies under {fixture.requirement.id}"
                yield _problem(subject, fixture, what)


def check_valid_fixtures(subject: Subject) -> Iterator[Problem]:
    """A valid card breaks nothing, whatever the advice, and not even in one reading of what is left open."""
    for fixture, assessment in subject.assessed:
        if fixture.expected is Expected.VALID and assessment.violations:
            yield _problem(subject, fixture, f"must be valid, but breaks {_requirement_names(assessment.violations)}")
        elif fixture.expected is Expected.VALID and assessment.contested:
            asked = _requirement_names(assessment.contested)
            yield _problem(subject, fixture, f"must be valid, but is not where {asked} holds, which is contested")


def check_advised_fixtures(subject: Subject) -> Iterator[Problem]:
    """Under a requirement that advises lies a card that is valid and gets exactly that advice."""
    for fixture, assessment in subject.assessed:
        advised = {finding.requirement.id for finding in assessment.advice}
        if fixture.requirement.level in ADVISING and advised != {fixture.requirement.id}:
            what = f"gets {_requirement_names(assessment.advice)} as advice, but lies under {fixture.requirement.id}"
            yield _problem(subject, fixture, what)


def check_sides(subject: Subject) -> Iterator[Problem]:
    """Only a must that constrains can be broken; what is contested has no right side."""
    for fixture in subject.fixtures:
        requirement = fixture.requirement
        is_breakable = requirement.level is Level.MUST and requirement.kind is Kind.CONSTRAINS
        if fixture.expected is Expected.INVALID and not is_breakable:
            yield _problem(
                subject, fixture, f"must be invalid, but {requirement.id} ({requirement.level}) refuses no card"
            )
        if fixture.expected is Expected.VALID and requirement.level is Level.CONTESTED:
            yield _problem(subject, fixture, f"must be valid, but {requirement.id} is contested: move it to contested/")


def check_contested_fixtures(subject: Subject) -> Iterator[Problem]:
    """Under a contested requirement that a decoder or a rule reports lies a card on which that alone is found."""
    for fixture, assessment in subject.assessed:
        name = fixture.requirement.id
        if fixture.requirement.level is Level.CONTESTED and name in subject.reported:
            found = assessment.contested or assessment.violations
            if {finding.requirement.id for finding in found} != {name}:
                yield _problem(subject, fixture, f"is about {_requirement_names(found)}, but lies under {name}")


def check_same_bytes(subject: Subject) -> Iterator[Problem]:
    """The same bytes in the same context show nothing new."""
    seen: dict[tuple[bytes, str], Fixture] = {}
    for fixture in subject.fixtures:
        key = fixture.question.card, repr(sorted(fixture.question.context.items()))
        if key in seen:
            what = f"has the same bytes as {seen[key].path}"
            yield Problem(f"fixtures/{fixture.path}", what, "change one of them, or remove it")
        seen.setdefault(key, fixture)


def _problem(subject: Subject, fixture: Fixture, what: str) -> Problem:
    """`explain` knows the context of a fixture; `check` would have to be told."""
    path, dialect = f"fixtures/{fixture.path}", subject.dialect
    option = "" if dialect.default else f" --dialect {dialect.id}"
    command = "explain" if fixture.question.context else f"check{option}"
    return Problem(path, what, f"see: agentcard-conformance {command} {path}")


def _requirement_names(findings: tuple[Finding, ...]) -> str:
    return ", ".join(dict.fromkeys(finding.requirement.id for finding in findings)) or "nothing"
