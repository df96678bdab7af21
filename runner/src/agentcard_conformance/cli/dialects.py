"""How is a dialect named on the command line?"""

import click

from agentcard_conformance.errors import ConformanceError


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001  # click's
    """The dialects that a shell offers after --dialect; a broken suite offers none."""
    from agentcard_conformance.corpus import read_suite  # completion runs on every press of the key

    try:
        return [name for name in read_suite().dialects if name.startswith(incomplete)]
    except ConformanceError:
        return []
