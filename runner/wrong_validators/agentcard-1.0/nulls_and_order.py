"""Null, which most members of the README may be, and the order of members keep others from being looked at."""

from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator, refusing
from agentcard_conformance.model import Json

REVIEW: dict[str, Json] = {"id": "code.review", "description": "Reviews."}


def overlooks(place: str, is_overlooked: Callable[[JudgedCard, Violation], bool]) -> Accepts:
    """Does not see some violations at a place."""
    return lambda card: card.is_valid_but_for(
        lambda violation: (
            violation.is_below(place) and len(violation.at) == place.count("/") and is_overlooked(card, violation)
        )
    )


def beside_null(card: JudgedCard, violation: Violation) -> bool:
    """Whether another member of the same object is null."""
    value = card.value
    for step in violation.at[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return any(member is None for name, member in value.items() if name != violation.at[-1])


NULLS: dict[str, tuple[str, dict[str, Json]]] = {
    "pricing": ("/pricing/*", {"/pricing": {"base_cost_joules": None, "cost_per_request": "cheap"}}),
    "capability": (
        "/capabilities/*/output_schema",
        {"/capabilities": [{**REVIEW, "input_schema": None, "output_schema": 5}]},
    ),
    "endpoint": ("/endpoint/url", {"/endpoint": {"protocol": "http", "url": "not a uri", "auth": None}}),
}

NULL_ENDS = [
    WrongValidator(
        f"null-ends-the-{name}", "return, where continue was meant, at null", witness, overlooks(below, beside_null)
    )
    for name, (below, witness) in NULLS.items()
]

NULLABLE = {
    "pricing": "/pricing",
    "auth": "/endpoint/auth",
    "input-schema": "/capabilities/*/input_schema",
    "output-schema": "/capabilities/*/output_schema",
    "base-cost": "/pricing/base_cost_joules",
    "latency": "/pricing/estimated_latency_ms",
    "currency": "/pricing/currency",
    "cost-per-request": "/pricing/cost_per_request",
}

NULL_REFUSED = [
    WrongValidator(
        f"{name}-is-not-null",
        "a type without an alternative",
        {**({"/pricing": {}} if pattern.startswith("/pricing/") else {}), pattern.replace("*", "0"): None},
        refusing(pattern, lambda value: value is None),
    )
    for name, pattern in NULLABLE.items()
]


def free_key_first(card: JudgedCard, _: Violation) -> bool:
    """Whether the metadata begin with a key that is free."""
    return not next(iter(card.value["metadata"])).startswith("pacr:")


STATISTICS = [
    WrongValidator(
        "free-key-ends-the-metadata",
        "return, where continue was meant, at a free key",
        {"/metadata": {"team": "review", "pacr:critical_score": "high"}},
        overlooks("/metadata/*", free_key_first),
    ),
    WrongValidator(
        "score-beside-a-count-alone",
        "the score is looked at where there is a count",
        {"/metadata": {"pacr:reputation_score": 2}},
        overlooks(
            "/metadata/pacr:reputation_score", lambda card, _: "pacr:interaction_count" not in card.value["metadata"]
        ),
    ),
]
