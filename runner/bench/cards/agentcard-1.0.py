"""Cards for the bench: plausible ones of about 1 KB, what may be wrong with them, and odd ones of any size."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
WORDS = "reviews code explains translates answers plans a the of in pull requests routes trips for teams daily".split()
COSTS = (0.5, 0.0025, 1e-6, 12, None)

Card = dict[str, Any]


def plausible(draw: random.Random) -> Card:
    """A card as somebody would publish it."""
    host = f"https://agents{draw.randrange(10**6)}.example.com"
    return {
        "agent_id": "0" + "".join(draw.choices(SYMBOLS, k=25)),
        "name": " ".join(draw.sample(WORDS, 3)).title(),
        "version": f"{draw.randrange(9)}.{draw.randrange(20)}.{draw.randrange(50)}",
        "capabilities": [_capability(draw, number) for number in range(2)],
        "endpoint": {
            "protocol": draw.choice(("http", "google_a2a", "mcp")),
            "url": f"{host}/api",
            "health_url": f"{host}/health",
            "auth": {"scheme": "bearer", "token_url": f"{host}/token"},
        },
        "pricing": {"base_cost_joules": draw.choice(COSTS), "estimated_latency_ms": 120.0, "currency": "EUR"},
        "metadata": {"pacr:reputation_score": 0.97, "note": " ".join(draw.choices(WORDS, k=8))},
    }


def _capability(draw: random.Random, number: int) -> Card:
    return {
        "id": f"code.{draw.choice(WORDS)}{number}",
        "description": " ".join(draw.choices(WORDS, k=16)) + ".",
        "input_schema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        "output_schema": None,
        "tags": draw.sample(WORDS, 3),
    }


def _with(**members: Any) -> Callable[[Card], object]:
    return lambda card: card.update(members)


FAULTS: tuple[Callable[[Card], object], ...] = (
    lambda card: card.pop("endpoint"),
    _with(version="1.0"),
    _with(agent_id="not a ULID"),
    _with(capabilities=[]),
    lambda card: card["endpoint"].update(protocol="stdio"),
    lambda card: card["pricing"].update(base_cost_joules=1e-25),
    lambda card: card["capabilities"][0].pop("description"),
    lambda card: card["metadata"].update({"pacr:reputation_score": 2}),
)


def shapes() -> Mapping[str, Callable[[int], bytes]]:
    """Cards of a number of bytes, roughly, of what the other dialects do not have: what grows in each."""
    return {
        "a long description": _with_description(lambda size: "x" * size),
        "a long health URL": _with_endpoint(lambda size: {"health_url": "https://example.com/" + "a%20" * (size // 4)}),
        "a long wrong token URL": _with_endpoint(lambda size: {"auth": {"scheme": "bearer", "token_url": "a " * size}}),
    }


def _with_description(value: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda size: _written(capabilities=[{"id": "code.review", "description": value(size)}])


def _with_endpoint(members: Callable[[int], Card]) -> Callable[[int], bytes]:
    return lambda size: _written(endpoint={"protocol": "http", "url": "https://example.com/", **members(size)})


def _written(**members: Any) -> bytes:
    return json.dumps(plausible(random.Random(7)) | members, separators=(",", ":")).encode()
