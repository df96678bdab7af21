"""Is the card that `new` begins with one that nothing is to be said of?"""

from collections.abc import Iterator

from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Question


def the_example_is_plain(subject: Subject) -> Iterator[Problem]:
    """It breaks nothing, gets no advice and is contested in nothing; a dialect may do without one."""
    for notation in subject.dialect.decoders:
        path = f"{subject.folder}/example.{notation}"
        file = subject.suite.root / path
        if file.exists():
            assessment = subject.assess(Question(file.read_bytes(), subject.dialect.id, notation=notation))
            for finding in (*assessment.violations, *assessment.advice, *assessment.contested):
                what = f"{finding.pointer or 'the card'}: {finding.what} ({finding.requirement.id})"
                yield Problem(path, what, f"agentcard-conformance check --strict {path}")


CHECKS: tuple[Check, ...] = (the_example_is_plain,)
