"""What comes of a call into code that was broken on purpose?"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TypeVar

LONGEST = 2.0
"""Seconds of this process's own time, so that a busy machine makes no hang."""

T = TypeVar("T")


class Trouble(Enum):
    """What no decoder and no rule does."""

    HANGS = "does not end"
    RAISES = "raises what it must not"


class _TooLong(BaseException):  # no handler in the broken code may take it for an error of its own
    """The time is up."""


def outcome(act: Callable[[], T]) -> T | Trouble:
    """What a call returns, or the trouble it makes."""
    try:
        with _limited():
            return act()
    except _TooLong:
        return Trouble.HANGS
    except Exception:  # noqa: BLE001  # broken code may raise anything; that it does is what is asked
        return Trouble.RAISES


@contextmanager
def _limited() -> Iterator[None]:
    """Code in Python can be interrupted; an engine that is not takes its process down, and whoever waits sees that."""
    before = signal.signal(signal.SIGVTALRM, _end)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    signal.setitimer(signal.ITIMER_PROF, LONGEST * 1.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _end(_number: int, _frame: object) -> None:
    raise _TooLong
