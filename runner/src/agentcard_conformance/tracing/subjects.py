"""What is there to be told of a requirement, a row, a fixture, and of all rows?"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from agentcard_conformance import decoders
from agentcard_conformance.corpus import Suite, read_json
from agentcard_conformance.model import Assessment, Dialect, Expected, Finding, Fixture, Requirement
from agentcard_conformance.tracing.explanation import Cell, Explanation, Fact, Table

COLUMNS = ("row", "requirement", "level", *map(str, Expected), "statement")
_NUMBER = re.compile(r"(.*?)([0-9]+)")


def of_requirement(suite: Suite, dialect: Dialect, requirement: Requirement) -> Explanation:
    """What it asks for, who reports it, and its fixtures by side."""
    fixtures = [each for each in suite.fixtures([dialect.id]) if each.requirement == requirement]
    facts: dict[str, Fact] = {
        "statement": requirement.statement,
        "level": f"{requirement.level} ({requirement.kind})",
        "source": f"section {requirement.section} of {dialect.title}, {dialect.source}",
        "area": requirement.area,
        "profiles": ", ".join(sorted(requirement.profiles)),
        "rows": ", ".join(requirement.rows) or "none: it follows from several",
        "reported by": tuple(_reporters(dialect, requirement)) or "nothing: no card is refused for it",
    }
    for expected in Expected:
        facts[str(expected)] = tuple(f"fixtures/{each.path}" for each in fixtures if each.expected is expected)
    return Explanation(f"{requirement.id}, a requirement of {dialect.id}", facts)


def of_row(suite: Suite, dialect: Dialect, row: str) -> Explanation | None:
    """Its requirement, or why no card can show it; nothing for a row that there is not."""
    for requirement in dialect.requirements.values():
        if row in requirement.rows:
            found = of_requirement(suite, dialect, requirement)
            return Explanation(f"{row} stands in {found.title}", found.facts)
    if row in (reasons := untestable(suite, dialect)):
        return Explanation(f"{row} of {dialect.id} stands in no requirement", {"untestable": reasons[row]})
    return None


def of_fixture(fixture: Fixture, assessment: Assessment) -> Explanation:
    """What it is there for, and what the reference says of it."""
    requirement = fixture.requirement
    facts: dict[str, Fact] = {
        "expected": str(fixture.expected),
        "requirement": f"{requirement.id} ({requirement.level}), section {requirement.section}",
        "statement": requirement.statement,
        "the reference": str(assessment.verdict.answer),
        "violations": tuple(map(_found, assessment.violations)),
        "advice": tuple(map(_found, assessment.advice)),
        "contested": tuple(map(_found, assessment.contested)),
    }
    return Explanation(f"fixtures/{fixture.path}", {name: fact for name, fact in facts.items() if fact})


def of_rows(suite: Suite, dialect: Dialect) -> Explanation:
    """Every row with its requirement and how many fixtures it has on each side, or why it has none."""
    counts = Counter((each.requirement.id, each.expected) for each in suite.fixtures([dialect.id]))
    rows = [*_with_requirement(dialect.requirements.values(), counts)]
    rows += [(row, "untestable", "", 0, 0, 0, reason) for row, reason in untestable(suite, dialect).items()]
    table = Table(COLUMNS, tuple(sorted(rows, key=lambda cells: _natural(str(cells[0])))))
    return Explanation(f"From statement to fixtures: {dialect.title}", {}, table)


def untestable(suite: Suite, dialect: Dialect) -> dict[str, str]:
    """The rows that no card can show, and why."""
    listed = read_json(suite.root / "schema" / dialect.id / "requirements.json")["untestable"]
    return {row: each["reason"] for each in listed for row in each["rows"]}


def _with_requirement(
    requirements: Iterable[Requirement], counts: Mapping[tuple[str, Expected], int]
) -> Iterator[tuple[Cell, ...]]:
    for each in requirements:
        numbers: list[Cell] = [counts[each.id, expected] for expected in Expected]
        for row in each.rows:
            yield (row, each.id, str(each.level), *numbers, each.statement)


def _reporters(dialect: Dialect, requirement: Requirement) -> Iterator[str]:
    for decoder in dict.fromkeys(dialect.decoders.values()):
        if requirement.id in decoders.reports(decoder):
            yield f"the decoder {decoder}"
    if requirement.id in dialect.schema.get("$defs", {}):
        yield f"card.schema.json, #/$defs/{requirement.id}"
    for use in dialect.rules:
        if use.requirement == requirement.id:
            yield f"the rule {use.rule}, at {''.join(f'/{step}' for step in use.at) or 'the whole card'}"


def _found(finding: Finding) -> str:
    return f"{finding.requirement.id} at {finding.pointer or 'the top level'}: {finding.what}"


def _natural(row: str) -> tuple[tuple[str, int], ...]:
    """AC-10 after AC-9."""
    return tuple((text, int(number)) for text, number in _NUMBER.findall(row))
