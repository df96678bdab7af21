"""`project`: what a publisher makes of a card."""

import sys

import click

from agentcard_conformance.cli.options import dialect_option
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import PROJECT, Dialect

_EXAMPLES = """\b
Examples:
  agentcard-conformance project card.kno
  agentcard-conformance project card.kno > agent.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@dialect_option("Of this dialect of card; not needed where the cards of only one are published in another format.")
def command(file: str, dialect: str | None) -> int:
    """Print what is published of a card, or why it may not be published; - is standard input.

    Cards of some dialects are published in another format. The reference makes it of the card, as the source of the
    dialect says, and prints it as JSON. A card that breaks a requirement is not published: standard error says which,
    where, and what would be right.

    Exit status: 0 printed, 1 the card may not be published, 2 it cannot be read or the call is wrong.
    """
    from agentcard_conformance.check.checking import check_files
    from agentcard_conformance.check.formats import load_check_format
    from agentcard_conformance.corpus.projections import encode_projection

    suite = read_suite()
    chosen = _chosen_dialect(suite, dialect)
    checked, unread = check_files(suite, chosen, [file], {**suite.default_context(chosen), PROJECT: True})
    if unread:
        raise CallError(unread[0])
    projection = checked[0].assessment.verdict.projection
    if projection is None:
        click.echo(load_check_format("text").render(checked), err=True, nl=False)
        return 1
    sys.stdout.buffer.write(encode_projection(projection))
    return 0


def _chosen_dialect(suite: Suite, name: str | None) -> Dialect:
    """The one that was named, or the only one whose cards are published in another format."""
    having = [each for each in suite.dialects.values() if each.projection]
    meant = [each for each in having if not each.is_named_alone]
    if name is None and len(meant) == 1:
        return meant[0]
    chosen = suite.dialect(name) if name else None
    if chosen is None or not chosen.projection:
        names = ", ".join(each.id for each in having) or "none"
        raise CallError(f"name with --dialect one whose cards are published in another format: {names}")
    return chosen
