"""`compare`: two revisions of a schema, and the cards that they judge differently."""

from typing import Any

import click

from agentcard_conformance.cli.options import (
    context_option,
    dialect_option,
    format_option,
    refuse_empty,
    worker_options,
)
from agentcard_conformance.compare.formats import compare_format_names

_EXAMPLES = """\b
Examples:
  agentcard-conformance compare HEAD:card.schema.json card.schema.json
  agentcard-conformance compare v1.2:schema/card.schema.json schema/card.schema.json --format markdown
  agentcard-conformance compare old.json new.json --cards 'dumps/*.jsonl.gz' --output flips.html --format html --resume
  agentcard-conformance compare old.json new.json --cards cards.parquet --column card --fail-on any
"""


@click.command(epilog=_EXAMPLES)
@click.argument("old")
@click.argument("new")
@dialect_option("Run this dialect's rules on both sides.")
@context_option()
@click.option(
    "--cards",
    metavar="FILE",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="Replay these; repeat; - is JSON Lines on standard input.",
)
@click.option(
    "--column",
    callback=refuse_empty,
    metavar="NAME",
    help="Of Parquet files: which one; not needed where there is only one.",
)
@format_option(compare_format_names())
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "unproven", "any", "none"]),
    default="breaking",
    show_default=True,
    help="For what the exit status is 1: a break; no proof that there is none; no proof that no verdict changes.",
)
@click.option(
    "--changelog",
    callback=refuse_empty,
    metavar="FILE",
    type=click.Path(),
    help="Exit with 1, too, when a requirement that cards flip for is not named below Unreleased in it.",
)
@click.option(
    "--output", callback=refuse_empty, metavar="FILE", type=click.Path(), help="Write there, not to standard output."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the search for cards.")
@click.option(
    "--effort",
    type=click.FloatRange(0, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many times the usual number of cards is made.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="End after so many seconds at the latest, those for --cards not counted, with what was found until then.",
)
@click.option(
    "--registry",
    callback=refuse_empty,
    metavar="FOLDER",
    type=click.Path(),
    help="Schemas that OLD and NEW refer to by other addresses: by their $id, or as example.com/a.json.",
)
@worker_options("Who replays --cards")
@click.option("--resume", is_flag=True, help="Go on from where an interrupted run with this --output came to.")
def command(old: str, new: str, **options: Any) -> int:
    """Hold two revisions of a schema against each other, and print whose cards go to the other side.

    OLD and NEW are a schema file, a dialect, or REV:PATH of a git revision. Whether cards are newly refused, and
    whether they are newly accepted, has one of four answers: there are some, here is one, as small as can be made;
    there are some, by a proof; there are none, by a proof; it is open, and what was tried is said.

    Replayed is the corpus of --dialect, or else of the dialect whose schema OLD or NEW is: by its name, by its $id or
    by lying in schema/<dialect>/. So are --cards: files with a card each, JSON Lines, Parquet, folders, globs and URLs,
    all but Parquet also packed as .gz or .zst. A line that cannot be read is counted, and costs no other. They are
    written as those of the dialect, where there is one; on lines, cards that are not JSON are JSON strings. Without
    --context they are judged with the dialect's default one.

    Exit status: 0 nothing of --fail-on, 1 some, 2 the call is wrong, a file could not be read, or an engine did not
    come back before --seconds were over.
    """
    from agentcard_conformance.cli import compare_revisions  # the engines take their time, and --help needs none

    return compare_revisions.compare_and_print(old, new, compare_revisions.CompareOptions(**options))
