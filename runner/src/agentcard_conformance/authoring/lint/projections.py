"""Whether what is published of a card lies beside it, and is what the reference publishes."""

from collections.abc import Iterator
from pathlib import Path

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus.projections import (
    PROJECTION_NOTATION,
    encode_projection,
    is_projection_file,
    projection_file,
)
from agentcard_conformance.model import Expected, Fixture, Kind, first_difference, to_pointer
from agentcard_conformance.notations import load_house_form


def check_projections(subject: Subject) -> Iterator[Problem]:
    """Beside each card that is published lies what the reference publishes, and beside no other."""
    for fixture, assessment in subject.assessed:
        path, published = _path(subject, fixture), assessment.verdict.projection
        if published is None and fixture.projection is not None:
            yield Problem(path, "lies beside a card that is not published", f"git rm {path}")
        if published is not None and fixture.projection is None:
            yield Problem(path, "is not there", "agentcard-conformance lint --fix", encode_projection(published))
        elif published is not None and (difference := first_difference(fixture.projection, published)):
            at = to_pointer(difference.at) or "the top level"
            what = f"is not what the reference publishes: they differ at {at}"
            yield Problem(path, what, "correct it, or schema and projection if the source says so")


def check_projection_layout(subject: Subject) -> Iterator[Problem]:
    """What is published is written in the house form."""
    form = load_house_form(PROJECTION_NOTATION)
    for fixture in subject.fixtures:
        if form and fixture.projection is not None:
            written = (subject.suite.root / _path(subject, fixture)).read_bytes()
            if (laid_out := form.lay_out(written)) != written:
                what = f"is not in the house form: {form.HOUSE_FORM}"
                yield Problem(_path(subject, fixture), what, "agentcard-conformance lint --fix", laid_out)


def check_lone_projections(subject: Subject) -> Iterator[Problem]:
    """What is published lies beside the card of that name."""
    known = {_path(subject, fixture) for fixture in subject.fixtures}
    for file in _fixture_files(subject):
        path = file.relative_to(subject.suite.root).as_posix()
        if is_projection_file(file, subject.dialect) and path not in known:
            yield Problem(path, "lies beside no card", f"git rm {path}")


def check_projecting_requirements(subject: Subject) -> Iterator[Problem]:
    """Under what says what is published lie cards of which that is asked, and nowhere else do valid ones."""
    for fixture in subject.fixtures:
        projects, asks = fixture.requirement.kind is Kind.PROJECTS, fixture.question.asks_for_projection
        if projects and not asks:
            what = 'lies under a requirement on what is published, which its context does not ask for: "project": true'
            yield Problem(f"fixtures/{fixture.path}", what, "put it into a folder with such a context.json")
        if asks and not projects and fixture.expected is not Expected.INVALID:
            what = f"is asked what is published of it, of which {fixture.requirement.id} says nothing"
            yield Problem(f"fixtures/{fixture.path}", what, "move it under a requirement of the kind projects")


def _path(subject: Subject, fixture: Fixture) -> str:
    fixtures = subject.suite.root / "fixtures"
    return projection_file(fixtures / fixture.path).relative_to(subject.suite.root).as_posix()


def _fixture_files(subject: Subject) -> Iterator[Path]:
    for expected in Expected:
        yield from sorted((subject.suite.root / "fixtures" / expected / subject.dialect.id).rglob("*.*"))
