"""TLS looked for at some of the addresses alone, or in another way."""

from collections.abc import Callable
from itertools import pairwise

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json

BODY = '{"agent_card": "a.b.c~"}'


def exchange(*addresses: str) -> bytes:
    """What was asked for, and what redirects led to."""
    before = "".join(
        f"GET {at} HTTP/1.1\nHost: h\n\nHTTP/1.1 302 Found\nLocation: {to}\n\n" for at, to in pairwise(addresses)
    )
    return f"{before}GET {addresses[-1]} HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\n\n{BODY}".encode()


def schemes(card: JudgedCard, *patterns: str) -> set[Json]:
    return {value for pattern in patterns for value in card.values(pattern)}


def passes(is_passed: Callable[[JudgedCard], bool]) -> Accepts:
    """Sees TLS where there is none."""

    def accepts(card: JudgedCard) -> bool:
        return card.is_valid_but_for(lambda each: each.requirement == "served-over-tls" and is_passed(card))

    return accepts


PLAIN, SAFE = "http://agent.example/.well-known/agent.json", "https://agent.example/.well-known/agent.json"

FOUND = [
    WrongValidator(name, habit, exchange(*addresses), passes(is_passed))
    for name, habit, addresses, is_passed in (
        ("never-asked", "startswith('http')", (PLAIN,), lambda _: True),
        ("of-the-request-alone", "the address that was typed, before redirects", (SAFE, PLAIN),
         lambda card: schemes(card, "/request/scheme") == {"https"}),
        ("of-the-answer-alone", "response.url, after all redirects", (SAFE, PLAIN, SAFE),
         lambda card: schemes(card, "/source/scheme") == {"https"}),
        ("of-both-ends", "what a client without a history of redirects knows", (SAFE, PLAIN, SAFE),
         lambda card: schemes(card, "/request/scheme", "/source/scheme") == {"https"}),
    )
]  # fmt: skip

REFUSED = [
    WrongValidator("of-every-address", "a page that leads to https is refused, too", exchange(PLAIN, SAFE),
                   lambda card: card.is_valid and "http" not in schemes(card, "/request/scheme")),
    WrongValidator("on-its-usual-port-alone", "port 443 demanded", exchange(SAFE.replace("example", "example:8443")),
                   lambda card: card.is_valid and not any(":" in str(each) for each in schemes(card, "/source/authority"))),
    WrongValidator("login-taken-for-a-fault", "raise_for_status() before all else",
                   exchange(SAFE).replace(b"200 OK", b"401 Unauthorized"),
                   lambda card: card.is_valid and not {401, 403} & schemes(card, "/status")),
]  # fmt: skip
