"""Rules about what an agent is to achieve."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule


@rule(passes={"required": ["metric"]})
def names_a_metric(value: Json) -> Iterator[Fault]:
    """A metric, without which nobody can tell how far the goal is reached."""
    if "metric" not in value:
        yield Fault("the goal names no metric")
