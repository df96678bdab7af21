"""`report`: shows reports to people, and hands them to tools."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from agentcard_conformance.cli.options import dialect_option, format_option
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
  agentcard-conformance report reports/ --requirements core --output table.md
  agentcard-conformance report ajv.json --format badge > badge.json
"""

_MADE = re.compile(r"(<!-- made by: agentcard-conformance report .*? -->\n\n).*?(\n<!-- end -->)", re.DOTALL)
"""What of a page written by hand is made here."""


@click.command(epilog=_EXAMPLES)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...", type=click.Path(path_type=Path))
@click.option("--against", metavar="OLD", type=click.Path(path_type=Path), help="An older report, or a folder of them.")
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@click.option("--check", is_flag=True, help="Write nothing; say whether FILE is what would be written.")
@format_option(report_format_names())
@click.option(
    "--requirements", "profile", metavar="PROFILE", help="In place of a format, those of a profile, in Markdown."
)
@dialect_option("With --requirements: of this one.")
def command(reports: tuple[Path, ...], output: Path | None, check: bool, **shown: Any) -> int:  # noqa: FBT001  # click's
    """Show reports, and folders of reports, of one validator or of several.

    \b
    html      one page to look at, alone or side by side; nothing is loaded from anywhere
    markdown  for the summary of a job or a comment
    results   the page RESULTS.md, in Markdown
    junit, ctrf, csv, github, json, badge (for shields.io) and svg are for tools

    --requirements makes a table in Markdown with a row for each requirement of a profile: how many of its cards each
    validator gets right. In a FILE that has the lines `<!-- made by: agentcard-conformance report ... -->` and
    `<!-- end -->`, what stands between them is written anew, and the rest stays.

    Exit status: 0 all well, 1 a card is newly failing with --against, or with --check FILE says something else,
    2 a report cannot be used.
    """  # noqa: D301  # click reads \b as the beginning of lines that stay as they are
    profile, dialect = (shown.pop(name) for name in ("profile", "dialect"))
    if profile:
        text, is_worse = _in_its_page(_show_requirements(reports, profile, dialect), output), False
    else:
        text, is_worse = _show(reports, **shown)
    if check:
        return _compare_file(output, text)
    write_file(output, [text.encode()])
    return int(is_worse)


def _show(reports: Sequence[Path], form: str, against: Path | None) -> tuple[str, bool]:
    """The reports in a format, and whether a card is newly failing."""
    from agentcard_conformance.report.changes import compare_all  # --help needs none of them
    from agentcard_conformance.report.document import read_report
    from agentcard_conformance.report.reported_runs import ReportedRuns, read_reports, report_files

    suite = read_suite()
    read = read_reports(suite, reports)
    old = [read_report(file, suite.root / "schema" / "suite") for file in report_files([against])] if against else []
    changes = compare_all(old, read) if old else ()
    text = load_report_format(form).render(ReportedRuns(suite, read, changes))
    return text, any(each.failing for each in changes)


def _show_requirements(reports: Sequence[Path], profile: str, dialect: str | None) -> str:
    from agentcard_conformance.report.reported_runs import read_reports  # as above
    from agentcard_conformance.report.requirement_table import requirement_table

    suite = read_suite()
    return requirement_table(suite, suite.dialect(dialect), profile, read_reports(suite, reports))


def _in_its_page(made: str, file: Path | None) -> str:
    """What a file is to hold: what is made between its marks, or nothing else where it has none."""
    held = file.read_text("utf-8") if file and file.is_file() else ""
    return _MADE.sub(lambda marked: f"{marked[1]}{made}{marked[2]}", held) if _MADE.search(held) else made


def _compare_file(output: Path | None, text: str) -> int:
    if output is None:
        raise click.UsageError("--check compares with a file: name it with --output")
    if output.is_file() and output.read_text("utf-8") == text:
        return 0
    click.echo(f"{output} does not say what the reports say; run the same without --check to update it", err=True)
    return 1
