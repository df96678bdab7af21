"""A2A Agent Cards."""

from collections.abc import Mapping
from typing import Final

from agentcard_conformance.model import Json

_CARD: Final = {
    "name": "name",
    "description": "description",
    "url": "url",
    "version": "version",
    "documentation_url": "documentationUrl",
}
_PARTS: Final = {
    "provider": {"organization": "organization", "url": "url"},
    "capabilities": {
        "streaming": "streaming",
        "push_notifications": "pushNotifications",
        "state_transition_history": "stateTransitionHistory",
    },
    "authentication": {"schemes": "schemes", "credentials": "credentials"},
}
_SKILL: Final = {
    "id": "id",
    "name": "name",
    "description": "description",
    "tags": "tags",
    "examples": "examples",
    "input_modes": "inputModes",
    "output_modes": "outputModes",
}
_MODES: Final = {"default_input_modes": "defaultInputModes", "default_output_modes": "defaultOutputModes"}
_DEFAULT_MODE: Final = "text/plain"
"""Of a card that names none."""


def agent_card(card: Json) -> Json:
    """Those members that A2A knows, by the names that it gives them; every other one stays with its owner."""
    parts = {name: _renamed(card[name], names) for name, names in _PARTS.items() if name in card}
    modes = {published: card.get(name, [_DEFAULT_MODE]) for name, published in _MODES.items()}
    skills = [_renamed(skill, _SKILL) for skill in card["skills"]]
    return {**_renamed(card, _CARD), **parts, **modes, "skills": skills}


def _renamed(members: Json, names: Mapping[str, str]) -> Json:
    return {published: members[name] for name, published in names.items() if name in members}
