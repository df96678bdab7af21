"""Is this card all right, and if not, what would be?"""

import sys

import click

from agentcard_conformance import renderers
from agentcard_conformance.cli import dialects
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.renderers import Checked

EXAMPLES = """\b
Examples:
  agentcard-conformance check card.json
  agentcard-conformance check --strict agents/*.json
  curl -s https://example.com/card.json | agentcard-conformance check -
  agentcard-conformance check --format sarif card.json > card.sarif
"""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--dialect", metavar="NAME", shell_complete=dialects.complete, help="Check as this dialect of card.")
@click.option(
    "--format", "form", type=click.Choice(renderers.known()), default="text", show_default=True, help="How to print."
)
@click.option("--strict", is_flag=True, help="Let advice count in the exit status, too.")
def command(files: tuple[str, ...], dialect: str | None, form: str, strict: bool) -> int:  # noqa: FBT001  # click's
    """Check cards with the reference validator; - is standard input.

    Prints every violation with its place, what is wrong and what would be right, and apart from these the advice.
    Exit status: 0 every card is valid, 1 one is not, 2 a file could not be read or the call is wrong.
    """
    from agentcard_conformance.cli import cards  # jsonschema takes its time, and --help and <TAB> need none

    suite = read_suite()
    chosen = suite.dialect(dialect) if dialect else suite.default
    checked, unread = cards.check_all(suite, chosen, dict.fromkeys(files))
    click.echo(renderers.load(form)(checked, terminal=sys.stdout.isatty()), nl=False)
    for sentence in unread:
        click.echo(f"agentcard-conformance: {sentence}", err=True)
    return 2 if unread else int(not all(_is_fine(item, strict) for item in checked))


def _is_fine(item: Checked, strict: bool) -> bool:  # noqa: FBT001  # as the option is
    return item.valid and not (strict and item.assessment.advice)
