"""How many are to work, where are they, and what does one of them bring back?"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from agentcard_conformance.errors import CallError, ConformanceError, Interrupted

T = TypeVar("T")
R = TypeVar("R")


class Crew(NamedTuple):
    """Who is to work."""

    jobs: int = 0
    """How many processes; 0 is one for each processor."""
    scheduler: str = ""
    """The address of a Dask scheduler, or the file that it wrote."""


class Outcome(NamedTuple, Generic[R]):
    """What came of one part; an exception travels as its sentence, since not every one survives a pickle."""

    result: R | None = None
    trouble: str = ""
    """What is wrong with the part."""
    loss: str = ""
    """What happened to whoever worked on it."""

    def settled(self) -> R:
        """The result, or what there is instead."""
        if self.loss:
            raise Interrupted(self.loss)
        if self.trouble:
            raise CallError(self.trouble)
        return self.result  # type: ignore[return-value]  # what there is when nothing went wrong


def attempt(work: Callable[[T], R], part: T) -> Outcome[R]:
    """What comes of a part."""
    try:
        return Outcome(work(part))
    except Interrupted:
        raise
    except ConformanceError as error:
        return Outcome(trouble=str(error))
