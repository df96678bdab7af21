"""`dialects`: the card formats of the suite, and where they differ."""

import click

from agentcard_conformance.authoring.explain.formats import explanation_format_names, render_explanation
from agentcard_conformance.cli.options import format_option
from agentcard_conformance.corpus import read_suite

_EXAMPLES = """\b
Examples:
  agentcard-conformance dialects
  agentcard-conformance dialects --format json
  agentcard-conformance dialects --differences
  agentcard-conformance dialects --differences --format markdown > differences.md
"""


@click.command(epilog=_EXAMPLES)
@click.option("--differences", is_flag=True, help="Instead, each member of which they do not say the same.")
@format_option(explanation_format_names())
def command(differences: bool, form: str) -> None:  # noqa: FBT001  # click's
    """List the dialects: what each is, how its cards are written, and how much the suite holds for it.

    With --differences: by JSON Pointer, each member that not all of them have, or of which they ask different things.
    What is asked by a pattern, a condition or a rule goes by the id of its requirement, which `explain` tells more of.
    """
    from agentcard_conformance.authoring.explain.dialects import explain_dialects, explain_differences

    explain = explain_differences if differences else explain_dialects
    click.echo(render_explanation(explain(read_suite()), form), nl=False)
