"""`results`: which validator meets which requirements."""

import re
from collections.abc import Iterable
from pathlib import Path

import click

from agentcard_conformance.cli.options import dialect_option
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file

_EXAMPLES = """\b
Examples:
  agentcard-conformance validators run --reports reports/
  agentcard-conformance results reports/ --output RESULTS.md
  agentcard-conformance results mine.json theirs.json
  agentcard-conformance results reports/ --requirements core --output table.md
"""

_MADE = re.compile(r"(<!-- made by: agentcard-conformance results .*? -->\n\n).*?(\n<!-- end -->)", re.DOTALL)
"""What of a page written by hand is made here."""


@click.command(epilog=_EXAMPLES)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...", type=click.Path(path_type=Path))
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--check", is_flag=True, help="Write nothing; say whether FILE is what would be written.")
@click.option("--requirements", "profile", metavar="PROFILE", help="The requirements of a profile, one by one.")
@dialect_option("With --requirements: of this one.", "dialect")
def command(
    reports: tuple[Path, ...],
    output: Path | None,
    check: bool,  # noqa: FBT001  # click's
    profile: str | None,
    dialect: str | None,
) -> int:
    """Make a page of results, in Markdown, from reports and folders of reports.

    For each validator: the number of requirements met in each area, and the profile that it is conformant to. With
    --requirements, a table with a row for each requirement of a profile: how many of its cards each validator gets
    right. In a FILE that has the lines `<!-- made by: agentcard-conformance results ... -->` and `<!-- end -->`, what
    stands between them is written anew, and the rest stays.

    Exit status: 0 all well, 1 with --check: FILE says something else, 2 a report cannot be used.
    """
    from agentcard_conformance.report.document import read_report  # --help needs none of these
    from agentcard_conformance.report.requirement_table import requirement_table
    from agentcard_conformance.report.results_page import results_page

    suite = read_suite()
    schemas = suite.root / "schema" / "suite"
    read = [read_report(file, schemas) for file in _report_files(reports)]
    made = requirement_table(suite, suite.dialect(dialect), profile, read) if profile else results_page(suite, read)
    page = _in_its_page(made, output)
    if not check:
        write_file(output, [page.encode()])
        return 0
    if output is None:
        raise click.UsageError("--check compares with a file: name it with --output")
    if output.is_file() and output.read_text("utf-8") == page:
        return 0
    click.echo(f"{output} does not say what the reports say; run the same without --check to update it", err=True)
    return 1


def _in_its_page(made: str, file: Path | None) -> str:
    """What a file is to hold: what is made between its marks, or nothing else where it has none."""
    held = file.read_text("utf-8") if file and file.is_file() else ""
    return _MADE.sub(lambda marked: f"{marked[1]}{made}{marked[2]}", held) if _MADE.search(held) else made


def _report_files(places: Iterable[Path]) -> list[Path]:
    files = [file for place in places for file in (sorted(place.glob("*.json")) if place.is_dir() else [place])]
    if not files:
        from agentcard_conformance.report.results_page import COMMANDS

        raise CallError(f"there is no report in {', '.join(map(str, places))}: make some with {COMMANDS[0]}")
    return files
