"""The example of a dialect: the card that `new` begins with."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import Question


def check_example(subject: Subject) -> Iterator[Problem]:
    """It breaks nothing, gets no advice and is contested in nothing; a dialect may do without one."""
    path = f"{subject.folder}/example.{subject.dialect.extension}"
    file = subject.suite.root / path
    if file.exists():
        context = subject.suite.default_context(subject.dialect)
        assessment = subject.assess(Question(file.read_bytes(), subject.dialect.id, context))
        for finding in (*assessment.violations, *assessment.advice, *assessment.contested):
            what = f"{finding.pointer or 'the card'}: {finding.what} ({finding.requirement.id})"
            yield Problem(path, what, f"agentcard-conformance check --strict {path}")
