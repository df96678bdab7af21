"""How is work spread over the processors of one machine?"""

import multiprocessing
import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeAlias, TypeVar

from agentcard_conformance.errors import CallError
from agentcard_conformance.spread import Spread
from agentcard_conformance.spread.crew import Crew, Outcome, attempt

T = TypeVar("T")
R = TypeVar("R")
Line: TypeAlias = "Connection[Any, Any]"

AHEAD = 4
"""Parts for each process that are under way or wait for their turn: what bounds the memory."""
FORK = "fork"
FASTEST = "spawn" if sys.platform == "win32" else FORK  # a forked process has its imports already: 150 ms less
IDLE = -1
ENDING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def start(crew: Crew, method: str = FASTEST) -> Iterator[Spread]:
    """As many processes as there are jobs, begun when there are parts for them; one job is done right here."""
    if crew.scheduler:
        raise CallError("--scheduler is for --engine dask: the processes of one machine have none")
    jobs = crew.jobs or os.cpu_count() or 1
    teams: list[_Team[Any, Any]] = []

    def spread(work: Callable[[T], R], parts: Iterable[T]) -> Iterator[R]:
        todo = iter(parts)
        first = list(islice(todo, 2))
        if jobs == 1 or len(first) == 1:
            return (attempt(work, part).settled() for part in chain(first, todo))
        team: _Team[T, R] = _Team(work, chain(first, todo), jobs, method)
        teams.append(team)
        return team.results()

    try:
        yield spread
    finally:
        for team in teams:
            team.dismiss()


@dataclass
class _Member:
    process: BaseProcess
    line: Line
    number: int = IDLE
    """Of the part that it is at."""


class _Team(Generic[T, R]):
    """The processes that share one piece of work."""

    def __init__(self, work: Callable[[T], R], parts: Iterator[T], jobs: int, method: str) -> None:
        self._work = work
        self._parts = parts
        self._jobs = jobs
        self._context = multiprocessing.get_context(method)
        self._members: list[_Member] = []
        self._ready: deque[T] = deque()
        self._outcomes: dict[int, Outcome[R]] = {}
        self._taken = 0
        self._turn = 0

    def results(self) -> Iterator[R]:
        """In the order of the parts; the next ones are fetched while the processes work."""
        while True:
            fetched = self._fetch()
            self._hand_out()
            self._listen(patient=not fetched and self._turn not in self._outcomes)
            if self._turn in self._outcomes:
                yield self._outcomes.pop(self._turn).settled()
                self._turn += 1
            elif not fetched and not self._busy():
                return

    def dismiss(self) -> None:
        """In the middle of whatever they do."""
        for member in self._members:
            member.line.close()
            member.process.terminate()
        for member in self._members:
            member.process.join()

    def _fetch(self) -> bool:
        """One more, since unpacking the next block may take as long as judging one."""
        more = list(islice(self._parts, 1)) if len(self._ready) < self._jobs else []
        self._ready.extend(more)
        return bool(more)

    def _hand_out(self) -> None:
        """To whoever has none, as long as not too many results wait for one that is late."""
        while self._ready and self._taken - self._turn < self._jobs * AHEAD:
            member = self._idle()
            if not member:
                return
            member.number, self._taken = self._taken, self._taken + 1
            with suppress(BrokenPipeError):  # it died, which listening will tell
                member.line.send(self._ready.popleft())

    def _idle(self) -> _Member | None:
        found = next((member for member in self._members if member.number == IDLE), None)
        if not found and len(self._members) < self._jobs:
            found = self._hired()
            self._members.append(found)
        return found

    def _busy(self) -> list[_Member]:
        return [member for member in self._members if member.number != IDLE]

    def _listen(self, *, patient: bool) -> None:
        busy = self._busy()
        heard = wait([member.line for member in busy], None if patient else 0) if busy else []
        for member in busy:
            if member.line in heard:
                self._outcomes[member.number] = _outcome(member)
                member.number = IDLE

    def _hired(self) -> _Member:
        ours, theirs = self._context.Pipe()
        inherited = [ours, *(member.line for member in self._members)] if self._forks else []
        process = self._context.Process(target=_labour, args=(self._work, theirs, inherited), daemon=True)  # type: ignore[attr-defined]  # every context has it, and the stubs of their base have not
        with warnings.catch_warnings(), _undisturbed():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads a caller has: no lock of theirs is used
            process.start()
        theirs.close()
        return _Member(process, ours)

    @property
    def _forks(self) -> bool:
        return self._context.get_start_method() == FORK


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A signal waits until the new process has its own way to take it, and not the one of whoever started it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _labour(work: Callable[[T], R], line: Line, inherited: Iterable[Line]) -> None:
    """Until the other side hangs up, which only shows once no process holds that side but its owner."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all, and the one that started us ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    for each in inherited:
        each.close()
    with suppress(EOFError, ConnectionError):
        while True:
            line.send(attempt(work, line.recv()))


def _outcome(member: _Member) -> Outcome[R]:
    try:
        said: Outcome[R] = member.line.recv()
    except (EOFError, ConnectionError):
        member.process.join()
        return Outcome(loss=f"a process that judged cards was ended by {_cause(member.process.exitcode or 0)}")
    return said


def _cause(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"itself, with status {status}"
