"""`export`: the corpus for people who do not use this program."""

import sys
from pathlib import Path

import click

from agentcard_conformance.cli.options import dialect_option, without_standard_stream
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file

_EXAMPLES = """\b
Examples:
  agentcard-conformance export > fixtures.jsonl
  agentcard-conformance export --output fixtures.jsonl
  agentcard-conformance export --format tar | tar x -C vendor
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "tar"]),
    default="jsonl",
    show_default=True,
    help="One JSON object a line, or the files of fixtures/ and schema/.",
)
@click.option("--output", "file", type=click.Path(allow_dash=True), help="Write this file, not standard output.")
@dialect_option("Only this one; repeat.", "names", multiple=True)
def command(form: str, file: str | None, names: tuple[str, ...]) -> None:
    """Write the corpus for people without Python.

    Each line of JSON Lines is a fixture: id, dialect, requirement, with its level, the profiles that have it and the
    section of the source, expected (valid, invalid or contested), card_base64 (its bytes) and context; where a
    validator is asked what is published of the card, projection.
    """
    from agentcard_conformance.corpus.export import to_json_lines, to_tar

    file = without_standard_stream(file)
    suite = read_suite()
    chosen = [suite.dialect(name).id for name in dict.fromkeys(names)] or list(suite.dialects)
    if form == "tar" and file is None and sys.stdout.isatty():
        raise CallError("a tar is not for a terminal; say --output FILE, or pipe it to tar x")
    chunks = to_tar(suite.root, chosen) if form == "tar" else to_json_lines(suite.fixtures(chosen))
    write_file(Path(file) if file else None, chunks)
