"""`path`: where the suite lies."""

import click

from agentcard_conformance.corpus import read_suite

_EXAMPLES = """\b
Examples:
  pytest "$(agentcard-conformance path)/conformance"
  ls "$(agentcard-conformance path)/fixtures"
"""


@click.command(epilog=_EXAMPLES)
def command() -> None:
    """Print where conformance/, fixtures/ and schema/ lie."""
    click.echo(str(read_suite().root))
