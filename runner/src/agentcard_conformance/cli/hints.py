"""What does a document look like that is at a glance no card of the dialect it was checked as?"""

import shlex
from collections.abc import Iterator

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Dialect, Question
from agentcard_conformance.reference import Reference, matches
from agentcard_conformance.renderers import Checked, Hint


def hints(suite: Suite, reference: Reference, checked: Checked, question: Question) -> tuple[Hint, ...]:
    """Another dialect, or else the first other format that fits; nothing when it looks like what it was checked as."""
    value = checked.assessment.value
    if matches(checked.dialect.looks_like, value):
        return ()
    if dialects := tuple(_dialects(suite, reference, checked, question)):
        return dialects
    formats = (each for each in suite.other_formats if matches(each.looks_like, value))
    return tuple(Hint(each.name, each.homepage) for each in formats)[:1]


def _dialects(suite: Suite, reference: Reference, checked: Checked, question: Question) -> Iterator[Hint]:
    for dialect in suite.dialects.values():
        if dialect.id != checked.dialect.id and _looks_like(dialect, reference, question):
            command = f"agentcard-conformance check --dialect {dialect.id} {shlex.quote(checked.file)}"
            yield Hint(dialect.id, dialect.source, command)


def _looks_like(dialect: Dialect, reference: Reference, question: Question) -> bool:
    """Each dialect reads the bytes by its own notation."""
    notation = question.notation if question.notation in dialect.decoders else ""
    assessment = reference.assess(question._replace(dialect=dialect.id, notation=notation))
    return matches(dialect.looks_like, assessment.value)
