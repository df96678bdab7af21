"""`results`: which validator meets which requirements."""

from collections.abc import Iterable
from pathlib import Path

import click

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file

_EXAMPLES = """\b
Examples:
  agentcard-conformance validators run --reports reports/
  agentcard-conformance results reports/ --output RESULTS.md
  agentcard-conformance results mine.json theirs.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...", type=click.Path(path_type=Path))
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--check", is_flag=True, help="Write nothing; say whether FILE is what would be written.")
def command(reports: tuple[Path, ...], output: Path | None, check: bool) -> int:  # noqa: FBT001  # click's
    """Make a page of results, in Markdown, from reports and folders of reports.

    For each validator: the number of requirements met in each area, and the profile that it is conformant to.

    Exit status: 0 all well, 1 with --check: FILE says something else, 2 a report cannot be used.
    """
    from agentcard_conformance.report.document import read_report  # --help needs neither
    from agentcard_conformance.report.results_page import results_page

    suite = read_suite()
    schemas = suite.root / "schema" / "suite"
    page = results_page(suite, [read_report(file, schemas) for file in _report_files(reports)])
    if not check:
        write_file(output, [page.encode()])
        return 0
    if output is None:
        raise click.UsageError("--check compares with a file: name it with --output")
    if output.is_file() and output.read_text("utf-8") == page:
        return 0
    click.echo(f"{output} does not say what the reports say; run the same without --check to update it", err=True)
    return 1


def _report_files(places: Iterable[Path]) -> list[Path]:
    files = [file for place in places for file in (sorted(place.glob("*.json")) if place.is_dir() else [place])]
    if not files:
        from agentcard_conformance.report.results_page import COMMANDS

        raise CallError(f"there is no report in {', '.join(map(str, places))}: make some with {COMMANDS[0]}")
    return files
