"""`explain`: what a requirement asks for, where a row of the source went, what a fixture is there for."""

from pathlib import Path
from typing import Any

import click

from agentcard_conformance.authoring.explain.explanation import Explanation
from agentcard_conformance.authoring.explain.formats import explanation_format_names, render_explanation
from agentcard_conformance.cli.options import dialect_option, format_option
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Dialect, Requirement
from agentcard_conformance.report.report import Report

_EXAMPLES = """\b
Examples:
  agentcard-conformance explain name-length
  agentcard-conformance explain priority
  agentcard-conformance explain /endpoint/url
  agentcard-conformance explain 2.5.2
  agentcard-conformance explain AC-NAME-03
  agentcard-conformance explain fixtures/invalid/*/name-length/empty.json
  agentcard-conformance explain --card fixtures/invalid/*/name-length/empty.json | ./validate
  agentcard-conformance explain --rows --format markdown > rows.md
  agentcard-conformance explain --contested
  agentcard-conformance explain name-length --reports reports/
  agentcard-conformance explain --source DIALECT --reports reports/ --format html > source.html
  agentcard-conformance explain ajv --bug-report invalid/*/json-encoding/byte-fe.json --reports reports/
"""


@click.command(epilog=_EXAMPLES)
@click.argument("what", required=False, metavar="[WHAT]")
@click.option("--card", is_flag=True, help="Of a fixture, its bytes and nothing else.")
@click.option("--requirements", is_flag=True, help="Every requirement, with what it asks for.")
@click.option("--rows", is_flag=True, help="Every row of the dialect, as without an argument.")
@click.option("--contested", is_flag=True, help="Every question that the source leaves open, with both readings.")
@click.option("--source", metavar="DIALECT", help="The text of a dialect, section by section.")
@click.option("--bug-report", metavar="FIXTURE", help="For the owner of the validator WHAT, which gets the card wrong.")
@click.option("--reports", metavar="FOLDER", type=click.Path(path_type=Path), help="Which validators meet what.")
@dialect_option("Of this dialect of card.")
@format_option(explanation_format_names())
def command(what: str | None, card: bool, dialect: str | None, form: str, reports: Path | None, **typed: Any) -> int:  # noqa: FBT001  # click's
    """Tell what a requirement asks for, where a row of the source went, or what a fixture is there for.

    WHAT is a requirement, or DIALECT/REQUIREMENT, a row or a fixture; or else a word, a section, or a JSON Pointer into
    a card, which lists the requirements that are about it. With --bug-report it is a validator.

    With --reports, a requirement has the two cards of either side that are nearest to each other, who meets it, and
    what the others said.

    Without an argument: every row of the source, with its requirement and the number of its fixtures, or the reason
    why no card can show it.

    Exit status: 0 all well, 1 a row or a requirement has no fixtures, 2 there is no such thing.
    """
    _refuse_contradictions(what, reports, **typed)
    suite = read_suite()
    chosen = suite.dialect(typed["source"] or dialect)
    if card:
        return _print_card(suite, what or "")
    if typed["bug_report"] and reports:
        return _print_bug_report(suite, typed["bug_report"], what or "", reports)
    if typed["source"] or typed["contested"]:
        _print(_explain_whole(suite, chosen, reports, of_source=bool(typed["source"])), form)
        return 0
    if what is None and not typed["requirements"]:
        return _explain_rows(suite, chosen, form)
    owners = [each.id for each in suite.dialects.values() if what in each.requirements]
    if dialect is None and owners and chosen.id not in owners:
        raise CallError(f"{what!a} is a requirement of {' and '.join(owners)}: say which with --dialect")
    found = _explain_every_requirement(chosen) if what is None else _find(suite, chosen, what, reports)
    if found is None:
        what_there_is = "no requirement, row, section or place, no word of a statement, and no fixture"
        raise CallError(
            f"{what!a} is {what_there_is} of {chosen.id}; agentcard-conformance explain --requirements lists all"
        )
    _print(found, form)
    return 0


def _refuse_contradictions(what: str | None, reports: Path | None, **typed: Any) -> None:
    of_all = [typed[name] for name in ("requirements", "rows", "contested", "source")]
    if [bool(each) for each in (what, *of_all)].count(True) > 1:
        raise click.UsageError(
            "--requirements, --rows, --contested and --source are about all: leave out the argument and the others"
        )
    if typed["bug_report"] and not (what and reports):
        raise click.UsageError("--bug-report needs a validator, and with --reports FOLDER its report")


def _explain_whole(suite: Suite, dialect: Dialect, reports: Path | None, *, of_source: bool) -> Explanation:
    from agentcard_conformance.authoring.explain.source_sections import explain_source
    from agentcard_conformance.authoring.explain.sources import explain_contested

    return (
        explain_source(suite, dialect, _read_reports(suite, reports))
        if of_source
        else explain_contested(suite, dialect)
    )


def _read_reports(suite: Suite, folder: Path | None) -> tuple[Report, ...]:
    from agentcard_conformance.report.reported_runs import read_reports

    return read_reports(suite, [folder]) if folder else ()


def _print_bug_report(suite: Suite, path: str, validator: str, folder: Path) -> int:
    """The report is that of the file's name, or of the validator's own."""
    from agentcard_conformance.authoring.explain.bug_report import render_bug_report, smallest_wrong_answer
    from agentcard_conformance.report.reported_runs import read_reports

    named = folder / f"{validator}.json"
    reports = read_reports(suite, [named if named.is_file() else folder])
    found = [each for each in reports if named.is_file() or each.validator.name == validator]
    if not found:
        raise CallError(f"there is no report of {validator!a} in {folder}: name a file of it, or a validator")
    click.echo(render_bug_report(suite, smallest_wrong_answer(suite, path, validator, found[0])), nl=False)
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


def _explain_every_requirement(dialect: Dialect) -> Explanation:
    from agentcard_conformance.authoring.explain.sources import explain_requirements

    return explain_requirements(f"What {dialect.title} asks for", dialect.requirements.values())


def _find(suite: Suite, dialect: Dialect, what: str, reports: Path | None) -> Explanation | None:
    from agentcard_conformance.authoring.explain.sources import explain_requirement, explain_row

    name, _, of_another = what.partition("/")
    for each, text in [(dialect, what), (suite.dialects.get(name), of_another)]:
        if each and (requirement := each.requirements.get(text)):
            found = explain_requirement(suite, each, requirement)
            return _with_reports(found, suite, requirement, each, _read_reports(suite, reports)) if reports else found
    return explain_row(suite, dialect, what.upper()) or _find_fixture(suite, what) or _find_near(suite, dialect, what)


def _with_reports(
    found: Explanation, suite: Suite, requirement: Requirement, dialect: Dialect, reports: tuple[Report, ...]
) -> Explanation:
    from agentcard_conformance.authoring.explain.who_meets import explain_who_meets

    fixtures = [each for each in suite.fixtures([dialect.id]) if each.requirement == requirement]
    return found._replace(facts={**found.facts, **explain_who_meets(dialect.id, requirement, fixtures, reports)})


def _find_near(suite: Suite, dialect: Dialect, what: str) -> Explanation | None:
    """What is explained is the one requirement that may be meant; of several, their statements."""
    from agentcard_conformance.authoring.explain.finding import find_requirements
    from agentcard_conformance.authoring.explain.sources import explain_requirement, explain_requirements

    found = find_requirements(dialect, what)
    if len(found) == 1:
        return explain_requirement(suite, dialect, found[0])
    return explain_requirements(f"{what} may mean {len(found)} requirements of {dialect.id}", found) if found else None


def _find_fixture(suite: Suite, what: str) -> Explanation | None:
    from agentcard_conformance.authoring.explain.sources import explain_fixture
    from agentcard_conformance.fast_reference.bounded_reference import BoundedReference

    try:
        fixture = suite.fixture(what)
    except CallError:
        return None
    return explain_fixture(suite, fixture, BoundedReference(suite.dialects).assess(fixture.question))


def _print_card(suite: Suite, what: str) -> int:
    """For a pipe: not a line feed more than the card has."""
    write_file(None, [suite.fixture(what).question.card])
    return 0


def _print(explanation: Explanation, form: str) -> None:
    click.echo(render_explanation(explanation, form), nl=False)
