"""Rules about times, in seconds since 1970, by the clock that the context has."""

import time
from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json, parts_at
from agentcard_conformance.rules import rule

_MOST_SECONDS = 10**15
"""What is said of a time; one in a card may be an integer that no float is as large as."""


@rule()
def is_not_over(value: Json, context: Context) -> Iterator[Fault]:
    """A time of expiry that lies ahead: at that second it is over."""
    if value <= _now(context):
        yield Fault(f"expired {_to_text(_now(context) - value)} seconds ago")


@rule()
def has_come(value: Json, context: Context) -> Iterator[Fault]:
    """A beginning that is now or past."""
    if value > _now(context):
        yield Fault(f"is valid in {_to_text(value - _now(context))} seconds, and not before")


@rule()
def is_not_ahead(value: Json, context: Context) -> Iterator[Fault]:
    """A time that is past, as far as clocks agree."""
    if value > _now(context) + context["clock_skew"]:
        yield Fault(f"is {_to_text(value - _now(context))} seconds ahead, more than clocks may differ")


@rule()
def is_fresh(value: Json, context: Context) -> Iterator[Fault]:
    """A time that is not long ago."""
    if value < _now(context) - context["key_binding_max_age"]:
        yield Fault(f"is {_to_text(_now(context) - value)} seconds ago, more than {context['key_binding_max_age']}")


@rule()
def ends_after_its_start(value: Json) -> Iterator[Fault]:
    """A time of expiry after the one of issue."""
    for _, issued in parts_at(value, ("iat",)):
        for at, expires in parts_at(value, ("exp",)):
            if _is_number(issued) and _is_number(expires) and expires <= issued:
                yield Fault("it does not expire later than it was issued", at)


def _to_text(seconds: float) -> str:
    return f"{seconds:.15g}" if seconds < _MOST_SECONDS else f"more than {_MOST_SECONDS:.0e}"


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _now(context: Context) -> Json:
    """The clock of the context, or ours where it has none."""
    return context["now"] if "now" in context else time.time()
