"""Rules of the toy dialect."""

from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json
from agentcard_conformance.rules import rule


@rule(passes={"const": "9999-12-31"})
def is_not_over(value: Json, context: Context) -> Iterator[Fault]:
    """A last day that has not passed."""
    if value < context["today"]:
        yield Fault(f"it ended on {value}, before today, {context['today']}")
