"""How does the corpus travel to people who do not use this program?"""

import base64
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from agentcard_conformance import output
from agentcard_conformance.cli import archive, dialects
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Fixture

EXAMPLES = """\b
Examples:
  agentcard-conformance export > fixtures.jsonl
  agentcard-conformance export --output fixtures.jsonl
  agentcard-conformance export --format tar | tar x -C vendor
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "tar"]),
    default="jsonl",
    show_default=True,
    help="One JSON object a line, or the files of fixtures/ and schema/.",
)
@click.option("--output", "file", type=click.Path(allow_dash=True), help="Write this file, not standard output.")
@click.option(
    "--dialect", "names", metavar="NAME", multiple=True, shell_complete=dialects.complete, help="Only this one; repeat."
)
def command(form: str, file: str | None, names: tuple[str, ...]) -> None:
    """Write the corpus for people without Python.

    Each line of JSON Lines is a fixture: id, dialect, requirement, level, expected (valid, invalid or contested),
    card_base64 (its bytes) and context.
    """
    file = None if file == "-" else file
    suite = read_suite()
    chosen = [suite.dialect(name).id for name in dict.fromkeys(names)] or list(suite.dialects)
    if form == "tar" and file is None and sys.stdout.isatty():
        raise CallError("a tar is not for a terminal; say --output FILE, or pipe it to tar x")
    chunks = archive.tar(suite.root, chosen) if form == "tar" else _lines(suite.fixtures(chosen))
    output.write(Path(file) if file else None, chunks)


def _lines(fixtures: Iterable[Fixture]) -> Iterator[bytes]:
    """Sorted by id, in ASCII."""
    described = sorted((_described(fixture) for fixture in fixtures), key=lambda each: str(each["id"]))
    return (json.dumps(each).encode("ascii") + b"\n" for each in described)


def _described(fixture: Fixture) -> dict[str, object]:
    return {
        "id": fixture.path.removesuffix(f".{fixture.question.notation}"),
        "dialect": fixture.dialect,
        "requirement": fixture.requirement.id,
        "level": fixture.requirement.level.value,
        "expected": fixture.expected.value,
        "card_base64": base64.b64encode(fixture.question.card).decode("ascii"),
        "context": dict(fixture.question.context),
    }
