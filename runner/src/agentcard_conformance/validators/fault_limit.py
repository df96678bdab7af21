"""Decides when a validator has had so many faults in a row that asking on is pointless."""

from typing import Final

from agentcard_conformance.model import NOT_ASKED, Answer, Verdict

NOT_ASKED_VERDICT: Final = Verdict(Answer.NONE, f"{NOT_ASKED}: the validator had ten faults in a row before")

_MOST_FAULTS: Final = 10


class FaultLimit:
    """Counts the faults in a row, over all calls of one validator."""

    def __init__(self) -> None:
        self._faults_in_a_row = 0

    @property
    def is_reached(self) -> bool:
        """Whether it is time to give up."""
        return self._faults_in_a_row >= _MOST_FAULTS

    def count(self, verdict: Verdict) -> None:
        """A card has its verdict, an answer or a fault."""
        if verdict.answer is Answer.NONE:
            self.count_fault()
        else:
            self._faults_in_a_row = 0

    def count_fault(self) -> None:
        """A card had a fault, or the validator could not be started again."""
        self._faults_in_a_row += 1
