"""The formats that `compare` prints: one module each, holding a function `render`."""

from typing import Protocol, cast

from agentcard_conformance.compare.results import Comparison
from agentcard_conformance.plugins import load_plugin, plugin_names


class CompareFormat(Protocol):
    """What every format's module holds."""

    def render(self, comparison: Comparison, *, terminal: bool = False) -> str:
        """Everything that is printed; `terminal` says that a person reads it there."""
        ...


def compare_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def load_compare_format(name: str) -> CompareFormat:
    """The format of that name."""
    return cast("CompareFormat", load_plugin(__name__, name))
