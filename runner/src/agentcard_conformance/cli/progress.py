"""Shows somebody at a terminal how far long work is."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_INTERVAL = 0.2  # seconds between two updates of the bar, which cost a millisecond each


def show_progress_line(text: str) -> None:
    """One line that is written over, and only on a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


@contextmanager
def progress_bar(total: int, *, quiet: bool = False) -> Iterator[Callable[[int, str], None]]:
    """A bar on standard error; call what is given with how much of the total is done, and a text."""
    if quiet or not sys.stderr.isatty():
        yield lambda _done, _text: None
        return
    from rich.console import Console  # only for a terminal: it takes 50 ms to import
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=total or None)
        last_shown = 0.0

        def update(done: int, text: str) -> None:
            nonlocal last_shown
            bar.update(task, completed=done, description=text)
            if time.monotonic() - last_shown > _INTERVAL:
                bar.refresh()
                last_shown = time.monotonic()

        yield update
