"""Is this card all right, and if not, what would be?"""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from agentcard_conformance import renderers
from agentcard_conformance.cli import dialects
from agentcard_conformance.dumps import forms
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
FORMS = {name: form for name in forms.known() if (form := forms.load(name)).OPTION}
Function = TypeVar("Function", bound=Callable[..., object])


def _of_forms(function: Function) -> Function:
    """With an option for each form that dumps have."""
    for name, form in reversed(FORMS.items()):
        function = click.option(form.OPTION, name, flag_value=name, help=f"The files are dumps: {form.HOLDS}.")(
            function
        )
    return function


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="Check as this dialect of card.")
@click.option(
    "--format", "form", type=click.Choice(renderers.known()), default=TEXT, show_default=True, help="How to print."
)
@click.option("--strict", is_flag=True, help="Let advice count in the exit status, too.")
@_of_forms
@click.option("--column", metavar="NAME", help="Which column; not needed where there is only one.")
@click.option("--output", metavar="FILE", type=click.Path(), help="For the records: JSON Lines, .gz, .zst or .parquet.")
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

    Exit status: 0 every card is valid, 1 one is not or was skipped, 2 a file could not be read or the call is wrong.
    """
    chosen = [name for name in FORMS if of_dumps.pop(name)]
    if chosen[1:]:
        said = " and ".join(FORMS[name].OPTION for name in chosen)
        raise CallError(f"{said} cannot both be what the files are; check those of one form at a time")
    of_dumps["dump"] = "".join(chosen)
    if any(of_dumps.values()):
        if form != TEXT:
            raise CallError("--format is for cards in files of their own; of dumps there are records")
        from agentcard_conformance.cli import bulk_checking

        return bulk_checking.check(files, dialect, bulk_checking.Options(**of_dumps), strict=strict)
    from agentcard_conformance.cli.checking import check  # the reference takes its time; --help and <TAB> need none

    return check(files, dialect, form, strict=strict)
