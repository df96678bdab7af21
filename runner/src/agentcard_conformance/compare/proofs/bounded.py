"""Work in a process of its own that ends in time: an engine in Rust keeps Python's lock, and no signal ends it."""

import os
import pickle
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import connection
from typing import Any, TypeVar

_Found = TypeVar("_Found")


def in_time(work: Callable[[], Iterable[_Found]], seconds: float) -> Iterator[_Found]:
    """What the work yields in so many seconds; all of it on Windows, which has no fork."""
    if sys.platform == "win32":
        yield from work()
        return
    reader, writer = connection.Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, none of which the child needs
        pid = os.fork()
    if not pid:
        _work_and_exit(work, writer, seconds)
    writer.close()
    try:
        yield from _received(reader, time.monotonic() + seconds)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _received(reader: Any, deadline: float) -> Iterator[Any]:
    try:
        while reader.poll(max(deadline - time.monotonic(), 0)):
            yield pickle.loads(reader.recv_bytes())  # noqa: S301  # what our own child wrote
    except (EOFError, ConnectionError):  # it is done, or died
        return


def _work_and_exit(work: Callable[[], Iterable[object]], writer: Any, seconds: float) -> None:
    import resource  # not above: Windows has none

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that waits ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    cpu = int(seconds) + 1  # should the one that waits be killed
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    try:
        for found in work():
            writer.send_bytes(pickle.dumps(found))
    finally:
        os._exit(0)
