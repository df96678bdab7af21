"""How long a comparison may take, and what each part of it may use of that."""

import time

_FOR_PROOFS, _FOR_SEARCH, _FOR_SHRINKING = 0.3, 0.6, 0.8
"""Parts of the time, from the start, until each of them is to end."""

_PROOF_SECONDS = 10.0
"""For proofs at most: one that takes longer is not expected to come."""


class TimeOver(BaseException):
    """The time for the search is over; no Exception, since hypothesis would take that for what it looks for."""


class SearchClock:
    """How much of the time is left."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._begun = time.monotonic()
        self.was_over = False
        """Whether anything was cut short."""

    def start(self) -> None:
        """Begin to count."""
        self._begun = time.monotonic()

    @property
    def proof_seconds(self) -> float:
        """Seconds that are left for proofs."""
        return _PROOF_SECONDS if self._seconds is None else min(max(self._left(_FOR_PROOFS), 0), _PROOF_SECONDS)

    def raise_when_over(self) -> None:
        """Raise TimeOver when the search has to end."""
        if self._is_over(_FOR_SEARCH):
            raise TimeOver

    def is_shrinking_over(self) -> bool:
        """Whether cards are small enough by now."""
        return self._is_over(_FOR_SHRINKING)

    def _left(self, part: float) -> float:
        return self._begun + part * (self._seconds or 0) - time.monotonic()

    def _is_over(self, part: float) -> bool:
        is_over = self._seconds is not None and self._left(part) < 0
        self.was_over |= is_over
        return is_over
