"""Which cards of one judging are still to be asked, which are out, and what has been said of the others?"""

from collections import deque
from collections.abc import Sequence
from typing import Final, TypeAlias

from agentcard_conformance import protocol
from agentcard_conformance.model import Answer, Question, Verdict

_Mark: TypeAlias = tuple[bytes, int]
"""A card's digest, by which it takes its turn, and its place."""

_STRIDE: Final = 0x9E3779B97F4A7C15
"""Odd and large: the same card asked again, however often, finds a free id at once."""

_UNSETTLED: Final = Verdict(Answer.NONE, "nothing yet")
_TOO_LONG: Final = Verdict(Answer.NONE, "the card does not fit into a line of 16 MiB")


class Ledger:
    """The state of one judging; a card is known by its place among the questions, on the wire by its id."""

    def __init__(self, questions: Sequence[Question], taken: set[int]) -> None:
        self.verdicts = [_UNSETTLED] * len(questions)
        self.out: dict[int, _Mark] = {}
        self._questions = questions
        self._taken = taken
        self._places: dict[int, int] = {}
        self._suspects: deque[_Mark] = deque()
        self._probing = False
        self._bytes_out = 0
        self._ahead = deque(sorted((protocol.turn(question), place) for place, question in enumerate(questions)))

    @property
    def settled(self) -> bool:
        """Has every card its verdict?"""
        return not (self.out or self._ahead or self._suspects)

    def draw(self, window: int) -> bytes:
        """The lines to send now: ahead while they fit the window, one at a time while a fault has no owner."""
        if self.out and (self._suspects or self._probing):
            return b""
        self._probing = bool(self._suspects)
        if self._probing:
            return self._line(self._suspects.popleft())
        lines = []
        while self._ahead and self._bytes_out < window:
            lines.append(self._line(self._ahead.popleft()))
        return b"".join(lines)

    def settle(self, number: int, verdict: Verdict) -> bool:
        """Write down an answer; False if no such question is out."""
        mark = self.out.pop(number, None)
        if mark is None:
            return False
        place = mark[1]
        self._bytes_out -= self._weight(place)
        self.verdicts[place] = verdict
        return True

    def revoke(self, number: int, verdict: Verdict) -> bool:
        """Replace the answer of a card that was answered again; False if this judging has no such answer."""
        place = self._places.get(number)
        if place is None or number in self.out or self.verdicts[place] is _UNSETTLED:
            return False
        self.verdicts[place] = verdict
        return True

    def suspect_all_out(self) -> None:
        """The process is gone: ask those that are out again, the oldest first, each by itself."""
        self._suspects.extendleft(reversed(self.out.values()))
        self.out.clear()
        self._bytes_out = 0

    def abandon(self, verdict: Verdict) -> None:
        """Give every card without a verdict this one."""
        self.suspect_all_out()
        for _, place in (*self._suspects, *self._ahead):
            self.verdicts[place] = verdict
        self._suspects.clear()
        self._ahead.clear()

    def _weight(self, place: int) -> int:
        # What surrounds a card in its line counts too: empty cards are not free.
        return len(self._questions[place].card) + 100

    def _line(self, mark: _Mark) -> bytes:
        digest, place = mark
        question, number = self._questions[place], _free_id(digest, self._taken)
        line = protocol.question_line(number, question.card, question.dialect, question.context)
        if len(line) > protocol.LINE_LIMIT:
            self.verdicts[place] = _TOO_LONG
            return b""
        self.out[number] = mark
        self._places[number] = place
        self._bytes_out += self._weight(place)
        return line


def _free_id(digest: bytes, taken: set[int]) -> int:
    # Of other bytes than the order is taken from, so that ids do not even tell what comes next.
    number = int.from_bytes(digest[-7:]) >> 3
    while number in taken:
        number = (number + len(taken) * _STRIDE) % protocol.ID_LIMIT
    taken.add(number)
    return number
