"""Is this card all right, and if not, what would be?"""

from typing import Any

import click

from agentcard_conformance import renderers
from agentcard_conformance.cli import dialects
from agentcard_conformance.errors import CallError

EXAMPLES = """\b
Examples:
  agentcard-conformance check card.json
  agentcard-conformance check --strict agents/*.json
  curl -s https://example.com/card.json | agentcard-conformance check -
  agentcard-conformance check --format sarif card.json > card.sarif
  agentcard-conformance check --jsonl dump.jsonl more.jsonl.gz --output verdicts.jsonl
  agentcard-conformance check --parquet cards.parquet --column card --output verdicts.parquet
  agentcard-conformance check --jsonl 's3://bucket/*.jsonl' --engine dask --scheduler tcp://host:8786
"""
TEXT = "text"


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="Check as this dialect of card.")
@click.option(
    "--format", "form", type=click.Choice(renderers.known()), default=TEXT, show_default=True, help="How to print."
)
@click.option("--strict", is_flag=True, help="Let advice count in the exit status, too.")
@click.option("--jsonl", flag_value="json_lines", help="The files are dumps: a card on each line.")
@click.option("--parquet", flag_value="parquet", help="The files are dumps: a card in each row of a column.")
@click.option("--column", metavar="NAME", help="Which column; not needed where there is only one.")
@click.option("--output", metavar="FILE", type=click.Path(), help="Where the records go: JSON Lines, or .parquet.")
@click.option("--only", type=click.Choice(["all", "findings", "invalid"]), help="Write records of these cards alone.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many processes; else one for each processor.")
@click.option("--engine", metavar="NAME", help="Who does the work: processes (here, the default), or dask.")
@click.option("--scheduler", metavar="ADDRESS", help="Of the Dask cluster, or the file that its scheduler wrote.")
@click.option("--resume", is_flag=True, help="Go on from where an interrupted run with this --output came to.")
def command(
    files: tuple[str, ...],
    dialect: str | None,
    form: str,
    strict: bool,  # noqa: FBT001  # click's
    **of_dumps: Any,
) -> int:
    """Check cards with the reference validator; - is standard input.

    Prints every violation with its place, what is wrong and what would be right, and apart from these the advice.

    With --jsonl or --parquet the files are dumps with any number of cards, and may be folders, globs, URLs and, with
    JSON Lines, packed as .gz or .zst. Each card becomes one record, {"file", "line", "valid"} and what was found, in
    their order; blank lines and empty rows are no cards. The counts go to standard error.

    Exit status: 0 every card is valid, 1 one is not, 2 a file could not be read or the call is wrong.
    """
    jsonl, parquet = of_dumps.pop("jsonl"), of_dumps.pop("parquet")
    if jsonl and parquet:
        raise CallError("--jsonl and --parquet cannot both be what the files are; check those of one form at a time")
    of_dumps["dump"] = jsonl or parquet
    if any(of_dumps.values()):
        if form != TEXT:
            raise CallError("--format is for cards in files of their own; of dumps there are records")
        from agentcard_conformance.cli import bulk_checking

        return bulk_checking.check(files, dialect, bulk_checking.Options(**of_dumps), strict=strict)
    from agentcard_conformance.cli.checking import check  # the reference takes its time; --help and <TAB> need none

    return check(files, dialect, form, strict=strict)
