"""`explain`: what a requirement asks for, where a row of the source went, what a fixture is there for."""

import click

from agentcard_conformance.authoring.explain.explanation import Explanation
from agentcard_conformance.authoring.explain.formats import explanation_format_names, load_explanation_format
from agentcard_conformance.cli.options import dialect_option, format_option
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Dialect

_EXAMPLES = """\b
Examples:
  agentcard-conformance explain name-length
  agentcard-conformance explain AC-NAME-03
  agentcard-conformance explain fixtures/invalid/*/name-length/empty.json
  agentcard-conformance explain --rows --format markdown > rows.md
  agentcard-conformance explain --contested
"""


@click.command(epilog=_EXAMPLES)
@click.argument("what", required=False, metavar="[ROW|REQUIREMENT|FIXTURE]")
@click.option("--rows", is_flag=True, help="Every row of the dialect, as without an argument.")
@click.option("--contested", is_flag=True, help="Every question that the source leaves open, with both readings.")
@dialect_option("Of this dialect of card.")
@format_option(explanation_format_names())
def command(what: str | None, rows: bool, contested: bool, dialect: str | None, form: str) -> int:  # noqa: FBT001  # click's
    """Tell what a requirement asks for, where a row of the source went, or what a fixture is there for.

    Without an argument: every row of the source, with its requirement and the number of its fixtures, or the reason
    why no card can show it.

    Exit status: 0 all well, 1 a row or a requirement has no fixtures, 2 there is no such thing.
    """
    if [bool(what), rows, contested].count(True) > 1:
        raise click.UsageError("--rows and --contested are about all of them: leave out the argument, and one of both")
    suite = read_suite()
    chosen = suite.dialect(dialect)
    if contested:
        _explain_contested(suite, chosen, form)
        return 0
    if what is None:
        return _explain_rows(suite, chosen, form)
    found = _find(suite, chosen, what)
    if found is None:
        raise CallError(f"{what!a} is no requirement and no row of {chosen.id}, and no fixture")
    _print(found, form)
    return 0


def _explain_rows(suite: Suite, dialect: Dialect, form: str) -> int:
    """All rows, and after them those without fixtures: the exit status."""
    from agentcard_conformance.authoring.explain.sources import explain_all_rows
    from agentcard_conformance.authoring.lint import Subject
    from agentcard_conformance.authoring.lint.requirements import check_rows, check_sides_have_fixtures
    from agentcard_conformance.fast_reference.bounded_reference import BoundedReference

    _print(explain_all_rows(suite, dialect), form)
    subject = Subject(suite, dialect, BoundedReference(suite.dialects).assess)
    holes = [*check_sides_have_fixtures(subject), *check_rows(subject)]
    for hole in holes:
        click.echo(f"hole: {hole}", err=True)
    return 1 if holes else 0


def _explain_contested(suite: Suite, dialect: Dialect, form: str) -> None:
    from agentcard_conformance.authoring.explain.sources import explain_contested

    _print(explain_contested(suite, dialect), form)


def _find(suite: Suite, dialect: Dialect, what: str) -> Explanation | None:
    from agentcard_conformance.authoring.explain.sources import explain_requirement, explain_row

    if requirement := dialect.requirements.get(what):
        return explain_requirement(suite, dialect, requirement)
    return explain_row(suite, dialect, what.upper()) or _find_fixture(suite, what)


def _find_fixture(suite: Suite, what: str) -> Explanation | None:
    """With or without fixtures/ before it, and its extension."""
    from agentcard_conformance.authoring.explain.sources import explain_fixture
    from agentcard_conformance.fast_reference.bounded_reference import BoundedReference

    path = what.removeprefix("./").removeprefix("fixtures/")
    for fixture in suite.fixtures():
        if path in (fixture.path, fixture.id):
            return explain_fixture(fixture, BoundedReference(suite.dialects).assess(fixture.question))
    return None


def _print(explanation: Explanation, form: str) -> None:
    """A card's text is escaped, so that it breaks no terminal and no pipe."""
    lines = load_explanation_format(form)(explanation).split("\n")
    click.echo("\n".join(map(to_ascii, lines)), nl=False)
