"""Rules about whom a JWT names."""

from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json
from agentcard_conformance.rules import rule


@rule()
def is_trusted_issuer(value: Json, context: Context) -> Iterator[Fault]:
    """The issuer whose keys the verifier has, to the letter."""
    if value != context["issuer"]:
        yield Fault(f"the issuer {value!a:.100} is not the one that is trusted, {context['issuer']!a}")


@rule()
def includes_audience(value: Json, context: Context) -> Iterator[Fault]:
    """The verifier as the audience, or as one of several."""
    audience = context["audience"]
    if audience not in (value if isinstance(value, list) else [value]):
        yield Fault(f"the verifier, {audience!a}, is not among the audience")
