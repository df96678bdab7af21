"""Spreads work over the workers of a Dask cluster."""

import logging
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar, cast
from uuid import uuid4

import distributed

from agentcard_conformance import __version__
from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.parallel import Spread
from agentcard_conformance.parallel.tasks import TaskResult, Workers, attempt

_T = TypeVar("_T")
_R = TypeVar("_R")

_TIMEOUT = 10  # seconds for a scheduler to answer, and for a worker to be there
_AHEAD = 3  # parts for each thread of a worker that are under way or wait for their turn
_RETRIES = 3  # of a part that failed for a reason we do not know; a worker that is lost does not count
_RECOUNT_EVERY = 100  # results between two looks at how many workers there are now

_Client: TypeAlias = Any
"""A distributed.Client, of which there are no types."""


@contextmanager
def start(workers: Workers) -> Iterator[Spread]:
    """The workers of a cluster, which need this package and see the same files."""
    if not workers.scheduler:
        raise CallError("the engine dask needs --scheduler: the address of a scheduler, or the file that it wrote")
    if workers.jobs:
        raise CallError("--jobs is for --engine processes: a Dask cluster has its own number of workers")
    _silence_logging()
    client = _connect(workers.scheduler)
    try:
        _wait_for_worker(client, workers.scheduler)
        yield lambda work, parts: _results(client, work, parts)
    finally:
        client.close()


class WorkPlugin(distributed.WorkerPlugin, Generic[_T, _R]):
    """The work, sent once to each worker there is, and by the scheduler to each that joins later."""

    def __init__(self, work: Callable[[_T], _R], version: str = __version__) -> None:
        self.name = f"agentcard-conformance-{uuid4()}"
        self._work = work
        self._version = version

    def setup(self, worker: object) -> None:  # noqa: ARG002  # distributed's signature
        """One part at a time: a worker may have threads, and the reference changes what they share."""
        self._lock = threading.Lock()

    def work_on(self, part: _T) -> TaskResult[_R]:
        """The result of one part; another version of this package might come to another verdict."""
        if self._version != __version__:
            return TaskResult(lost=f"a worker has version {__version__} of agentcard-conformance, not {self._version}")
        with self._lock:
            return attempt(self._work, part)


def _silence_logging() -> None:
    """What is wrong is said in one sentence; each of Dask's loggers has a level and a handler of its own."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _work_in_plugin(name: str, part: Any) -> TaskResult[Any]:
    """What a worker does."""
    plugin = cast("WorkPlugin[Any, Any]", distributed.get_worker().plugins[name])
    return plugin.work_on(part)


def _connect(scheduler: str) -> _Client:
    where = {"scheduler_file": scheduler} if Path(scheduler).is_file() else {"address": scheduler}
    try:
        return distributed.Client(**where, timeout=_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]  # as it is
    except (OSError, ValueError) as error:
        raise CallError(f"the scheduler {scheduler} does not answer: {error}") from None


def _wait_for_worker(client: _Client, scheduler: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
    except TimeoutError:
        raise CallError(f"the scheduler {scheduler} has no worker; start one: dask worker {scheduler}") from None


def _results(client: _Client, work: Callable[[_T], _R], parts: Iterable[_T]) -> Iterator[_R]:
    plugin = WorkPlugin(work)
    try:
        client.register_plugin(plugin)
        yield from _results_in_order(client, plugin.name, iter(parts))
    except (OSError, CancelledError):
        raise Interrupted("the scheduler went away") from None
    finally:
        if client.status == "running":  # else it would be waited for
            client.unregister_worker_plugin(plugin.name)


def _results_in_order(client: _Client, name: str, parts: Iterator[_T]) -> Iterator[Any]:
    """A part goes out when a result came in; whatever is still out is dropped when this ends early."""
    waiting: deque[Any] = deque()
    for number in count():
        if number % _RECOUNT_EVERY == 0:
            room = _AHEAD * max(sum(client.nthreads().values()), 1)
        waiting.extend(_submit(client, name, part) for part in islice(parts, room - len(waiting)))
        if not waiting:
            return
        yield _result_of(waiting.popleft())


def _submit(client: _Client, name: str, part: object) -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a block of lines that only we can read
        return client.submit(_work_in_plugin, name, part, pure=False, retries=_RETRIES)


def _result_of(future: Any) -> Any:
    error = future.exception()
    if error:
        raise Interrupted(f"a worker of the cluster failed: {type(error).__name__}: {error}")
    result: TaskResult[Any] = future.result()
    return result.get()
