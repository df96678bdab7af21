"""What does somebody ask about who names a row, a requirement or a fixture?"""

import click

from agentcard_conformance import lint, tracing
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.lint.requirements import each_has_its_fixtures, every_row_stands_in_one_place
from agentcard_conformance.model import Dialect
from agentcard_conformance.reference import Reference
from agentcard_conformance.renderers import plain


def rows(name: str | None, form: str) -> int:
    """All rows, and after them the holes: the exit status."""
    suite = read_suite()
    dialect = _dialect(suite, name)
    _print(tracing.of_rows(suite, dialect), form)
    subject = lint.Subject(suite, dialect, Reference(suite.dialects).assess)
    holes = [*each_has_its_fixtures(subject), *every_row_stands_in_one_place(subject)]
    for hole in holes:
        click.echo(f"hole: {hole}", err=True)
    return 1 if holes else 0


def one(what: str, name: str | None, form: str) -> int:
    """What is named."""
    suite = read_suite()
    dialect = _dialect(suite, name)
    found = _requirement(suite, dialect, what) or tracing.of_row(suite, dialect, what.upper()) or _fixture(suite, what)
    if found is None:
        raise CallError(f"{what!a} is no requirement and no row of {dialect.id}, and no fixture")
    _print(found, form)
    return 0


def _dialect(suite: Suite, name: str | None) -> Dialect:
    return suite.dialect(name) if name else suite.default


def _requirement(suite: Suite, dialect: Dialect, what: str) -> tracing.Explanation | None:
    requirement = dialect.requirements.get(what)
    return tracing.of_requirement(suite, dialect, requirement) if requirement else None


def _fixture(suite: Suite, what: str) -> tracing.Explanation | None:
    """With or without fixtures/ before it, and its extension."""
    path = what.removeprefix("./").removeprefix("fixtures/")
    for fixture in suite.fixtures():
        if path in (fixture.path, fixture.path.removesuffix(f".{fixture.question.notation}")):
            return tracing.of_fixture(fixture, Reference(suite.dialects).assess(fixture.question))
    return None


def _print(explanation: tracing.Explanation, form: str) -> None:
    """A card's text is escaped, so that it breaks no terminal and no pipe."""
    lines = tracing.load(form)(explanation).split("\n")
    click.echo("\n".join(map(plain, lines)), nl=False)
