"""The example of a dialect: the card that `new` begins with, and that other dialects must not take for theirs."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject, example_file
from agentcard_conformance.model import Question
from agentcard_conformance.reference import matches_schema


def check_example(subject: Subject) -> Iterator[Problem]:
    """It breaks nothing, gets no advice and is contested in nothing; a dialect may do without one."""
    file = example_file(subject.suite, subject.dialect)
    if file.exists():
        path = file.relative_to(subject.suite.root).as_posix()
        assessment = subject.assess(Question(file.read_bytes(), subject.dialect.id, subject.default_context))
        for finding in (*assessment.violations, *assessment.advice, *assessment.contested):
            what = f"{finding.pointer or 'the card'}: {finding.what} ({finding.requirement.id})"
            yield Problem(path, what, f"agentcard-conformance check --strict{subject.check_options} {path}")


def check_looks_like(subject: Subject) -> Iterator[Problem]:
    """What tells at a glance that a card is one of this dialect holds of no other dialect's example, read as one.

    The example of a dialect that is asked for by its name alone is a card of another one, too.
    """
    for other in subject.suite.dialects.values():
        file = example_file(subject.suite, other)
        if other.id != subject.dialect.id and not other.is_named_alone and file.exists():
            value = subject.read_as_card(file.read_bytes())
            if matches_schema(subject.dialect.looks_like, value):
                what = f"its looks_like fits {file.relative_to(subject.suite.root).as_posix()}, too"
                fix = f"say in looks_like what sets such a card apart from one of {other.id}"
                yield Problem(f"{subject.folder}/dialect.json", what, fix)
