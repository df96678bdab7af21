"""Which validator meets which requirements?"""

from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  agentcard-conformance validators run --reports reports/
  agentcard-conformance results reports/ --output RESULTS.md
  agentcard-conformance results mine.json theirs.json
"""


@click.command(epilog=EXAMPLES)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...", type=click.Path(path_type=Path))
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--check", is_flag=True, help="Write nothing; say whether FILE is what would be written.")
def command(reports: tuple[Path, ...], output: Path | None, check: bool) -> int:  # noqa: FBT001  # click's
    """Make a page of results, in Markdown, from reports and folders of reports.

    For each validator: the number of requirements met in each area, and the profile that it is conformant to.

    Exit status: 0 all well, 1 with --check: FILE says something else, 2 a report cannot be used.
    """
    from agentcard_conformance.cli import standings  # --help needs none of it

    return standings.write(standings.page(reports), output, check=check)
