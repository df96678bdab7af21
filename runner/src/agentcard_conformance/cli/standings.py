"""What does the page of results say, given the reports?"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from agentcard_conformance import __version__, output, report
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.corpus.digest import digest
from agentcard_conformance.errors import CallError
from agentcard_conformance.report.standing import standing, table

COMMANDS = """\
agentcard-conformance validators run --reports reports/
agentcard-conformance results reports/ --output RESULTS.md
"""
INTRODUCTION = """\
# Results

How many requirements each validator meets, of agentcard-conformance {version}. A requirement is met when the validator
gets all its scored cards right; what the source leaves open is not scored. Made from the reports by

```console
{commands}```

A validator that is called after a JSON Schema engine is that engine with the suite's `card.schema.json` and formats
asserted: what someone gets who takes the schema alone. What a schema cannot say, such an engine cannot find, and each
failure of each validator is explained in its `expected.toml` in [runner/validators](runner/validators).
"""


def page(places: Sequence[Path]) -> str:
    """The page, from reports and folders of reports."""
    suite = read_suite()
    reports = [report.read(file) for file in _files(places)]
    commands = "".join(f"$ {line}\n" for line in COMMANDS.splitlines())
    introduction = INTRODUCTION.format(version=__version__, commands=commands)
    return "\n".join([introduction, *_sections(suite, reports)])


def write(text: str, file: Path | None, *, check: bool) -> int:
    """The exit status: with check, whether the file says this already."""
    if not check:
        output.write(file, [text.encode()])
        return 0
    if file is None:
        raise click.UsageError("--check compares with a file: name it with --output")
    if file.is_file() and file.read_text("utf-8") == text:
        return 0
    click.echo(f"{file} does not say what the reports say; make it anew without --check", err=True)
    return 1


def _files(places: Iterable[Path]) -> list[Path]:
    files = [file for place in places for file in (sorted(place.glob("*.json")) if place.is_dir() else [place])]
    if not files:
        raise CallError(
            f"there is no report in {', '.join(map(str, places))}: make some with {COMMANDS.splitlines()[0]}"
        )
    return files


def _sections(suite: Suite, reports: Sequence[Any]) -> Iterator[str]:
    for dialect in suite.dialects.values():
        corpus = digest(suite.fixtures([dialect.id]))
        standings = [standing(each, dialect, corpus) for each in reports if dialect.id in each["dialects"]]
        if standings:
            yield f"## {dialect.id}\n"
            yield from table(standings)
            yield ""
