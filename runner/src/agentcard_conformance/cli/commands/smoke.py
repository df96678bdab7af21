"""`smoke`: chooses the cards of the profile smoke."""

import click

from agentcard_conformance.authoring.smoke import write_smoke
from agentcard_conformance.cli.options import dialect_option, writable_suite

_EXAMPLES = """\b
Examples:
  agentcard-conformance smoke
  agentcard-conformance run --profile smoke --validator "once:./validate --json"
"""


@click.command(epilog=_EXAMPLES)
@dialect_option("Only for this one; repeat.", "names", multiple=True)
def command(names: tuple[str, ...]) -> None:
    """Choose the cards of the profile smoke, and write their paths into schema/<dialect>/smoke.txt.

    They are as few as show every requirement on each of its sides. The same corpus gives the same choice. It is made
    anew when a requirement has come or a chosen card has gone, which lint says.
    """
    suite = writable_suite("smoke")
    for dialect in [suite.dialect(name) for name in dict.fromkeys(names)] or suite.dialects.values():
        file = write_smoke(suite, dialect)
        count = len(file.read_bytes().splitlines())
        click.echo(f"chosen: {count} cards for {len(dialect.requirements)} requirements of {dialect.id}")
