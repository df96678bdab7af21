"""How many broken validators does the corpus catch, and which card would catch the rest?"""

import os
import signal
import sys

import click

from agentcard_conformance.cli import dialects
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError

EXAMPLES = """\b
Examples:
  agentcard-conformance adequacy
  agentcard-conformance adequacy --only 'schema /$defs/name-length/*'
  agentcard-conformance adequacy --format json > adequacy.json
"""


@click.command(epilog=EXAMPLES)
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="Whose corpus; else the default's.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
)
@click.option("--only", metavar="PATTERN", help="Only breakages of this name; * is any text. No entry is called stale.")
@click.option("--list", "listing", is_flag=True, help="Print the breakages, and try none.")
@click.option("--redundant", is_flag=True, help="List the fixtures that catch nothing that no other does.")
@click.option("--doubt", is_flag=True, help="Look for cards that disprove what equivalents.toml says.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", default=os.cpu_count() or 1, help="How many processes.")
def command(  # noqa: PLR0913  # one for each option
    dialect: str | None, form: str, only: str | None, jobs: int, *, listing: bool, redundant: bool, doubt: bool
) -> int:
    """Break the reference on purpose, one change at a time, and see which changes no fixture notices.

    Each keyword of the schema, each rule and each piece of the rules' and decoders' code is made a little wrong.
    What survives is printed with a card that would catch it. Breakages that no card can show are listed, each with
    its reason, in schema/<dialect>/equivalents.toml.
    Exit status: 0 all are caught, 1 some survive or an entry of that file is stale, 2 the call is wrong.
    """
    if not hasattr(signal, "setitimer"):
        raise CallError("adequacy needs a POSIX system: it ends hanging code by signals")
    from agentcard_conformance import adequacy  # as in check: the engine takes its time
    from agentcard_conformance.reference import Reference

    suite = read_suite()
    chosen = suite.dialect(dialect) if dialect else suite.default
    pattern = adequacy.Equivalent(only, "") if only else None
    if listing:
        click.echo(adequacy.text.listed(adequacy.breakages(chosen, pattern)), nl=False)
        return 0
    entries = adequacy.read_equivalents(suite.root / "schema" / chosen.id / "equivalents.toml")
    assess = Reference(suite.dialects).assess
    call = adequacy.Call(chosen, suite.fixtures([chosen.id]), entries, assess, pattern, doubt, jobs)
    found = adequacy.measure(call, _progress)
    _progress("")
    said = adequacy.document.render(found) if form == "json" else adequacy.text.render(found, redundant=redundant)
    click.echo(said, nl=False)
    return 0 if found.well else 1


def _progress(text: str) -> None:
    """One line that is written over, and only where somebody watches."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)
