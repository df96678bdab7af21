"""Explains a requirement, a row of the source, a fixture, and all rows, from what the suite holds."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentcard_conformance.authoring.explain.explanation import Cell, Explanation, Fact, Table
from agentcard_conformance.authoring.explain.snippets import bad_snippet, good_snippet
from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.corpus.rulings import read_questions
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.model import Assessment, Dialect, Expected, Finding, Fixture, Kind, Requirement, to_pointer
from agentcard_conformance.notations import load_notation

_COLUMNS = ("row", "requirement", "level", *map(str, Expected), "statement")
_QUESTION_COLUMNS = ("question", "valid, since", "invalid, since", "section", "fixtures")
_NUMBER = re.compile(r"(.*?)([0-9]+)")


def explain_requirement(suite: Suite, dialect: Dialect, requirement: Requirement) -> Explanation:
    """What it asks for, a good and a bad example, who reports it, what is left open of it, and its fixtures by side."""
    fixtures = [each for each in suite.fixtures([dialect.id]) if each.requirement == requirement]
    facts: dict[str, Fact] = {
        "statement": requirement.statement,
        "level": f"{requirement.level} ({requirement.kind})",
        "source": f"section {requirement.section} of {dialect.title}, {dialect.source}",
        "area": requirement.area,
        "profiles": ", ".join(sorted(requirement.profiles)),
        "rows": ", ".join(requirement.rows) or f"none: {requirement.why_no_rows}",
        **_examples(suite, dialect, requirement, fixtures),
        "reported by": tuple(_reporters(dialect, requirement)) or "nothing: it refuses no card",
    }
    for question in _open_questions(suite, dialect, fixtures):
        facts |= question
    for expected in Expected:
        facts[str(expected)] = tuple(f"fixtures/{each.path}" for each in fixtures if each.expected is expected)
    return Explanation(f"{requirement.id}, a requirement of {dialect.id}", facts)


def explain_row(suite: Suite, dialect: Dialect, row: str) -> Explanation | None:
    """Its requirement, or why no card can show it; None when there is no such row."""
    for requirement in dialect.requirements.values():
        if row in requirement.rows:
            found = explain_requirement(suite, dialect, requirement)
            return Explanation(f"{row} belongs to {found.title}", found.facts)
    if row in (reasons := _untestable_rows(suite, dialect)):
        return Explanation(f"{row} of {dialect.id} belongs to no requirement", {"untestable": reasons[row]})
    return None


def explain_requirements(title: str, requirements: Iterable[Requirement]) -> Explanation:
    """The statement of each."""
    facts = {each.id: f"{each.statement} ({each.level}, section {each.section})" for each in requirements}
    return Explanation(title, facts)


def explain_fixture(suite: Suite, fixture: Fixture, assessment: Assessment) -> Explanation:
    """What it is there for, what the reference says of it, and why it is contested where it is."""
    requirement = fixture.requirement
    facts: dict[str, Fact] = {
        "expected": str(fixture.expected),
        "requirement": f"{requirement.id} ({requirement.level}), section {requirement.section}",
        "statement": requirement.statement,
        **next(_open_questions(suite, suite.dialects[fixture.dialect], [fixture]), {}),
        "context": json.dumps(dict(fixture.question.context)) if fixture.question.context else "",
        "published": json.dumps(fixture.projection) if fixture.projection is not None else "",
        "the reference": str(assessment.verdict.answer),
        "violations": tuple(map(_finding_text, assessment.violations)),
        "advice": tuple(map(_finding_text, assessment.advice)),
        "contested": tuple(map(_finding_text, assessment.contested)),
    }
    return Explanation(f"fixtures/{fixture.path}", {name: fact for name, fact in facts.items() if fact})


def explain_all_rows(suite: Suite, dialect: Dialect) -> Explanation:
    """Every row with its requirement and how many fixtures it has on each side, or why it has none."""
    counts = Counter((each.requirement.id, each.expected) for each in suite.fixtures([dialect.id]))
    rows = [*_rows_with_requirement(dialect.requirements.values(), counts)]
    rows += [(row, "untestable", "", 0, 0, 0, reason) for row, reason in _untestable_rows(suite, dialect).items()]
    in_order = tuple(sorted(rows, key=lambda cells: _natural_key(str(cells[0]))))
    table = Table(_COLUMNS, in_order, has_sentences=True)
    return Explanation(f"From statement to fixtures: {dialect.title}", {}, table)


def explain_contested(suite: Suite, dialect: Dialect) -> Explanation:
    """Every question that the source leaves open, with both readings and how many fixtures ask it."""
    contested = [each for each in suite.fixtures([dialect.id]) if each.expected is Expected.CONTESTED]
    rows = tuple(
        (each.question, each.valid, each.invalid, each.section, sum(map(each.is_asked_by, contested)))
        for each in read_questions(suite.root / "schema" / dialect.id)
    )
    return Explanation(f"What the source leaves open: {dialect.title}", {}, Table(_QUESTION_COLUMNS, rows))


def _examples(suite: Suite, dialect: Dialect, requirement: Requirement, fixtures: Sequence[Fixture]) -> dict[str, Fact]:
    assess = BoundedReference(suite.dialects).assess
    good = good_snippet(dialect, requirement, fixtures, assess)
    bad = bad_snippet(requirement, fixtures, assess)
    return {name: text for name, text in (("good", good), ("bad", bad)) if text}


def _open_questions(suite: Suite, dialect: Dialect, fixtures: Iterable[Fixture]) -> Iterator[dict[str, Fact]]:
    """Each question that some of the fixtures ask, with both readings."""
    contested = [each for each in fixtures if each.expected is Expected.CONTESTED]
    asked = [
        each for each in read_questions(suite.root / "schema" / dialect.id) if any(map(each.is_asked_by, contested))
    ]
    for number, each in enumerate(asked, 1):
        which = f" {number}" * (len(asked) > 1)
        yield {
            f"left open{which}": each.question,
            f"valid{which}, since": each.valid,
            f"invalid{which}, since": each.invalid,
            f"ruled{which}": "contested: its cards are read, and no score counts them",
        }


def _untestable_rows(suite: Suite, dialect: Dialect) -> dict[str, str]:
    """The rows that no card can show, and why."""
    listed = read_json(suite.root / "schema" / dialect.id / "requirements.json")["untestable"]
    return {row: each["reason"] for each in listed for row in each["rows"]}


def _rows_with_requirement(
    requirements: Iterable[Requirement], counts: Mapping[tuple[str, Expected], int]
) -> Iterator[tuple[Cell, ...]]:
    for each in requirements:
        numbers: list[Cell] = [counts[each.id, expected] for expected in Expected]
        for row in each.rows:
            yield (row, each.id, str(each.level), *numbers, each.statement)


def _reporters(dialect: Dialect, requirement: Requirement) -> Iterator[str]:
    if requirement.id in load_notation(dialect.notation).REPORTS:
        yield f"the decoder of {dialect.notation}"
    if requirement.id in dialect.schema.get("$defs", {}):
        yield f"card.schema.json, #/$defs/{requirement.id}"
    if requirement.kind is Kind.PROJECTS:
        yield f"the projection {dialect.projection}, of a valid card"
    for use in dialect.rules:
        if use.requirement == requirement.id:
            yield f"the rule {use.rule}, at {to_pointer(use.at) or 'the whole card'}"


def _finding_text(finding: Finding) -> str:
    return f"{finding.requirement.id} at {finding.pointer or 'the top level'}: {finding.what}"


def _natural_key(row: str) -> tuple[tuple[str, int], ...]:
    """AC-10 after AC-9."""
    return tuple((text, int(number)) for text, number in _NUMBER.findall(row))
