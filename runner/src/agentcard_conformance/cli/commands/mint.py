"""`mint`: makes cards from their recipes."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from agentcard_conformance.authoring.lint.subject import example_file
from agentcard_conformance.cli.options import dialect_option, without_standard_stream, writable_suite
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file
from agentcard_conformance.minting.recipes import (
    EXAMPLE_BASE,
    base_file,
    fixture_at,
    has_recipes,
    mint_card,
    minted_path,
    recipe_files,
)
from agentcard_conformance.model import Dialect

_EXAMPLES = """\b
Examples:
  agentcard-conformance mint
  agentcard-conformance mint --now --output cards.jsonl
"""


@click.command(epilog=_EXAMPLES)
@dialect_option("Only of this one; repeat.", "names", multiple=True)
@click.option("--now", is_flag=True, help="Write all cards as export does, with times around the present one.")
@click.option("--output", "file", type=click.Path(allow_dash=True), help="With --now: this file, not standard output.")
def command(names: tuple[str, ...], now: bool, file: str | None) -> None:  # noqa: FBT001  # click's
    """Make the cards that have a recipe: schema/<dialect>/mint/<side>/<requirement>/<name>.json.

    A recipe says what is wrong with its card, or remarkable, and what of it differs from the base it begins from:
    mint/bases/<name>.json. The keys in mint/keys.json are for tests alone. The same recipe makes the same bytes each
    time, signatures included. A card whose recipe is gone is removed by hand; lint names it.

    With --now, nothing is written into the corpus: the cards are made anew for the present time, for a validator that
    cannot be told another one, and written as JSON Lines, each with the context that has that time. Run them soon.
    """
    suite = read_suite() if now else writable_suite("mint")
    dialects = [suite.dialect(name) for name in dict.fromkeys(names)] or [*suite.dialects.values()]
    minted = [dialect for dialect in dialects if has_recipes(suite, dialect)]
    if not minted or (file is not None and not now):
        raise CallError("--output goes with --now" if minted else "the cards of these dialects are not made by recipes")
    if now:
        _write_for_now(suite, minted, without_standard_stream(file))
        return
    for dialect in minted:
        written = list(_write_cards(suite, dialect))
        for path in written:
            click.echo(f"written: {path}")
        click.echo(f"minted: {len(recipe_files(suite, dialect))} cards of {dialect.id}, {len(written)} of them changed")


def _write_for_now(suite: Suite, dialects: list[Dialect], file: str | None) -> None:
    from agentcard_conformance.corpus.export import to_json_lines

    fixtures = suite.fixtures([dialect.id for dialect in dialects])
    seconds = int(time.time())
    write_file(Path(file) if file else None, to_json_lines(fixture_at(suite, each, seconds) for each in fixtures))


def _write_cards(suite: Suite, dialect: Dialect) -> Iterator[str]:
    """Write the example and the cards that are not there yet, or that their recipes make otherwise."""
    recipes = {
        suite.root / "fixtures" / minted_path(suite, dialect, each): each for each in recipe_files(suite, dialect)
    }
    for file, recipe in {example_file(suite, dialect): base_file(suite, dialect, EXAMPLE_BASE), **recipes}.items():
        card = mint_card(suite, dialect, recipe)
        if not file.exists() or file.read_bytes() != card:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, [card])
            yield file.relative_to(suite.root).as_posix()
