"""`check`: whether cards are valid, and if not, what would be right."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from agentcard_conformance.check.formats import check_format_names
from agentcard_conformance.cli.options import (
    context_option,
    dialect_option,
    format_option,
    refuse_empty,
    worker_options,
)
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.dumps.forms import dump_form_names, load_dump_form
from agentcard_conformance.errors import CallError

_EXAMPLES = """\b
Examples:
  agentcard-conformance check card.json
  agentcard-conformance check --strict agents/*.json
  agentcard-conformance check --format concise agents/ '**/agent-card.json'
  agentcard-conformance check --all-dialects card.json
  agentcard-conformance check --part envelope response.json
  agentcard-conformance check https://agents.example.com/
  agentcard-conformance check --allow-private --save served/ http://localhost:8000/.well-known/agentcard
  curl -s https://example.com/card.json | agentcard-conformance check -
  agentcard-conformance check --format sarif card.json > card.sarif
  agentcard-conformance check --jsonl dump.jsonl more.jsonl.gz --output verdicts.jsonl
  agentcard-conformance check --jsonl crawl.jsonl --member card
  agentcard-conformance check --parquet cards.parquet --column card --output verdicts.parquet
  agentcard-conformance check --jsonl 's3://bucket/*.jsonl' --engine dask --scheduler tcp://host:8786
"""
_DEFAULT_FORMAT = "text"
_NOT_OF_DUMPS = ("part", "all_dialects", "strict", "quiet", "any_format")
_OF_ADDRESSES = ("allow_private", "save")
_OF_ONE_DIALECT = "--dialect, --context, --part, --any-format or options of dumps"
_DUMP_FORMS = {name: form for name in dump_form_names() if (form := load_dump_form(name)).option}
_FunctionT = TypeVar("_FunctionT", bound=Callable[..., object])


def _dump_form_options(function: _FunctionT) -> _FunctionT:
    """One option for each form of dumps."""
    for name, form in reversed(_DUMP_FORMS.items()):
        option = click.option(form.option, name, flag_value=name, help=f"The files are dumps: {form.holds}.")
        function = option(function)
    return function


@click.command(epilog=_EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@dialect_option("Check as this dialect of card.")
@click.option("--part", metavar="NAME", help="Check as this document around the dialect's cards, such as an envelope.")
@click.option("--all-dialects", is_flag=True, help="Check as every dialect, and show the verdicts side by side.")
@context_option()
@format_option(check_format_names())
@click.option("--strict", is_flag=True, help="Let advice count in the exit status, too.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing of the cards: the exit status says it.")
@click.option(
    "--any-format",
    is_flag=True,
    help="For files found by name: check each as the dialect it looks like; one of another format passes with a note.",
)
@click.option("--allow-private", is_flag=True, help="Fetch from private and local addresses, too.")
@click.option(
    "--save", callback=refuse_empty, metavar="FOLDER", type=click.Path(), help="Keep each exchange that was fetched."
)
@_dump_form_options
@click.option(
    "--column", callback=refuse_empty, metavar="NAME", help="Which column; not needed where there is only one."
)
@click.option(
    "--member", callback=refuse_empty, metavar="NAME", help="Each line is an object, and the card is this member of it."
)
@click.option(
    "--output",
    callback=refuse_empty,
    metavar="FILE",
    type=click.Path(),
    help="For the records: JSON Lines, .gz, .zst or .parquet.",
)
@click.option("--only", type=click.Choice(["all", "findings", "invalid"]), help="Write records of these cards alone.")
@worker_options("What does the work")
@click.option("--resume", is_flag=True, help="Continue where an interrupted run with this --output came to.")
def command(
    files: tuple[str, ...],
    dialect: str | None,
    context: str | None,
    form: str,
    **others: Any,
) -> int:
    """Check cards with the reference validator; - is standard input, a folder all cards in it, a glob what it matches.

    An http or https address is fetched within bounds, of a host alone every path where cards lie, and judged as served.

    Prints every violation with its place, what is wrong and what would be right, and apart from these the advice. Of
    more than ten files those without a finding are only counted.

    With --jsonl or --parquet the files are dumps with any number of cards, and may be folders, globs, URLs and, with
    JSON Lines, packed as .gz or .zst. Each card becomes one record, {"file", "line", "valid"} and what was found, in
    their order; blank lines and empty rows are no cards. The counts go to standard error.

    Cards that are not JSON are JSON strings on the lines of JSON Lines. A member or column named context, beside the
    one that --member or --column names, is the context of that card; --context is for those without.

    With --all-dialects each card is checked as every dialect, in the context of that dialect's example, and shown with
    the first thing that is wrong with it. It counts as valid where one dialect takes it.

    Exit status: 0 every card is valid, 1 one is not or was skipped, 2 a file could not be read or the call is wrong.
    """
    part, all_dialects, strict, quiet, any_format = (others.pop(name) for name in _NOT_OF_DUMPS)
    dialect = read_suite().part(part, dialect).id if part else dialect
    fetch = {name: others.pop(name) for name in _OF_ADDRESSES}
    of_cards = form != _DEFAULT_FORMAT or quiet or any_format
    of_dumps = _dump_options(others, of_cards=of_cards, of_web=any(fetch.values()))
    if all_dialects and (dialect or context or of_dumps or any_format):
        raise CallError(f"--all-dialects cannot be combined with {_OF_ONE_DIALECT}")
    if of_dumps:
        from agentcard_conformance.cli.check_dumps import DumpOptions, check_dump_files  # --help needs no reference

        return check_dump_files(files, dialect, DumpOptions(context=context, **of_dumps), strict=strict)
    return _check_one_by_one(
        files, (dialect, form, context, strict, quiet, any_format), fetch, side_by_side=all_dialects
    )


def _check_one_by_one(
    files: tuple[str, ...], given: tuple[Any, ...], fetch: Mapping[str, Any], *, side_by_side: bool
) -> int:
    """Cards in files of their own, or at addresses."""
    from agentcard_conformance.cli.check_cards import (  # --help needs no reference
        CardOptions,
        are_addresses,
        check_cards,
        check_cards_side_by_side,
    )

    options = CardOptions(*given)
    of_files = side_by_side or options.any_format
    if are_addresses(files, of_addresses=any(fetch.values()), of_files=of_files):
        from agentcard_conformance.cli.check_addresses import FetchOptions, check_addresses

        return check_addresses(files, options, FetchOptions(**fetch))
    if side_by_side:
        return check_cards_side_by_side(files, options.form, strict=options.strict, quiet=options.quiet)
    return check_cards(files, options)


def _dump_options(given: dict[str, Any], *, of_cards: bool, of_web: bool) -> dict[str, Any]:
    """What was said of dumps; empty when nothing was. Raises CallError where it does not go together."""
    chosen = [name for name in _DUMP_FORMS if given.pop(name)]
    if chosen[1:]:
        options = " and ".join(_DUMP_FORMS[name].option for name in chosen)
        raise CallError(f"{options} cannot be combined; check the files of one form at a time")
    if not chosen and not any(given.values()):
        return {}
    if of_cards:
        raise CallError("--format, --quiet and --any-format are for cards in files of their own; dumps become records")
    if of_web:
        raise CallError("--allow-private and --save are for cards at addresses, and not for dumps")
    return {"form": "".join(chosen), **given}
