"""Keeps Python's garbage collector off large values, which it would walk over and over while they grow."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """What was made meanwhile counts as old, since all of it would be looked at once the collector is on again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        if was_on:
            gc.enable()
