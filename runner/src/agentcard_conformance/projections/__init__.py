"""What a publisher makes of a card: one module for each format that cards are published in.

A projection is a function from the value of a valid card to the value that is published, named in a dialect.json as
`module.function`.
"""

from collections.abc import Callable
from typing import TypeAlias, cast

from agentcard_conformance.errors import UnknownName
from agentcard_conformance.model import Json
from agentcard_conformance.plugins import load_plugin

Projection: TypeAlias = Callable[[Json], Json]


def load_projection(name: str) -> Projection:
    """The projection that a dialect names; raises UnknownName when there is none."""
    module, _, function = name.partition(".")
    try:
        return cast("Projection", getattr(load_plugin(__name__, module), function))
    except (AttributeError, LookupError):
        raise UnknownName("dialect.json", f"names a projection {name!a}, which no module of projections has") from None
