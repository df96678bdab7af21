"""What stands before, behind or beside a value keeps it from being looked at: order, unknown members, excuses."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator, wrong
from agentcard_conformance.model import Json

FUNCTION_NAME = re.compile(r"fn\.[A-Za-z0-9_-]+")


def holder_of(card: JudgedCard, violation: Violation) -> Json:
    """The object that holds the member in which a violation lies."""
    value = card.value
    for step in violation.at[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def overlooks(place: str, is_overlooked: Callable[[JudgedCard, Violation], bool]) -> Accepts:
    """Does not see some violations at a place."""
    return lambda card: card.is_valid_but_for(
        lambda violation: (
            violation.is_below(place) and len(violation.at) == place.count("/") and is_overlooked(card, violation)
        )
    )


def comes_before(earlier: str, later: str) -> Callable[[JudgedCard, Violation], bool]:
    """Whether two members of the object stand in the order that the validator does not reckon with."""

    def is_so(card: JudgedCard, violation: Violation) -> bool:
        names = list(holder_of(card, violation))
        return earlier in names and later in names and names.index(earlier) < names.index(later)

    return is_so


def behind_unknown(*known: str) -> Callable[[JudgedCard, Violation], bool]:
    """Whether an unknown member stands before the wrong one."""

    def is_so(card: JudgedCard, violation: Violation) -> bool:
        names = list(holder_of(card, violation))
        return any(name not in known for name in names[: names.index(violation.at[-1])])

    return is_so


ORDERS: dict[str, tuple[str, str, str, dict[str, Json]]] = {
    "protocol-behind-url": (
        "/endpoint/url",
        "url",
        "protocol",
        {"/endpoint": {"url": "not a uri", "protocol": "https"}},
    ),
    "goal-id-behind-priority": (
        "/goal_subscriptions/*/priority",
        "priority",
        "goal_id",
        {"/goal_subscriptions": [{"priority": 2, "goal_id": "g"}]},
    ),
    "id-behind-description": (
        "/capabilities/*/description",
        "description",
        "id",
        {"/capabilities": [{"description": 5, "id": "tool.a"}]},
    ),
    "base-cost-behind-per-token": (
        "/pricing/per_token_joules",
        "per_token_joules",
        "base_cost_joules",
        {"/pricing": {"per_token_joules": -1, "base_cost_joules": 1}},
    ),
}

IN_ORDER = [
    WrongValidator(
        name, "a streaming reader knows one member too late", witness, overlooks(below, comes_before(*names))
    )
    for name, (below, *names, witness) in ORDERS.items()
]

UNKNOWN: dict[str, tuple[str, tuple[str, ...], dict[str, Json]]] = {
    "capability": (
        "/capabilities/*/tags",
        ("id", "description", "tags", "input_schema", "output_schema"),
        {"/capabilities": [{"id": "tool.a", "vendor": "x", "tags": 7}]},
    ),
    "endpoint": (
        "/endpoint/url",
        ("protocol", "url", "auth"),
        {"/endpoint": {"protocol": "https", "region": "north", "url": "not a uri"}},
    ),
    "goal": (
        "/goal_subscriptions/*/priority",
        ("goal_id", "description", "priority"),
        {"/goal_subscriptions": [{"goal_id": "g", "deadline": "soon", "priority": 2}]},
    ),
}

BEHIND_UNKNOWN = [
    WrongValidator(
        f"unknown-member-ends-the-{name}",
        "break, where continue was meant, at a member that is not known",
        witness,
        overlooks(below, behind_unknown(*known)),
    )
    for name, (below, known, witness) in UNKNOWN.items()
]


@wrong("metadata end with the first null", {"/metadata": {"owner": None, "pacr:trust_tier": "gold"}})
def null_ends_the_metadata(card: JudgedCard) -> bool:
    """`while value is not None`."""
    return card.is_valid_but_for(
        lambda violation: (
            violation.is_below("/metadata/*")
            and None in list(card.value["metadata"].values())[: list(card.value["metadata"]).index(violation.at[1])]
        )
    )


@wrong("an MCP server lists its tools itself", {"/endpoint/protocol": "mcp", "/capabilities": []})
def no_capabilities_for_mcp(card: JudgedCard) -> bool:
    """Lets an excuse count that the draft does not have."""
    return card.is_valid_but_for(
        lambda violation: (
            violation.requirement == "capabilities-not-empty" and card.values("/endpoint/protocol") == ["mcp"]
        )
    )


@wrong("names of OpenAI's functions have capitals", {"/capabilities/0/id": "fn.getWeather"})
def capitals_behind_fn(card: JudgedCard) -> bool:
    """Holds ids behind one namespace to the names of another format."""
    return card.is_valid_but_for(
        lambda violation: (
            violation.requirement == "capability-id-form"
            and FUNCTION_NAME.fullmatch(card.value["capabilities"][int(violation.at[1])]["id"]) is not None
        )
    )


@wrong(
    "nothing is asked of localhost",
    {"/endpoint": {"protocol": "http", "url": "http://localhost/", "auth": {"scheme": "basic"}}},
)
def any_auth_at_localhost(card: JudgedCard) -> bool:
    """Returns before the authentication is looked at."""
    urls = [url for url in card.values("/endpoint/url") if isinstance(url, str)]
    return card.is_valid_but_for(
        lambda violation: violation.is_below("/endpoint/auth") and any("//localhost" in url for url in urls)
    )
