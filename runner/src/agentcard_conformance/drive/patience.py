"""Has a validator had so many faults in a row that asking on is pointless?"""

from typing import Final

from agentcard_conformance.model import NOT_ASKED, Answer, Verdict

UNASKED: Final = Verdict(Answer.NONE, f"{NOT_ASKED}: the validator had ten faults in a row before")

_LIMIT: Final = 10


class Patience:
    """The faults in a row so far, over all judgings of one validator."""

    def __init__(self) -> None:
        self._row = 0
        self._answers = 0

    @property
    def gone(self) -> bool:
        """Is it time to give up?"""
        return self._row >= _LIMIT

    def answered(self) -> None:
        """A card has its answer."""
        self._answers += 1

    def revoked(self) -> None:
        """An answer turned out to be none."""
        self._answers = max(0, self._answers - 1)

    def fault(self) -> None:
        """A card had a fault, or the validator could not be started again; only answers that stand end a row."""
        self._row = 1 if self._answers else self._row + 1
        self._answers = 0

    def weigh(self, verdict: Verdict) -> None:
        """One card has its verdict, whichever it is."""
        if verdict.answer is Answer.NONE:
            self.fault()
        else:
            self.answered()
