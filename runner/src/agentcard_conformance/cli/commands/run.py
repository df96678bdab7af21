"""What does a validator make of the corpus?"""

import click

from agentcard_conformance.cli import dialects

EXAMPLES = """\b
Examples:
  agentcard-conformance run
  agentcard-conformance run --validator "stream:node bridge.mjs" --report report.json
  agentcard-conformance run --validator "once:./validate --json" --expect known.toml
  agentcard-conformance run --validator "stream:node bridge.mjs" --fixture invalid
"""


@click.command(epilog=EXAMPLES)
@click.option("--validator", metavar="SPEC", default="", help="Whom to ask; without it, the reference.")
@click.option(
    "--dialect", "names", metavar="NAME", multiple=True, shell_complete=dialects.complete, help="Which cards; repeat."
)
@click.option("--profile", metavar="NAME", default="", help="What the validator is held to: core or full.")
@click.option("--expect", metavar="FILE", default="", help="Its known failures; 'none' for no file at all.")
@click.option("--expect-write", metavar="FILE", help="Write what fails as known failures.")
@click.option("--report", "report_file", metavar="FILE", help="Write the report.")
@click.option(
    "--fixture", "prefixes", metavar="PATH", multiple=True, help="Only this fixture, or those in this folder."
)
def command(
    names: tuple[str, ...], report_file: str, expect_write: str, prefixes: tuple[str, ...], **named: str
) -> int:
    """Hold a validator against the corpus, as `pytest conformance/` does, and print what it gets wrong.

    SPEC is one of: a NAME of runner/validators, path/to/validator.toml, stream:COMMAND, once:COMMAND,
    python:module:callable, http://… or https://…
    """
    from agentcard_conformance.cli import running  # the reference and its engine take their time, --help needs neither

    return running.run(running.Call(dialects=names, **named), prefixes, report_file, expect_write)
