"""Keeps track of one batch of questions: which are still to be asked, which are out, and what was answered."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Final

from agentcard_conformance.model import Answer, Question, Verdict
from agentcard_conformance.validators.protocol.lines import LONGEST_LINE
from agentcard_conformance.validators.protocol.questions import question_line

_IDS: Final = range(10**14, 2**48)
"""All of 15 digits, so that a quotation is cut at the same place whatever the id; and so small that binary64 tells each
from itself and a half, which it does not beyond 2**52."""

_LINE_OVERHEAD: Final = 100
"""Bytes around a card in its line: empty cards are not free."""

_UNANSWERED: Final = Verdict(Answer.NONE, "nothing yet")
_TOO_LONG: Final = Verdict(Answer.NONE, "the card does not fit into a line of 16 MiB")


class IdSource:
    """Ids for the questions of one validator: never the same twice, and without an order that tells anything."""

    def __init__(self) -> None:
        self._random = Random(0)  # noqa: S311  # the same ids in every run, and no secrets
        self._used: set[int] = set()

    def next_id(self) -> int:
        """An id that was not given before."""
        number = self._random.choice(_IDS)
        while number in self._used:
            number = self._random.choice(_IDS)
        self._used.add(number)
        return number

    def has_given(self, number: int) -> bool:
        """Whether an id is one of these."""
        return number in self._used


class QuestionQueue:
    """One batch; a question is known by its index in the batch, and to the validator by its id."""

    def __init__(self, questions: Sequence[Question], ids: IdSource) -> None:
        self.verdicts = [_UNANSWERED] * len(questions)
        self.sent: dict[int, int] = {}
        """The index of each question that is out, by its id."""
        self._questions = questions
        self._ids = ids
        self._waiting = deque(range(len(questions)))
        self._suspects: deque[int] = deque()
        self._asks_singly = False
        self._bytes_out = 0

    @property
    def is_done(self) -> bool:
        """Whether every question has its verdict."""
        return not (self.sent or self._waiting or self._suspects)

    def lines_to_send(self, window: int) -> bytes:
        """As many as fit the window of bytes, or one at a time while it is open whose card a fault belongs to."""
        if self.sent and (self._suspects or self._asks_singly):
            return b""
        self._asks_singly = bool(self._suspects)
        if self._asks_singly:
            return self._send(self._suspects.popleft())
        lines = []
        while self._waiting and self._bytes_out < window:
            lines.append(self._send(self._waiting.popleft()))
        return b"".join(lines)

    def record(self, number: int, verdict: Verdict) -> bool:
        """Take in the answer to the question of an id; False if no such question is out."""
        index = self.sent.pop(number, None)
        if index is None:
            return False
        self._bytes_out -= self._size(index)
        self.verdicts[index] = verdict
        return True

    def suspect_sent(self) -> None:
        """The process is gone: ask the questions that are out again, the oldest first, each by itself."""
        self._suspects.extendleft(reversed(self.sent.values()))
        self.sent.clear()
        self._bytes_out = 0

    def give_rest(self, verdict: Verdict) -> None:
        """Give every question without a verdict this one."""
        self.suspect_sent()
        for index in (*self._suspects, *self._waiting):
            self.verdicts[index] = verdict
        self._suspects.clear()
        self._waiting.clear()

    def _size(self, index: int) -> int:
        return len(self._questions[index].card) + _LINE_OVERHEAD

    def _send(self, index: int) -> bytes:
        question, number = self._questions[index], self._ids.next_id()
        line = question_line(number, question.card, question.dialect, question.context)
        if len(line) > LONGEST_LINE:
            self.verdicts[index] = _TOO_LONG
            return b""
        self.sent[number] = index
        self._bytes_out += self._size(index)
        return line
