"""How does somebody at a terminal see how far long work is?"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SELDOM = 0.2  # seconds between two looks, which cost a millisecond each


@contextmanager
def watched(total: int, *, quiet: bool = False) -> Iterator[Callable[[int, str], None]]:
    """A bar on standard error, to be told how many of so many bytes are through, and what that comes to."""
    if quiet or not sys.stderr.isatty():
        yield lambda _done, _text: None
        return
    from rich.console import Console  # only for a terminal: it takes 50 ms to import
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=total or None)
        shown = 0.0

        def tell(done: int, text: str) -> None:
            nonlocal shown
            bar.update(task, completed=done, description=text)
            if time.monotonic() - shown > SELDOM:
                bar.refresh()
                shown = time.monotonic()

        yield tell
