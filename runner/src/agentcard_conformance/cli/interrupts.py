"""Ends long work early on a signal, and says how far it came."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeAlias

import click

from agentcard_conformance.errors import CallError, Interrupted

EARLY_ENDS = (KeyboardInterrupt, Interrupted, CallError)
EarlyEnd: TypeAlias = KeyboardInterrupt | Interrupted | CallError

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Raise KeyboardInterrupt on SIGTERM, too; call what is given now and then, to raise one that was dropped.

    Of 84 interrupts of a search 11 were dropped: Python lets none out of a callback of its garbage collector, of which
    hypothesis has some, nor out of a generator that is closed unread, as those of a schema's errors are.
    """
    received: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> NoReturn:
        received.append(number)
        raise KeyboardInterrupt

    def raise_dropped() -> None:
        if received:
            raise KeyboardInterrupt

    def ignore_dropped(unraisable: "sys.UnraisableHookArgs") -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            usual_hook(unraisable)

    usual_hook, sys.unraisablehook = sys.unraisablehook, ignore_dropped
    handled = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, interrupt) for number in handled}
    try:
        yield raise_dropped
    finally:
        sys.unraisablehook = usual_hook
        for number, handler in before.items():
            signal.signal(number, handler)


def with_progress_told(end: EarlyEnd, how_far: str) -> EarlyEnd:
    """The same end with how far the work came; an interrupt has no sentence that would be printed later."""
    if not isinstance(end, KeyboardInterrupt):
        return type(end)(f"{end}{how_far}")
    click.echo(f"agentcard-conformance: interrupted{how_far}", err=True)
    return end


def describe_progress(end: EarlyEnd, cards: int, *, left_file: str, share: str = "", resumable: bool = True) -> str:
    """How many cards were checked, the file that holds their records, and what to do next."""
    if not cards:
        return "" if isinstance(end, CallError) else ", before the first card was checked"
    kept = f"; their results are in {left_file}" if left_file else ""
    again = "; continue with --resume" if left_file and resumable and not isinstance(end, CallError) else ""
    return f", after {cards:,} card{'' if cards == 1 else 's'}{share}{kept}{again}"
