"""Explains the source of a dialect section by section: its requirements, their fixtures, and who meets them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from agentcard_conformance.authoring.explain.explanation import Cell, Explanation, Fact, Table
from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.sections import SourceSection, read_sections, sections_of
from agentcard_conformance.model import Dialect, Expected, Requirement
from agentcard_conformance.report.report import Report
from agentcard_conformance.report.standings import describe_identity, meets, name_those, validator_labels

_COLUMNS = ("requirement", "level", "statement", *map(str, Expected))


def explain_source(suite: Suite, dialect: Dialect, reports: Sequence[Report]) -> Explanation:
    """Every section in its order; a section without requirements says why it has none."""
    counts = Counter((each.requirement.id, each.expected) for each in suite.fixtures([dialect.id]))
    requirements = dialect.requirements.values()
    sections = read_sections(suite.root / "schema" / dialect.id) or _named_sections(requirements)
    about = [each for each in reports if dialect.id in each.dialects]
    facts: dict[str, Fact] = {
        "source": dialect.source,
        "requirements": str(len(requirements)),
        "fixtures": str(counts.total()),
    }
    if about:
        facts["validators"] = tuple(map(_describe_validator, about, [dialect.id] * len(about)))
    parts = tuple(_explain_section(each, dialect, counts, about) for each in sections)
    return Explanation(f"{dialect.title}, section by section", facts, parts=parts)


def _named_sections(requirements: Iterable[Requirement]) -> tuple[SourceSection, ...]:
    """Those that requirements name, where nobody listed all."""
    names = dict.fromkeys(section for each in requirements for section in sections_of(each))
    return tuple(SourceSection(name, "") for name in names)


def _describe_validator(report: Report, dialect: str) -> str:
    told = [profile for profile, answer in report.dialects[dialect].conformant.items() if answer]
    conformant = f"conformant to {', '.join(told)}" if told else "conformant to no profile"
    return f"{describe_identity(report.validator)}: {conformant}"


def _explain_section(
    section: SourceSection,
    dialect: Dialect,
    counts: Counter[tuple[str, Expected]],
    reports: Sequence[Report],
) -> Explanation:
    title = f"{section.section} {section.title}".strip()
    own = [each for each in dialect.requirements.values() if section.section in sections_of(each)]
    if not own:
        return Explanation(title, {"no requirement": section.why})
    columns = (*_COLUMNS, *["met by"] * bool(reports))
    return Explanation(title, {}, Table(columns, tuple(_row(dialect.id, each, counts, reports) for each in own)))


def _row(
    dialect: str, requirement: Requirement, counts: Counter[tuple[str, Expected]], reports: Sequence[Report]
) -> tuple[Cell, ...]:
    numbers = [counts[requirement.id, expected] for expected in Expected]
    row: tuple[Cell, ...] = (requirement.id, str(requirement.level), requirement.statement, *numbers)
    return (*row, _met_by(dialect, requirement, reports)) if reports else row


def _met_by(dialect: str, requirement: Requirement, reports: Sequence[Report]) -> str:
    """Nothing where no card of the requirement is scored."""
    labels = validator_labels(reports)
    told = {label: meets(report, dialect, requirement.id) for label, report in zip(labels, reports, strict=True)}
    asked = [name for name, answer in told.items() if answer is not None]
    return name_those([name for name in asked if told[name]], asked) if asked else ""
