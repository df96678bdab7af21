"""Rules about the header of an issuer JWT."""

from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json, parts_at
from agentcard_conformance.rules import rule


@rule()
def typ_is_taken(value: Json, context: Context) -> Iterator[Fault]:
    """A typ that the verifier takes, so that no JWT of another purpose passes for a card."""
    taken = context["typ"]
    typ = next((typ for _, typ in parts_at(value, ("typ",))), None)
    if taken is not None and typ not in taken:
        yield Fault(f"typ is {typ!a:.100} and not {' or '.join(taken)}", ("typ",))
