"""Cards for the bench: plausible ones of about 1 KB, what may be wrong with them, and odd ones of any size."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

WORDS = "reviews code explains translates answers plans a the of in pull requests routes trips for teams daily".split()

Card = dict[str, Any]


def plausible(draw: random.Random) -> Card:
    """A card as somebody would publish it."""
    host = f"https://agents{draw.randrange(10**6)}.example"
    return {
        "name": " ".join(draw.sample(WORDS, 3)).title(),
        "description": " ".join(draw.choices(WORDS, k=16)) + ".",
        "supportedInterfaces": [
            {"url": f"{host}/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            {"url": f"{host}/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
        ],
        "provider": {"organization": " ".join(draw.sample(WORDS, 2)).title(), "url": f"{host}/"},
        "version": f"{draw.randrange(9)}.{draw.randrange(20)}.{draw.randrange(50)}",
        "capabilities": {"streaming": draw.random() < 0.5, "pushNotifications": False},
        "securitySchemes": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "securityRequirements": [{"schemes": {"bearer": {}}}],
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": [_skill(draw, number) for number in range(2)],
    }


def _skill(draw: random.Random, number: int) -> Card:
    return {
        "id": f"{draw.choice(WORDS)}{number}",
        "name": " ".join(draw.sample(WORDS, 2)),
        "description": " ".join(draw.choices(WORDS, k=12)) + ".",
        "tags": draw.sample(WORDS, 3),
    }


def _with(**members: Any) -> Callable[[Card], object]:
    return lambda card: card.update(members)


FAULTS: tuple[Callable[[Card], object], ...] = (
    lambda card: card.pop("supportedInterfaces"),
    _with(version=1.0),
    _with(defaultInputModes=[]),
    lambda card: card["supportedInterfaces"][0].update(url="/a2a"),
    lambda card: card["supportedInterfaces"][0].pop("protocolVersion"),
    lambda card: card["securitySchemes"].update(bearer={"type": "http", "scheme": "bearer"}),
    lambda card: card["securityRequirements"].append({"schemes": {"nobody": {}}}),
    lambda card: card["skills"][0].pop("tags"),
)


def shapes() -> Mapping[str, Callable[[int], bytes]]:
    """Cards of a number of bytes, roughly, of what the other dialects do not have: what grows in each."""
    return {
        "a long text": lambda size: _written(description="x" * size),
        "many tags": lambda size: _written(
            skills=[{"id": "a", "name": "a", "description": "a", "tags": ["ab"] * (size // 5)}]
        ),
        "many undeclared schemes": lambda size: _written(
            securityRequirements=[{"schemes": {f"n{number}": {} for number in range(size // 12)}}]
        ),
    }


def _written(**members: Any) -> bytes:
    return json.dumps(plausible(random.Random(7)) | members, separators=(",", ":")).encode()
