"""The formats of an explanation: one module each, holding a function `render`."""

from collections.abc import Callable
from typing import cast

from agentcard_conformance.authoring.explain.explanation import Explanation
from agentcard_conformance.plugins import load_plugin, plugin_names


def explanation_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def load_explanation_format(name: str) -> Callable[[Explanation], str]:
    """The function that writes a format."""
    return cast("Callable[[Explanation], str]", load_plugin(__name__, name).render)
