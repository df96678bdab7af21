"""Checks files as cards, and says what a file looks like that is no card of the dialect."""

import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from agentcard_conformance.check.card_files import find_card_files
from agentcard_conformance.check.exchanges import served_documents
from agentcard_conformance.check.hints import (
    Hint,
    choice_hints,
    find_hints,
    foreign_hints,
    hints_of_served,
    remark_hints,
)
from agentcard_conformance.corpus import Suite, context_problem
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Context, Dialect, Question, Verdict

_MANY = 30
"""Files from which it pays to load the fast engine, which takes as long as to check so many without it."""

_NAMELESS = ""
"""In place of the file of what lies in another one, whose name says nothing of it."""


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
        """Whether there is nothing to be said of it but what it was checked as."""
        found = self.assessment
        return self.is_valid and not (found.advice or found.contested) and all(hint.is_choice for hint in self.hints)

    @property
    def name(self) -> str:
        """The file as it is shown."""
        return "<stdin>" if self.file == STANDARD_STREAM else escape_invisible(self.file)


class Others(Enum):
    """What becomes of a file that looks like something else."""

    HINTED = "checked as the dialect all the same, with a hint"
    AS_THEY_LOOK_ALONE = "checked as the one dialect that it looks like, or the one nearest to that"
    ANY_FORMAT = "checked as a dialect that it looks like, and one of another format is not checked"


def check_files(
    suite: Suite,
    dialect: Dialect,
    files: Iterable[str],
    context: Context = NO_CONTEXT,
    *,
    others: Others = Others.HINTED,
) -> tuple[list[CheckedFile], list[str]]:
    """Each file checked, and a sentence for each that cannot be read: one stops no other.

    What is no card of the dialect may be checked as the one that it looks like.
    """
    named, unread = find_card_files(files, (f".{dialect.extension}",))
    reference = QuickReference(suite.dialects, expects_many=len(named) > _MANY)
    checked = []
    for file, card in _read_cards(named, unread):
        question = Question(card, dialect.id, NO_CONTEXT if dialect.serves else context)
        check = _check_as_it_looks_alone if others is Others.AS_THEY_LOOK_ALONE else _check_card
        found = check(suite, reference, file, question)
        if found.why_skipped:
            unread.append(f"{escape_invisible(file)} is not checked: {found.why_skipped}")
        else:
            chosen = _as_it_looks(suite, reference, found, question) if others is Others.ANY_FORMAT else found
            asked = question._replace(context=context)
            checked += [chosen, *check_served(suite, reference, chosen, asked, unread)]
    return checked, unread


def check_served(
    suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question, unread: list[str]
) -> Iterator[CheckedFile]:
    """What is served in an exchange that was checked, in the question's context; a sentence for what is not judged.

    Where the exchange is not of the question's dialect it was chosen, and what belongs to another one is told.
    """
    file, told = checked.file, {hint.arguments for hint in checked.hints if hint.arguments}
    try:
        for document in served_documents(suite, checked.dialect, checked.assessment.value, question):
            found = _check_card(suite, reference, _NAMELESS, document)
            is_chosen = checked.dialect.id != question.dialect
            foreign = foreign_hints(suite, found.dialect, found.assessment.value, file) if is_chosen else ()
            hints = hints_of_served(suite, (*found.hints, *foreign), file)
            yield found._replace(file=file, hints=tuple(hint for hint in hints if hint.arguments not in told))
    except CallError as error:
        unread.append(f"the card in {escape_invisible(file)} is not checked: {error}")


def check_in_all_dialects(suite: Suite, files: Iterable[str]) -> tuple[list[CheckedFile], list[str]]:
    """Each file checked as every dialect, in the context of its example, and a sentence for each that cannot be."""
    reference = QuickReference(suite.dialects)
    unread: list[str] = []
    found = [
        CheckedFile(file, each, reference.assess(Question(card, each.id, suite.default_context(each))))
        for file, card in _read_cards(files, unread)
        for each in suite.card_formats.values()
    ]
    unread += [
        f"{escape_invisible(each.file)} is not checked as {each.dialect.id}: {each.why_skipped}"
        for each in found
        if each.why_skipped
    ]
    return [each for each in found if not each.why_skipped], unread


def _check_card(suite: Suite, reference: QuickReference, file: str, question: Question) -> CheckedFile:
    checked = _check_without_hints(suite, reference, file, question)
    return checked._replace(hints=find_hints(suite, reference, checked.assessment.value, question, file))


def _check_without_hints(suite: Suite, reference: QuickReference, file: str, question: Question) -> CheckedFile:
    checked = CheckedFile(file, suite.dialects[question.dialect], reference.assess(question))
    if checked.is_valid:
        return checked
    from agentcard_conformance.check.json_slips import explain_slips  # not above: most cards are valid

    return checked._replace(assessment=explain_slips(question.card, checked.assessment))


def _check_as_it_looks_alone(suite: Suite, reference: QuickReference, file: str, question: Question) -> CheckedFile:
    """As the one dialect that it looks like, or that is near to it, with the reason; several, or none, are told."""
    if chosen := _choose_at_a_glance(suite, reference, file, question):
        return chosen
    checked = _check_card(suite, reference, file, question)
    if checked.is_valid or checked.why_skipped:
        return checked
    return _check_as_hinted(suite, reference, file, question, checked.hints) or checked


def _choose_at_a_glance(suite: Suite, reference: QuickReference, file: str, question: Question) -> CheckedFile | None:
    """A card that looks like one of another dialect alone, where it is a valid one of that, or none of the asked one.

    What would be found in it as a card of the asked dialect is told nobody, and takes longer than all the rest.
    """
    for value in reference.read_values(question):
        hints = find_hints(suite, reference, value, question, file)
        chosen = _check_as_hinted(suite, reference, file, question, hints)
        if chosen and (chosen.is_valid or reference.refuses(question.dialect, value)):
            return chosen
    return None


def _check_as_hinted(
    suite: Suite, reference: QuickReference, file: str, question: Question, hints: Iterable[Hint]
) -> CheckedFile | None:
    """A card as the one dialect that it is hinted to be of, or near to; None where there are several, or none.

    Nor as one whose cards are judged with keys or a clock: those of its example are nobody else's. A remark is
    no such hint.
    """
    looks = [hint for hint in hints if hint.dialect and not hint.reason]
    if len(looks) != 1 or context_problem(suite.dialects[looks[0].dialect], NO_CONTEXT):
        return None
    asked = question._replace(dialect=looks[0].dialect, context=NO_CONTEXT)
    found = _check_without_hints(suite, reference, file, asked)
    value = found.assessment.value
    why = choice_hints(suite, looks[0], suite.dialects[question.dialect], value, file)
    remarks = remark_hints(suite, reference, found.dialect, value, file)
    return found._replace(hints=(*why, *remarks))


def _as_it_looks(suite: Suite, reference: QuickReference, checked: CheckedFile, question: Question) -> CheckedFile:
    """Of what was found in a file by its name alone, nothing is told where it is a file of another kind."""
    for hint in () if checked.is_valid else (each for each in checked.hints if not each.reason):
        other = suite.dialects.get(hint.name)
        if other is None:
            return checked._replace(assessment=Assessment(Verdict(Answer.SKIP, hint.sentence)))
        context = suite.default_context(other)
        if not context_problem(other, context):
            found = reference.assess(question._replace(dialect=other.id, context=context))
            remarks = remark_hints(suite, reference, other, found.value, checked.file)
            return CheckedFile(checked.file, other, found, tuple(remarks))
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
