"""`inspect`: shows the parts of a card that a person cannot read, and verifies nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from agentcard_conformance.cli.options import refuse_empty
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible, to_ascii
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.notations import LARGEST_READ, load_describing, notation_names

_EXAMPLES = """\b
Examples:
  agentcard-conformance inspect card.sd-jwt
  curl -s https://agent.example/card | agentcard-conformance inspect -
"""

_MARGIN = "unverified | "
"""Before every line, so that no screen is without it."""


@click.command(epilog=_EXAMPLES)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--notation", metavar="NAME", callback=refuse_empty, help="How the file is written; sd_jwt.")
def command(file: str, notation: str | None) -> None:
    """Show the parts of a signed card: headers, payloads, disclosures, and what they make together.

    Nothing is verified: anybody can write such a file, with any content. Each line says so. `check` verifies it, with
    --context for the keys and the clock. A part that cannot be read is named, and the others are shown.

    Exit status: 0 shown, 2 the file cannot be read.
    """
    names = [name for name in notation_names() if load_describing(name)]
    chosen = notation or names[0]
    describing = load_describing(chosen) if chosen in names else None
    if describing is None:
        raise CallError(f"{chosen!a} is no notation whose parts can be shown: {', '.join(names)}")
    card = _read(file)
    click.echo(f"{_MARGIN}Nothing here is verified: anybody can write this. `agentcard-conformance check` verifies it.")
    for part in describing.inspect(card):
        for line in _lines(part.title, part.text):
            click.echo(f"{_MARGIN}{line}")


def _read(file: str) -> bytes:
    """As much of a file as a card may be, and a byte more."""
    try:
        if file == STANDARD_STREAM:
            return sys.stdin.buffer.read(LARGEST_READ + 1)
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST_READ + 1)
    except OSError as error:
        raise CallError(f"{escape_invisible(file)} cannot be read: {error.strerror}") from None


def _lines(title: str, text: str) -> Iterator[str]:
    first, *more = text.rstrip("\n").split("\n")
    if more:
        yield f"{title}:"
        yield from (f"  {to_ascii(line)}" for line in [first, *more])
    else:
        yield f"{title}: {to_ascii(first)}"
