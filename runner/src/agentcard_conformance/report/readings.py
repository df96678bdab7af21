"""How validators read the cards of the questions that a source leaves open."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.rulings import ContestedQuestion, read_questions
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Answer, Dialect, Expected
from agentcard_conformance.report.report import Report

_READINGS = {
    Answer.VALID: "accepted",
    Answer.INVALID: "refused",
    Answer.OTHER_PROJECTION: "published otherwise",
    Answer.SKIP: "skipped",
    Answer.NONE: "without an answer",
}


class QuestionReaders(NamedTuple):
    """A question with the names of the validators that accept all its cards, refuse all, or do neither."""

    asked: ContestedQuestion
    accepting: tuple[str, ...]
    refusing: tuple[str, ...]
    divided: tuple[str, ...]
    """With the number of cards that got each answer."""
    cards: tuple[str, ...]
    """The paths of the cards that ask it."""


def question_readers(suite: Suite, dialect: Dialect, reports: Sequence[Report]) -> list[QuestionReaders]:
    """Of each question of a dialect; a validator whose profile has none of the cards was not asked."""
    contested = [each for each in suite.fixtures([dialect.id]) if each.expected is Expected.CONTESTED]
    return [
        _readers(question, [each.path for each in contested if question.is_asked_by(each)], reports)
        for question in read_questions(suite.root / "schema" / dialect.id)
    ]


def _readers(question: ContestedQuestion, asking: Sequence[str], reports: Iterable[Report]) -> QuestionReaders:
    accepting, refusing, divided = list[str](), list[str](), list[str]()
    for report in reports:
        answers = Counter(report.results[path].got for path in asking if path in report.results)
        name = to_ascii(report.validator.name)
        if answers.keys() == {Answer.VALID}:
            accepting.append(name)
        elif answers.keys() == {Answer.INVALID}:
            refusing.append(name)
        elif answers:
            divided.append(f"{name} ({', '.join(_told(answers))})")
    return QuestionReaders(question, tuple(accepting), tuple(refusing), tuple(divided), tuple(asking))


def _told(answers: Counter[Answer]) -> Iterator[str]:
    """How many cards got which answer, as `3 accepted`."""
    for answer, word in _READINGS.items():
        if answers[answer]:
            yield f"{answers[answer]} {word}"
