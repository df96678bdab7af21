"""Who does the work? One module of `engines` for each way, found by its name."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, TypeVar, cast

from agentcard_conformance.errors import CallError
from agentcard_conformance.spread import engines
from agentcard_conformance.spread.crew import Crew

T = TypeVar("T")
R = TypeVar("R")

__all__ = ["Crew", "Spread", "known", "load"]


class Spread(Protocol):
    """What has work done."""

    def __call__(self, work: Callable[[T], R], parts: Iterable[T]) -> Iterator[R]:
        """The results in the order of the parts, each once; work and parts travel to other processes as pickles."""
        ...


def known() -> list[str]:
    """Which engines are there?"""
    return sorted(module.name for module in iter_modules(engines.__path__))


def load(name: str) -> Callable[[Crew], AbstractContextManager[Spread]]:
    """How an engine is started; raises CallError when there is none of the name."""
    if name not in known():
        raise CallError(f"there is no engine {name!a}; the engines are {', '.join(known())}")
    try:
        start = import_module(f"{engines.__name__}.{name}").start
    except ModuleNotFoundError:
        more = f"pip install 'agentcard-conformance[{name}]'"
        raise CallError(f"the engine {name} needs more packages: {more}") from None
    return cast("Callable[[Crew], AbstractContextManager[Spread]]", start)
