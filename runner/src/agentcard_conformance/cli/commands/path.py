"""Where does the suite lie?"""

import click

from agentcard_conformance.corpus import read_suite

EXAMPLES = """\b
Examples:
  pytest "$(agentcard-conformance path)/conformance"
  ls "$(agentcard-conformance path)/fixtures"
"""


@click.command(epilog=EXAMPLES)
def command() -> None:
    """Print where conformance/, fixtures/ and schema/ lie."""
    click.echo(str(read_suite().root))
