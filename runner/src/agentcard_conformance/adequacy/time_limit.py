"""Calls code that was broken on purpose, which may raise anything or never end."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TypeVar

_SECONDS = 2.0
"""Of this process's own time, so that a busy machine makes no hang."""

STATUS_OF_TIME_UP = -signal.SIGPROF
"""Of a process that did not come back from an engine in time, and was ended for it."""

_T = TypeVar("_T")


class Misbehaviour(Enum):
    """What no decoder and no rule does."""

    HANGS = "does not end"
    RAISES = "raises what it must not"


class _TimeIsUp(BaseException):  # no handler in the broken code may take it for an error of its own
    pass


def call_safely(act: Callable[[], _T]) -> _T | Misbehaviour:
    """What a call returns, or how it misbehaves."""
    try:
        with _time_limit():
            return act()
    except _TimeIsUp:
        return Misbehaviour.HANGS
    except Exception:  # noqa: BLE001  # broken code may raise anything; that it does is what is asked
        return Misbehaviour.RAISES


@contextmanager
def _time_limit() -> Iterator[None]:
    """Code in Python can be interrupted; an engine that is not takes its process down, and whoever waits sees that."""
    before = signal.signal(signal.SIGVTALRM, _raise_time_is_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS * 1.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _raise_time_is_up(_number: int, _frame: object) -> None:
    raise _TimeIsUp
