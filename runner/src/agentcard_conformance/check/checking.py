"""Checks files as cards, and says what a file looks like that is no card of the dialect."""

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agentcard_conformance.check.card_files import find_card_files
from agentcard_conformance.corpus import Suite, context_problem
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Context, Dialect, Question, Verdict

_MANY = 30
"""Files from which it pays to load the fast engine, which takes as long as to check so many without it."""

_LARGEST_HINTED = 2**20
"""Bytes: whoever confuses formats has a card, and to read 10 MB by every notation takes 350 MB."""


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
    def why_skipped(self) -> str:
        """Why the reference did not judge it; empty where it did."""
        return self.assessment.verdict.why if self.is_other_format else ""

    @property
    def is_other_format(self) -> bool:
        """Whether it was not checked, since it is a file of another format."""
        return self.assessment.verdict.answer is Answer.SKIP

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing to be said of it."""
        found = self.assessment
        return self.is_valid and not (found.advice or found.contested or self.hints)

    @property
    def name(self) -> str:
        """The file as it is shown."""
        return "<stdin>" if self.file == STANDARD_STREAM else escape_invisible(self.file)


def check_files(
    suite: Suite, dialect: Dialect, files: Iterable[str], context: Context = NO_CONTEXT, *, any_format: bool = False
) -> tuple[list[CheckedFile], list[str]]:
    """Each file checked, and a sentence for each that cannot be read: one stops no other.

    In any format, a file is checked as the dialect that it looks like, and one of another format is not checked.
    """
    named, unread = find_card_files(files, (f".{dialect.extension}",))
    reference = QuickReference(suite.dialects, expects_many=len(named) > _MANY)
    checked = []
    for file, card in _read_cards(named, unread):
        question = Question(card, dialect.id, context)
        found = _check_card(suite, reference, file, question)
        if found.why_skipped:
            unread.append(f"{escape_invisible(file)} is not checked: {found.why_skipped}")
        else:
            checked.append(_as_it_looks(suite, reference, found, question) if any_format else found)
            checked += served_cards(suite, reference, found, card)
    return checked, unread


def served_cards(
    suite: Suite, reference: QuickReference, checked: CheckedFile, exchange: bytes
) -> Iterator[CheckedFile]:
    """The card in an exchange over HTTP that was checked, as one of its own dialect; none where there is no object."""
    serves, value = checked.dialect.serves, checked.assessment.value
    if serves and isinstance(value, dict) and isinstance(value["response"].get("card"), dict):
        from agentcard_conformance.notations.http_exchange.messages import read_exchange  # not above: as the next one

        context = suite.default_context(suite.dialects[serves.dialect])
        question = Question(read_exchange(exchange).body, serves.dialect, context)
        yield _check_card(suite, reference, checked.file, question)


def check_in_all_dialects(suite: Suite, files: Iterable[str]) -> tuple[list[CheckedFile], list[str]]:
    """Each file checked as every dialect, in the context of its example, and a sentence for each that cannot be."""
    reference = QuickReference(suite.dialects)
    unread: list[str] = []
    found = [
        CheckedFile(file, each, reference.assess(Question(card, each.id, suite.default_context(each))))
        for file, card in _read_cards(files, unread)
        for each in suite.dialects.values()
    ]
    unread += [
        f"{escape_invisible(each.file)} is not checked as {each.dialect.id}: {each.why_skipped}"
        for each in found
        if each.why_skipped
    ]
    return [each for each in found if not each.why_skipped], unread


def _check_card(suite: Suite, reference: QuickReference, file: str, question: Question) -> CheckedFile:
    checked = CheckedFile(file, suite.dialects[question.dialect], reference.assess(question))
    if not checked.is_valid:
        from agentcard_conformance.check.json_slips import explain_slips  # not above: most cards are valid

        checked = checked._replace(assessment=explain_slips(question.card, checked.assessment))
    return checked._replace(hints=_hints(suite, reference, checked, question))


def _as_it_looks(suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question) -> CheckedFile:
    """Of what was found in a file by its name alone, nothing is told where it is a file of another kind."""
    for hint in [] if checked.is_valid else checked.hints:
        other = suite.dialects.get(hint.name)
        if other is None:
            return checked._replace(assessment=Assessment(Verdict(Answer.SKIP, hint.sentence)))
        context = suite.default_context(other)
        if not context_problem(other, context):
            found = reference.assess(question._replace(dialect=other.id, context=context))
            return CheckedFile(checked.file, other, found)
    return checked


def _read_cards(files: Iterable[str], unread: list[str]) -> Iterator[tuple[str, bytes]]:
    """Each file with its bytes; a sentence for one that cannot be read goes to the others."""
    for file in files:
        try:
            yield file, _read_card(file)
        except CallError as error:
            unread.append(str(error))


def _read_card(file: str) -> bytes:
    if file == STANDARD_STREAM:
        return sys.stdin.buffer.read()
    try:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123  # a Path takes as long again, which shows for a thousand files
            return opened.read()
    except OSError as error:
        raise CallError(f"{escape_invisible(file)} cannot be read: {error.strerror}") from None


def _hints(suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question) -> tuple[Hint, ...]:
    """Another dialect, or else the first other format that fits; nothing when it looks like what it was checked as."""
    value = checked.assessment.value
    if len(question.card) > _LARGEST_HINTED or reference.matches(checked.dialect.looks_like, value):
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
