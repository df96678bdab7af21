"""How is work spread over processes, some of which broken code will take down with it?

The processes are forked, so that they have the decoded cards from the start: decoding takes longer than most hunts.
"""

import multiprocessing
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, ForkProcess
from typing import Generic, TypeVar

T = TypeVar("T")
FORK: ForkContext = multiprocessing.get_context("fork")


@dataclass
class _Member(Generic[T]):
    process: ForkProcess
    line: "Connection[int, T]"
    task: int


def spread(work: Callable[[int], T], tasks: Sequence[int], jobs: int) -> Iterator[tuple[int, T | None]]:
    """Each task with its outcome as it comes; None for one that took its process down."""
    todo = list(reversed(tasks))
    team = [_hired(work, todo.pop()) for _ in range(min(jobs, len(todo)))]
    while team:
        for line in wait([member.line for member in team]):
            member = next(each for each in team if each.line is line)
            done, outcome = member.task, _heard(member)
            if outcome is None:
                _dismiss(member)
                team.remove(member)
                team += [_hired(work, todo.pop())] if todo else []
            elif todo:
                member.task = todo.pop()
                member.line.send(member.task)
            else:
                _dismiss(member)
                team.remove(member)
            yield done, outcome


def _hired(work: Callable[[int], T], task: int) -> _Member[T]:
    ours, theirs = FORK.Pipe()
    process = FORK.Process(target=_labour, args=(work, theirs), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # of threads that a test runner has: no lock of theirs is used
        process.start()
    theirs.close()
    ours.send(task)
    return _Member(process, ours, task)


def _labour(work: Callable[[int], T], line: "Connection[T, int]") -> None:
    """Until the other side hangs up."""
    try:
        while True:
            line.send(work(line.recv()))
    except (EOFError, KeyboardInterrupt):
        line.close()


def _heard(member: _Member[T]) -> T | None:
    try:
        return member.line.recv()
    except EOFError:
        return None


def _dismiss(member: _Member[T]) -> None:
    member.line.close()
    member.process.terminate()
    member.process.join()
