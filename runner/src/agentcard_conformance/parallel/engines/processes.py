"""Spreads work over the processors of one machine."""

import multiprocessing
import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeAlias, TypeVar

from agentcard_conformance.errors import CallError
from agentcard_conformance.parallel import Spread
from agentcard_conformance.parallel.tasks import TaskResult, Workers, attempt

_T = TypeVar("_T")
_R = TypeVar("_R")
_Pipe: TypeAlias = "Connection[Any, Any]"

AHEAD = 4
"""Parts for each process that are under way or wait for their turn: what bounds the memory."""
_FORK = "fork"
_FASTEST = "spawn" if sys.platform == "win32" else _FORK  # a forked process has its imports already: 150 ms less
_IDLE = -1
_ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def start(workers: Workers, method: str = _FASTEST) -> Iterator[Spread]:
    """As many processes as there are jobs, begun when there are parts for them; one job is done right here."""
    if workers.scheduler:
        raise CallError("--scheduler is for --engine dask: the processes of one machine have none")
    jobs = workers.jobs or os.cpu_count() or 1
    pools: list[_Pool[Any, Any]] = []

    def spread(work: Callable[[_T], _R], parts: Iterable[_T]) -> Iterator[_R]:
        todo = iter(parts)
        first = list(islice(todo, 2))
        if jobs == 1 or len(first) == 1:
            return (attempt(work, part).get() for part in chain(first, todo))
        pool: _Pool[_T, _R] = _Pool(work, chain(first, todo), jobs, method)
        pools.append(pool)
        return (result.get() for result in pool.results())

    try:
        yield spread
    finally:
        for pool in pools:
            pool.end()


def run_isolated(work: Callable[[_T], _R], parts: Sequence[_T], jobs: int) -> Iterator[TaskResult[_R]]:
    """The results in the order of the parts; one that takes its process down is lost, and the rest go on.

    The processes are forked: work need not travel, and they have what this one has read.
    """
    pool: _Pool[_T, _R] = _Pool(work, iter(parts), jobs, _FORK, ahead=len(parts))
    try:
        yield from pool.results()
    finally:
        pool.end()


@dataclass
class _Worker:
    process: BaseProcess
    pipe: _Pipe
    number: int = _IDLE
    """Of the part that it works on."""


class _Pool(Generic[_T, _R]):
    """The processes that share one piece of work."""

    def __init__(
        self, work: Callable[[_T], _R], parts: Iterator[_T], jobs: int, method: str, ahead: int = AHEAD
    ) -> None:
        self._work = work
        self._parts = parts
        self._jobs = jobs
        self._ahead = jobs * ahead
        self._context = multiprocessing.get_context(method)
        self._workers: list[_Worker] = []
        self._ready: deque[_T] = deque()
        self._results: dict[int, TaskResult[_R]] = {}
        self._handed_out = 0
        self._next = 0
        """The number of the part whose result is given next."""

    def results(self) -> Iterator[TaskResult[_R]]:
        """In the order of the parts; the next ones are fetched while the processes work."""
        while True:
            fetched = self._fetch_part()
            self._hand_out_parts()
            self._receive_results(wait_for_one=not fetched and self._next not in self._results)
            if self._next in self._results:
                yield self._results.pop(self._next)
                self._next += 1
            elif not fetched and not self._busy_workers():
                return

    def end(self) -> None:
        """End all processes, in the middle of whatever they do."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()

    def _fetch_part(self) -> bool:
        """One more, since unpacking the next block may take as long as judging one."""
        more = list(islice(self._parts, 1)) if len(self._ready) < self._jobs else []
        self._ready.extend(more)
        return bool(more)

    def _hand_out_parts(self) -> None:
        """To idle workers, as long as not too many results wait for one that is late."""
        while self._ready and self._handed_out - self._next < self._ahead:
            worker = self._idle_worker()
            if not worker:
                return
            worker.number, self._handed_out = self._handed_out, self._handed_out + 1
            with suppress(BrokenPipeError):  # it died, which receiving will tell
                worker.pipe.send(self._ready.popleft())

    def _idle_worker(self) -> _Worker | None:
        found = next((worker for worker in self._workers if worker.number == _IDLE), None)
        if not found and len(self._workers) < self._jobs:
            found = self._start_worker()
            self._workers.append(found)
        return found

    def _busy_workers(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.number != _IDLE]

    def _receive_results(self, *, wait_for_one: bool) -> None:
        busy = self._busy_workers()
        readable = wait([worker.pipe for worker in busy], None if wait_for_one else 0) if busy else []
        for worker in busy:
            if worker.pipe in readable:
                result: TaskResult[_R] = _receive_result(worker)
                self._results[worker.number] = result
                worker.number = _IDLE
                if result.lost:
                    self._workers.remove(worker)

    def _start_worker(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        forks = self._context.get_start_method() == _FORK
        inherited = [ours, *(worker.pipe for worker in self._workers)] if forks else []
        process = self._context.Process(target=_work_until_closed, args=(self._work, theirs, inherited), daemon=True)  # type: ignore[attr-defined]  # every context has it, and the stubs of their base have not
        with warnings.catch_warnings(), _signals_blocked():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads a caller has: no lock of theirs is used
            process.start()
        theirs.close()
        return _Worker(process, ours)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """A signal waits until the new process has handlers of its own, and not those of whoever started it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work_until_closed(work: Callable[[_T], _R], pipe: _Pipe, inherited: Iterable[_Pipe]) -> None:
    """Until the other side closes the pipe, which only shows once no process holds that side but its owner."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all, and the one that started us ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING_SIGNALS)
    for each in inherited:
        each.close()
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(attempt(work, pipe.recv()))


def _receive_result(worker: _Worker) -> TaskResult[_R]:
    try:
        result: TaskResult[_R] = worker.pipe.recv()
    except (EOFError, ConnectionError):
        worker.pipe.close()
        worker.process.join()
        status = worker.process.exitcode or 0
        return TaskResult(lost=f"a process that judged cards was ended by {_cause_of_end(status)}", exit_status=status)
    return result


def _cause_of_end(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"itself, with status {status}"
