"""Whether every contested card asks a question that is written down, with both readings."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus.rulings import RULINGS_FILE, is_named_by, read_questions
from agentcard_conformance.model import Expected


def check_contested_questions(subject: Subject) -> Iterator[Problem]:
    """Each contested fixture asks one question, and each pattern names some; a dialect may do without the file."""
    questions = read_questions(subject.suite.root / subject.folder)
    contested = [fixture for fixture in subject.fixtures if fixture.expected is Expected.CONTESTED]
    for fixture in contested if questions else ():
        asked = [each.question for each in questions if each.is_asked_by(fixture)]
        if len(asked) != 1:
            what = f"asks {len(asked)} of the questions in {subject.folder}/{RULINGS_FILE}: {' '.join(asked) or 'none'}"
            fix = "name it, or a pattern that it matches, under one question"
            yield Problem(f"fixtures/{fixture.path}", what, fix)
    for pattern in (pattern for each in questions for pattern in each.patterns):
        if not any(is_named_by(pattern, fixture) for fixture in contested):
            what = f"names {pattern}, and no contested fixture is called that"
            yield Problem(f"{subject.folder}/{RULINGS_FILE}", what)
