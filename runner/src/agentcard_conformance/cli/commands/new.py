"""How does a card come into the corpus?"""

import click

from agentcard_conformance.model import Expected

EXAMPLES = """\b
Examples:
  agentcard-conformance new invalid name-type/list-of-words --set /name='["Search", "Agent"]'
  agentcard-conformance new valid closed-card/colour --set /colour=green
  agentcard-conformance new invalid endpoint-required/absent --remove /endpoint
  agentcard-conformance new invalid json-syntax/arrow-for-a-colon --raw card.json
"""


@click.command(epilog=EXAMPLES)
@click.argument("side", type=click.Choice([str(each) for each in Expected]), metavar="valid|invalid|contested")
@click.argument("place", metavar="[DIALECT/]REQUIREMENT/NAME")
@click.option(
    "--from", "begin", metavar="FIXTURE", default="", help="Begin with this fixture or file, not the example."
)
@click.option("--set", "put", metavar="POINTER=VALUE", multiple=True, help="Put a value there; repeat.")
@click.option("--remove", metavar="POINTER", multiple=True, help="Leave out what stands there; repeat.")
@click.option("--raw", metavar="FILE", help="Take these bytes as they are; - is standard input.")
@click.option("--anyway", is_flag=True, help="Where the reference does not agree, write it to contested/.")
def command(side: str, place: str, raw: str | None, anyway: bool, **source: str | tuple[str, ...]) -> int:  # noqa: FBT001
    """Write a card into the corpus, if it shows what its path says.

    It begins with the example of the dialect (schema/DIALECT/example.json), puts and removes what it is told to in this
    order, writes the card in the house form and tells what the reference says of it. VALUE is JSON; what is not JSON
    is taken for a string: /name=Anna and /name='"Anna"' are the same, /name=129 is a number. A number keeps its
    spelling. A place is a JSON Pointer; /capabilities/- is after the last one.

    An invalid card has to break the requirement it lies under and no other, a valid one none. A card that does
    something else is not written, unless you say --anyway.

    Exit status: 0 written, 1 not written, 2 the call is wrong.
    """
    from agentcard_conformance.cli import drafting  # the reference takes its time, and --help needs none

    return drafting.write(Expected(side), place, drafting.source(raw, **source), anyway=anyway)
