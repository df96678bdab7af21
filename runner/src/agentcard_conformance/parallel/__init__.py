"""Spreads work: over the processors of this machine, or over the workers of a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar, cast

from agentcard_conformance.errors import CallError
from agentcard_conformance.parallel import engines
from agentcard_conformance.parallel.tasks import Workers
from agentcard_conformance.plugins import load_plugin, plugin_names

_T = TypeVar("_T")
_R = TypeVar("_R")

__all__ = ["Spread", "Workers", "load_engine"]


class Spread(Protocol):
    """Has work done, whoever does it."""

    def __call__(self, work: Callable[[_T], _R], parts: Iterable[_T]) -> Iterator[_R]:
        """The results in the order of the parts, each once; work and parts may travel to other processes as pickles."""
        ...


def load_engine(name: str) -> Callable[[Workers], AbstractContextManager[Spread]]:
    """How an engine is started; raises CallError when there is none of the name, or it needs more packages."""
    known = plugin_names(engines.__name__)
    if name not in known:
        raise CallError(f"there is no engine {name!a}; the engines are {', '.join(known)}")
    try:
        engine = load_plugin(engines.__name__, name)
    except ModuleNotFoundError:
        more = f"pip install 'agentcard-conformance[{name}]'"
        raise CallError(f"the engine {name} needs more packages: {more}") from None
    return cast("Callable[[Workers], AbstractContextManager[Spread]]", engine.start)
