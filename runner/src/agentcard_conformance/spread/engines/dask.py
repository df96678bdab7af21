"""How is work spread over the machines of a Dask cluster?"""

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
from agentcard_conformance.spread import Spread
from agentcard_conformance.spread.crew import Crew, Outcome, attempt

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10  # seconds for a scheduler to answer, and for a worker to be there
AHEAD = 3  # parts for each thread of a worker that are under way or wait for their turn
RETRIES = 3  # of a part that failed for a reason we do not know; a worker that is lost does not count
OFTEN = 100  # results between two looks at how many workers there are now

Client: TypeAlias = Any
"""A distributed.Client, of which there are no types."""


@contextmanager
def start(crew: Crew) -> Iterator[Spread]:
    """The workers of a cluster, which need this package and see the same files."""
    if not crew.scheduler:
        raise CallError("the engine dask needs --scheduler: the address of a scheduler, or the file that it wrote")
    if crew.jobs:
        raise CallError("--jobs is for --engine processes: how many work is for the cluster to say")
    _hush()
    client = _client(crew.scheduler)
    try:
        _await_workers(client, crew.scheduler)
        yield lambda work, parts: _results(client, work, parts)
    finally:
        client.close()


def _hush() -> None:
    """What is wrong is said in one sentence; each of Dask's loggers has a level and a handler of its own."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


class Work(distributed.WorkerPlugin, Generic[T, R]):
    """The work, sent once to each worker there is, and by the scheduler to each that joins later."""

    def __init__(self, work: Callable[[T], R], version: str = __version__) -> None:
        self.name = f"agentcard-conformance-{uuid4()}"
        self._work = work
        self._version = version

    def setup(self, worker: object) -> None:  # noqa: ARG002  # distributed's signature
        """One at a time: a worker may have threads, and the reference changes what they share."""
        self._alone = threading.Lock()

    def attempt(self, part: T) -> Outcome[R]:
        """What comes of a part; another version of this package might come to another verdict."""
        if self._version != __version__:
            return Outcome(loss=f"a worker has version {__version__} of agentcard-conformance, not {self._version}")
        with self._alone:
            return attempt(self._work, part)


def _attempt(name: str, part: Any) -> Outcome[Any]:
    """What a worker does."""
    work = cast("Work[Any, Any]", distributed.get_worker().plugins[name])
    return work.attempt(part)


def _client(scheduler: str) -> Client:
    where = {"scheduler_file": scheduler} if Path(scheduler).is_file() else {"address": scheduler}
    try:
        return distributed.Client(**where, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]  # as it is
    except (OSError, ValueError) as error:
        raise CallError(f"the scheduler {scheduler} does not answer: {error}") from None


def _await_workers(client: Client, scheduler: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise CallError(f"the scheduler {scheduler} has no worker; start one: dask worker {scheduler}") from None


def _results(client: Client, work: Callable[[T], R], parts: Iterable[T]) -> Iterator[R]:
    plugin = Work(work)
    try:
        client.register_plugin(plugin)
        yield from _in_order(client, plugin.name, iter(parts))
    except (OSError, CancelledError):
        raise Interrupted("the scheduler went away") from None
    finally:
        if client.status == "running":  # else it would be waited for
            client.unregister_worker_plugin(plugin.name)


def _in_order(client: Client, name: str, parts: Iterator[T]) -> Iterator[Any]:
    """A part goes out when a result came in; whatever is still out is dropped when this ends early."""
    waiting: deque[Any] = deque()
    for number in count():
        if number % OFTEN == 0:
            room = AHEAD * max(sum(client.nthreads().values()), 1)
        waiting.extend(_sent(client, name, part) for part in islice(parts, room - len(waiting)))
        if not waiting:
            return
        yield _settled(waiting.popleft())


def _sent(client: Client, name: str, part: object) -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a block of lines that only we can read
        return client.submit(_attempt, name, part, pure=False, retries=RETRIES)


def _settled(future: Any) -> Any:
    error = future.exception()
    if error:
        raise Interrupted(f"a worker of the cluster failed: {type(error).__name__}: {error}")
    outcome: Outcome[Any] = future.result()
    return outcome.settled()
