"""`release`: keeps what this version of the suite holds."""

import click

from agentcard_conformance import __version__
from agentcard_conformance.authoring.release import release_dialect
from agentcard_conformance.cli.options import writable_suite

_EXAMPLES = """\b
Examples:
  agentcard-conformance release
"""


@click.command(epilog=_EXAMPLES, hidden=True)
@click.option("--again", is_flag=True, help="Write a version that is kept already; only before it is published.")
def command(again: bool) -> None:  # noqa: FBT001  # click's
    """Keep this version of every dialect in schema/<dialect>/released/<version>/.

    From then on a fixture that is removed or renamed must be named in CHANGELOG.md, which lint checks.
    """
    suite = writable_suite("release")
    for dialect in suite.dialects.values():
        folder = release_dialect(suite, dialect, __version__, again=again)
        click.echo(f"kept: {folder.relative_to(suite.root).as_posix()}")
