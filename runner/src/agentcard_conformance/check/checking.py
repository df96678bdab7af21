"""Checks files as cards, and says what a file looks like that is no card of the dialect."""

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agentcard_conformance.corpus import Suite, context_problem
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Context, Dialect, Question

_MANY = 30
"""Files from which it pays to load the fast engine, which takes as long as to check so many without it."""


class Hint(NamedTuple):
    """What a document looks like that is at a glance no card of the dialect it was checked as."""

    name: str
    homepage: str
    command: str = ""
    """How to check it as what it looks like; empty when no dialect of the suite describes that."""

    @property
    def sentence(self) -> str:
        """For a person."""
        if self.command:
            return f"This looks like a card of another dialect, {self.name}. To check it as one:"
        return f"This looks like another format, {self.name}, which is no dialect of this suite: {self.homepage}"


class CheckedFile(NamedTuple):
    """One file, and what the reference finds in it."""

    file: str
    dialect: Dialect
    assessment: Assessment
    hints: tuple[Hint, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether it is a valid card, advice aside."""
        return self.assessment.verdict.answer is Answer.VALID

    @property
    def name(self) -> str:
        """The file as it is shown."""
        return "<stdin>" if self.file == STANDARD_STREAM else escape_invisible(self.file)


def check_files(
    suite: Suite, dialect: Dialect, files: Iterable[str], context: Context = NO_CONTEXT
) -> tuple[list[CheckedFile], list[str]]:
    """Each file checked, and a sentence for each that cannot be read: one stops no other."""
    named = list(files)
    reference = QuickReference(suite.dialects, expects_many=len(named) > _MANY)
    checked, unread = [], []
    for file in named:
        try:
            checked.append(_check_file(suite, reference, dialect, file, context))
        except CallError as error:
            unread.append(str(error))
    return checked, unread


def _check_file(suite: Suite, reference: QuickReference, dialect: Dialect, file: str, context: Context) -> CheckedFile:
    question = Question(_read_card(file), dialect.id, context)
    checked = CheckedFile(file, dialect, reference.assess(question))
    if checked.assessment.verdict.answer is Answer.SKIP:
        raise CallError(f"{escape_invisible(file)} is not checked: {checked.assessment.verdict.why}")
    return checked._replace(hints=_hints(suite, reference, checked, question))


def _read_card(file: str) -> bytes:
    if file == STANDARD_STREAM:
        return sys.stdin.buffer.read()
    try:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123  # a Path takes as long again, which shows for a thousand files
            return opened.read()
    except IsADirectoryError:
        raise CallError(f"{escape_invisible(file)} is a folder; name the files in it") from None
    except OSError as error:
        raise CallError(f"{escape_invisible(file)} cannot be read: {error.strerror}") from None


def _hints(suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question) -> tuple[Hint, ...]:
    """Another dialect, or else the first other format that fits; nothing when it looks like what it was checked as."""
    value = checked.assessment.value
    if reference.matches(checked.dialect.looks_like, value):
        return ()
    if dialects := tuple(_other_dialects(suite, reference, checked, question)):
        return dialects
    formats = (each for each in suite.other_formats if reference.matches(each.looks_like, value))
    return tuple(Hint(each.name, each.homepage) for each in formats)[:1]


def _other_dialects(
    suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question
) -> Iterator[Hint]:
    for dialect in suite.dialects.values():
        if dialect.id != checked.dialect.id and _looks_like(suite, dialect, reference, question):
            import shlex  # not above: seldom needed

            context = " --context FILE" * bool(context_problem(dialect, NO_CONTEXT))
            command = f"agentcard-conformance check --dialect {dialect.id}{context} {shlex.quote(checked.file)}"
            yield Hint(dialect.id, dialect.source, command)


def _looks_like(suite: Suite, dialect: Dialect, reference: QuickReference, question: Question) -> bool:
    """Each dialect reads the bytes by its own notation, and in its own default context."""
    context = suite.default_context(dialect)
    assessment = reference.assess(question._replace(dialect=dialect.id, context=context))
    return reference.matches(dialect.looks_like, assessment.value)
