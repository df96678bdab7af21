"""Which validators are known by name?"""

from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  agentcard-conformance validators
  agentcard-conformance validators setup ajv
  agentcard-conformance validators setup --all
  agentcard-conformance validators run --reports reports/
"""


@click.group(invoke_without_command=True, epilog=EXAMPLES)
@click.pass_context
def command(ctx: click.Context) -> int:
    """List the validators that are known by name, and whether each is ready to be asked.

    Each is set up when it is first asked, into a cache folder of its own; nothing is installed elsewhere.
    """
    from agentcard_conformance.cli import knowing  # the reference and its engine take their time, --help needs neither

    return knowing.listing() if ctx.invoked_subcommand is None else 0


@command.command(epilog=EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "every", is_flag=True, help="All that are known.")
def setup(names: tuple[str, ...], every: bool) -> int:  # noqa: FBT001  # click's
    """Make validators ready ahead of their first use.

    Exit status: 0 all are ready, 2 one cannot be set up here.
    """
    from agentcard_conformance.cli import knowing

    return knowing.set_up(names, every=every)


@command.command(epilog=EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--reports", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), help="Write the report of each."
)
def run(names: tuple[str, ...], reports: Path | None) -> int:
    """Hold validators against the corpus and the failures that are known of them; without a NAME, all.

    Exit status: 0 each does what its expected.toml says, 1 one differs in either direction, 2 one could not be asked.
    """
    from agentcard_conformance.cli import knowing

    return knowing.run(names, reports)
