"""How does a maintainer keep what a version of the suite holds?"""

import click

from agentcard_conformance import __version__

EXAMPLES = """\b
Examples:
  agentcard-conformance release
"""


@click.command(epilog=EXAMPLES, hidden=True)
@click.option("--again", is_flag=True, help="Write a version that is kept already; only before it is published.")
def command(again: bool) -> None:  # noqa: FBT001  # click's
    """Keep this version of every dialect in schema/<dialect>/released/<version>/.

    From then on a fixture that is removed or renamed has to be named in CHANGELOG.md, which lint sees to.
    """
    from agentcard_conformance import authoring
    from agentcard_conformance.cli import drafting

    suite = drafting.checkout("release")
    for dialect in suite.dialects.values():
        folder = authoring.release(suite, dialect, __version__, again=again)
        click.echo(f"kept: {folder.relative_to(suite.root).as_posix()}")
