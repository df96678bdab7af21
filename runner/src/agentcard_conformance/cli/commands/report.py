"""`report`: shows reports to people, and hands them to tools."""

from pathlib import Path

import click

from agentcard_conformance.cli.options import format_option
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.files import write_file
from agentcard_conformance.report.formats import load_report_format, report_format_names

_EXAMPLES = """\b
Examples:
  agentcard-conformance run --validator ajv --report ajv.json
  agentcard-conformance report ajv.json --format html --output ajv.html
  agentcard-conformance report ajv.json --against yesterday/ajv.json
  agentcard-conformance report reports/ --format html --output matrix.html
  agentcard-conformance report reports/ --format results --output RESULTS.md --check
  agentcard-conformance report ajv.json --format badge > badge.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...", type=click.Path(path_type=Path))
@click.option("--against", metavar="OLD", type=click.Path(path_type=Path), help="An older report, or a folder of them.")
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--check", is_flag=True, help="Write nothing; say whether FILE is what would be written.")
@format_option(report_format_names())
def command(reports: tuple[Path, ...], against: Path | None, output: Path | None, check: bool, form: str) -> int:  # noqa: FBT001  # click's
    """Show reports, and folders of reports, of one validator or of several.

    \b
    html      one page to look at, alone or side by side; nothing is loaded from anywhere
    markdown  for the summary of a job or a comment
    results   the page RESULTS.md, in Markdown
    junit, ctrf, csv, github, json, badge (for shields.io) and svg are for tools

    Exit status: 0 all well, 1 a card is newly failing with --against, or with --check FILE says something else,
    2 a report cannot be used.
    """  # noqa: D301  # click reads \b as the beginning of lines that stay as they are
    from agentcard_conformance.report.changes import compare_all  # --help needs none of them
    from agentcard_conformance.report.document import read_report
    from agentcard_conformance.report.reported_runs import ReportedRuns, read_reports, report_files

    suite = read_suite()
    read = read_reports(suite, reports)
    old = [read_report(file, suite.root / "schema" / "suite") for file in report_files([against])] if against else []
    changes = compare_all(old, read) if old else ()
    text = load_report_format(form).render(ReportedRuns(suite, read, changes))
    if check:
        return _compare_file(output, text)
    write_file(output, [text.encode()])
    return 1 if any(each.failing for each in changes) else 0


def _compare_file(output: Path | None, text: str) -> int:
    if output is None:
        raise click.UsageError("--check compares with a file: name it with --output")
    if output.is_file() and output.read_text("utf-8") == text:
        return 0
    click.echo(f"{output} does not say what the reports say; run the same without --check to update it", err=True)
    return 1
