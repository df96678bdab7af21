"""How many are to work and where, and what comes back from one part of the work."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from agentcard_conformance.errors import CallError, ConformanceError, Interrupted

_T = TypeVar("_T")
_R = TypeVar("_R")


class Workers(NamedTuple):
    """Who is to work."""

    jobs: int = 0
    """How many processes; 0 is one for each processor."""
    scheduler: str = ""
    """The address of a Dask scheduler, or the file that it wrote."""


class TaskResult(NamedTuple, Generic[_R]):
    """What came of one part; an exception travels as its sentence, since not every one survives a pickle."""

    value: _R | None = None
    error: str = ""
    """What is wrong with the part."""
    lost: str = ""
    """What happened to the worker that had it."""
    exit_status: int = 0
    """Of that worker, where it was a process of this machine; of one that a signal ended, minus its number."""

    def get(self) -> _R:
        """The value; raises CallError or Interrupted when there is none."""
        if self.lost:
            raise Interrupted(self.lost)
        if self.error:
            raise CallError(self.error)
        return self.value  # type: ignore[return-value]  # what there is when nothing went wrong


def attempt(work: Callable[[_T], _R], part: _T) -> TaskResult[_R]:
    """The result of the work on one part."""
    try:
        return TaskResult(work(part))
    except Interrupted:
        raise
    except ConformanceError as error:
        return TaskResult(error=str(error))
