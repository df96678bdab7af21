"""The formats of an explanation: one module each, holding a function `render`."""

from agentcard_conformance.authoring.explain.explanation import Explanation
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.plugins import load_plugin, plugin_names


def explanation_format_names() -> list[str]:
    """The formats that there are."""
    return plugin_names(__name__)


def render_explanation(explanation: Explanation, form: str) -> str:
    """An explanation in a format, which escapes what a card holds as its readers need it."""
    text: str = load_plugin(__name__, form).render(explanation)
    return text


def printable_lines(text: str) -> str:
    """The text of a card among it breaks no terminal and no pipe; the line breaks are ours."""
    return "\n".join(map(to_ascii, text.split("\n")))
