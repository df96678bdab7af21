"""Why does my validator not work with the suite?"""

import click

from agentcard_conformance.cli import dialects

EXAMPLES = """\b
Examples:
  agentcard-conformance doctor --validator "stream:node bridge.mjs"
  agentcard-conformance doctor --validator path/to/validator.toml
  agentcard-conformance doctor --validator http://localhost:8080/validate
"""


@click.command(epilog=EXAMPLES)
@click.option("--validator", metavar="SPEC", required=True, help="Whom to examine, as `run` names it.")
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="With cards of this dialect.")
def command(validator: str, dialect: str | None) -> int:
    """Try whether a validator can be asked, and say on which side the fault is if it cannot.

    Does it start and shake hands, answer a card that it must accept and one that it must refuse, survive a card that
    is not UTF-8, and keep up when 1,000 requests are sent ahead? Prints a line to do the same by hand.

    Exit status: 0 it can be asked, 1 it does not do what it should, 2 it cannot be started.
    """
    from agentcard_conformance.cli import examining  # the reference takes its time, and --help needs none

    return examining.examine(validator, dialect)
