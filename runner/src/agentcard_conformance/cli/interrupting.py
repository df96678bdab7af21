"""What becomes of long work that is ended early, and what is said of it?"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeAlias

import click

from agentcard_conformance.errors import CallError, Interrupted

ENDING = (signal.SIGINT, signal.SIGTERM)
STOPPED = (KeyboardInterrupt, Interrupted, CallError)
Stopped: TypeAlias = KeyboardInterrupt | Interrupted | CallError


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """SIGTERM ends it as an interrupt does, which whatever it reaches lets through; call what is given now and then.

    Of 84 interrupts of a search 11 were dropped: Python lets none out of a callback of its garbage collector, of which
    hypothesis has some, nor out of a generator that is closed unread, as those of a schema's errors are.
    """
    came: list[int] = []

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        came.append(number)
        raise KeyboardInterrupt

    def look() -> None:
        if came:
            raise KeyboardInterrupt

    def dropped(unraisable: "sys.UnraisableHookArgs") -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            complain(unraisable)

    complain, sys.unraisablehook = sys.unraisablehook, dropped
    taken = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in taken}
    try:
        yield look
    finally:
        sys.unraisablehook = complain
        for number, way in before.items():
            signal.signal(number, way)


def ended(stopped: Stopped, far: str) -> Stopped:
    """The same with how far it came; an interrupt has no sentence that would be printed later."""
    if not isinstance(stopped, KeyboardInterrupt):
        return type(stopped)(f"{stopped}{far}")
    click.echo(f"agentcard-conformance: interrupted{far}", err=True)
    return stopped


def how_far(stopped: Stopped, cards: int, *, left: str, share: str = "", resumable: bool = True) -> str:
    """How many cards, the file that holds what came of them, and what to do next."""
    if not cards:
        return "" if isinstance(stopped, CallError) else ", before the first card was checked"
    kept = f"; what came of them is in {left}" if left else ""
    again = "; go on with --resume" if left and resumable and not isinstance(stopped, CallError) else ""
    return f", after {cards:,} card{'' if cards == 1 else 's'}{share}{kept}{again}"
