"""Is anything amiss with the suite: its fixtures, requirements, schemas and names?"""

import click

EXAMPLES = """\b
Examples:
  agentcard-conformance lint
  agentcard-conformance lint --fix fixtures/invalid/*/name-length
"""


@click.command(epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@click.option("--fix", is_flag=True, help="Mend what a program can: layout, escapes, the line feed at the end.")
def command(paths: tuple[str, ...], fix: bool) -> int:  # noqa: FBT001  # click's
    """Check the suite itself, offline; with a PATH, tell only what is amiss at or below it.

    Each complaint names the file, what is wrong, and the command that mends it.

    Exit status: 0 nothing is amiss, 1 something is, 2 the call is wrong or a folder names nothing.
    """
    from agentcard_conformance.cli import linting  # the reference takes its time, and --help needs none

    return linting.lint(paths, fix=fix)
