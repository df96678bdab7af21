"""`doctor`: why a validator does not work with the suite."""

import click

from agentcard_conformance.cli.options import dialect_option
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError

_EXAMPLES = """\b
Examples:
  agentcard-conformance doctor --validator "stream:node bridge.mjs"
  agentcard-conformance doctor --validator path/to/validator.toml
  agentcard-conformance doctor --validator http://localhost:8080/validate
"""


@click.command(epilog=_EXAMPLES)
@click.option("--validator", metavar="SPEC", required=True, help="Which one to examine, as `run` names it.")
@click.option("--exit-status", is_flag=True, help="Of once:COMMAND: 0 says valid, 1 invalid. Weaker than an answer.")
@dialect_option("With cards of this dialect.")
def command(validator: str, exit_status: bool, dialect: str | None) -> int:  # noqa: FBT001  # click's
    """Try whether a validator can be asked, and say on which side the fault is if it cannot.

    Does it start and answer the greeting, accept a card that it must accept and refuse one that it must refuse, survive
    a card that is not UTF-8, and keep up when 1,000 requests are sent ahead? Prints a line to do the same by hand.

    Exit status: 0 it can be asked, 1 it does not do what it should, 2 it cannot be started.
    """
    from agentcard_conformance.run.plan import (  # the reference takes its time; --help needs none
        RunOptions,
        find_target,
    )
    from agentcard_conformance.validators.doctor import examine, finding_line

    suite = read_suite()
    try:
        description = find_target(RunOptions(validator, exit_status=exit_status), suite).description
    except CallError as error:
        click.echo(f"{finding_line('called', f'no: {error}')}\n\nthe fault is in the call: nothing was started")
        return 2
    if description is None:
        raise CallError("the reference needs no doctor; name a validator")
    return examine(suite, description, suite.dialect(dialect) if dialect else None, click.echo)
