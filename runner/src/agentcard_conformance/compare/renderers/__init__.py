"""What does `compare` print? One module for each format, found by its name, holding a function `render`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from agentcard_conformance.compare.findings import Comparison


class Render(Protocol):
    """What every format's module holds."""

    def __call__(self, comparison: Comparison, *, terminal: bool = False) -> str:
        """All that is printed; `terminal` says that a person reads it there."""
        ...


def known() -> list[str]:
    """Which formats are there?"""
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> Render:
    """The function that writes a format."""
    return cast("Render", import_module(f"{__name__}.{name}").render)
