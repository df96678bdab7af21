"""Why is this asked for, and what shows it?"""

import click

from agentcard_conformance import tracing
from agentcard_conformance.cli import dialects

EXAMPLES = """\b
Examples:
  agentcard-conformance explain name-length
  agentcard-conformance explain AC-NAME-03
  agentcard-conformance explain fixtures/invalid/*/name-length/empty.json
  agentcard-conformance explain --rows --format markdown > rows.md
"""


@click.command(epilog=EXAMPLES)
@click.argument("what", required=False, metavar="[ROW|REQUIREMENT|FIXTURE]")
@click.option("--rows", is_flag=True, help="Every row of the dialect, as without an argument.")
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="Of this dialect of card.")
@click.option(
    "--format", "form", type=click.Choice(tracing.known()), default="text", show_default=True, help="How to print."
)
def command(what: str | None, rows: bool, dialect: str | None, form: str) -> int:  # noqa: FBT001  # click's
    """Tell what a requirement asks for, where a row of the source went, or what a fixture is there for.

    Without an argument: every row of the source, with its requirement and the number of its fixtures, or the reason
    why no card can show it.

    Exit status: 0 all well, 1 a row or a requirement has no fixtures, 2 there is no such thing.
    """
    from agentcard_conformance.cli import explaining  # the reference takes its time, and --help needs none

    if what and rows:
        raise click.UsageError("--rows is about all of them: leave out the argument")
    return explaining.rows(dialect, form) if what is None else explaining.one(what, dialect, form)
