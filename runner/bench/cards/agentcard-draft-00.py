"""Cards for the bench: plausible ones of about 1 KB, what may be wrong with them, and odd ones of any size."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
WORDS = """searches reads ranks translates sums a the of web page documents long short notes for people and models with
sources pre-trained state-of-the-art results tables prices images invoices in any language within seconds""".split()
SPACES = ("text", "tool", "data", "fn", "com.example.agents")
COSTS = (0, 0.0025, 1e-6, 2.5e-7, 12, 0.75)

Card = dict[str, Any]


def plausible(draw: random.Random) -> Card:
    """A card as somebody would publish it."""
    host = f"agents{draw.randrange(10**6)}.example.com"
    return {
        "agent_id": draw.choice("01234567") + "".join(draw.choices(SYMBOLS, k=25)),
        "name": " ".join(draw.sample(WORDS, 3)).title(),
        "version": f"{draw.randrange(9)}.{draw.randrange(20)}.{draw.randrange(50)}",
        "capabilities": [_capability(draw, number) for number in range(2)],
        "endpoint": {
            "protocol": "https",
            "url": f"https://{host}/v1/{draw.choice(WORDS)}",
            "auth": {"scheme": "bearer"},
        },
        "pricing": {"base_cost_joules": draw.choice(COSTS), "per_token_joules": draw.choice(COSTS)},
        "metadata": {"pacr:trust_tier": "basic", "region": "eu", "note": " ".join(draw.choices(WORDS, k=8))},
    }


def _capability(draw: random.Random, number: int) -> Card:
    return {
        "id": f"{draw.choice(SPACES)}.{draw.choice('abcdefgh')}{number}",
        "description": " ".join(draw.choices(WORDS, k=16)) + ".",
        "input_schema": {
            "type": "object",
            "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}},
            "required": ["query"],
        },
        "tags": draw.sample(WORDS, 3),
    }


def _without(name: str) -> Callable[[Card], object]:
    return lambda card: card.pop(name)


def _with(**members: Any) -> Callable[[Card], object]:
    return lambda card: card.update(members)


FAULTS: tuple[Callable[[Card], object], ...] = (
    _without("endpoint"),
    _with(version="1.0"),
    _with(agent_id="not a ULID"),
    _with(name=""),
    _with(capabilities=[]),
    lambda card: card["endpoint"].update(url="http://example.com"),
    lambda card: card["pricing"].update(base_cost_joules=1e-25),
    lambda card: card["capabilities"][0].update(id="Not An Id"),
)


def shapes() -> Mapping[str, Callable[[int], bytes]]:
    """Cards of a number of bytes, roughly: what grows in each."""
    return {
        "many capabilities": _growing(
            "capabilities", lambda draw, size: [_capability(draw, 1) for _ in range(size // 330 + 1)]
        ),
        "every capability wrong": _growing("capabilities", lambda _, size: [{"id": 7, "tags": "x"}] * (size // 21)),
        "capabilities of one id": _growing(
            "capabilities", lambda draw, size: [_capability(draw, 1) | {"id": "text.a"}] * (size // 300 + 1)
        ),
        "a long name": _growing("name", lambda _, size: "x" * size),
        "a long version": _growing("version", lambda _, size: "1.0.0-" + "1a." * (size // 3) + "1"),
        "a version of zeros": _growing("version", lambda _, size: "0" * size),
        "a long URL": _growing(
            "endpoint", lambda _, size: {"protocol": "https", "url": "https://example.com/" + "a%20" * (size // 4)}
        ),
        "a long wrong URL": _growing(
            "endpoint", lambda _, size: {"protocol": "https", "url": "https://example.com/" + "a" * size + " "}
        ),
        "many tags twice": _growing(
            "capabilities", lambda _, size: [{"id": "text.a", "description": "a", "tags": ["tag"] * (size // 6)}]
        ),
        "many unknown members": _growing(
            "metadata", lambda _, size: {f"x{number}": number for number in range(size // 16)}
        ),
        "reserved names": _growing("metadata", lambda _, size: {f"pacr:{number}": 1 for number in range(size // 16)}),
        "a big input schema": _growing(
            "capabilities",
            lambda _, size: [_asking({"properties": {f"p{n}": {"type": "string"} for n in range(size // 28)}})],
        ),
        "a wrong input schema": _growing(
            "capabilities",
            lambda _, size: [_asking({"properties": {f"p{n}": {"type": "text"} for n in range(size // 28)}})],
        ),
        "an enum of objects": _growing(
            "capabilities", lambda _, size: [_asking({"enum": [{"a": n} for n in range(size // 10)]})]
        ),
        "nested a hundred times": _growing(
            "metadata", lambda _, size: {f"n{n}": _nested(90) for n in range(size // 190 + 1)}
        ),
        "nothing right": lambda size: json.dumps(
            {"agent_id": 1, "name": [], "version": {}, "capabilities": "x" * size, "endpoint": 7}
        ).encode(),
        "nothing required": lambda size: json.dumps({"x": "y" * size}).encode(),
        "all names twice": lambda size: b'{"a":1' + b',"a":1' * (size // 6) + b"}",
        "not closed": lambda size: b'{"a":[' + b"1," * (size // 2),
    }


def _growing(member: str, value: Callable[[random.Random, int], Any]) -> Callable[[int], bytes]:
    def card(size: int) -> bytes:
        draw = random.Random(size)
        return json.dumps(plausible(draw) | {member: value(draw, size)}, separators=(",", ":")).encode()

    return card


def _asking(schema: Card) -> Card:
    return {"id": "text.a", "description": "a", "input_schema": {"type": "object", **schema}}


def _nested(depth: int) -> Any:
    return [_nested(depth - 1)] if depth else []
