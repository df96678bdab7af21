"""What an entry of the zoo is, and the card that it is shown."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

NOTHING = ""
"""What a behaviour costs: no verdict, or its own card's, which is then this."""
CARD = "no-answer"
SKIPPED = "skip"

NAMED = re.compile(rb'"zoo": "([a-z0-9-]+)"')


class Asked(NamedTuple):
    """One card, and the id that it came with; 1 in a form that has none."""

    card: bytes
    id: int = 1

    def honest(self) -> dict[str, Any]:
        """A verdict that depends on nothing but the card: whoever has a title, or is an agent with a name, is valid."""
        return {"id": self.id, "valid": b'"title"' in self.card or b'"name"' in self.card}

    def line(self) -> bytes:
        """The same as it is written."""
        return json.dumps(self.honest()).encode() + b"\n"


class Behaviour(NamedTuple):
    """One way to be hostile: what it does, and what it costs in each form that it fits."""

    name: str
    what: str
    costs: Mapping[str, str]
    act: Callable[[Asked], Any]


def in_turn(*acts: Callable[[Asked], object]) -> Callable[[Asked], None]:
    """One after the other, as far as they let each other."""

    def act(asked: Asked) -> None:
        for each in acts:
            each(asked)

    return act


def named_in(card: bytes) -> str:
    """The behaviour that a card asks for; none for most."""
    found = NAMED.search(card)
    return found[1].decode() if found else ""
