"""RESULTS.md: how many requirements each validator meets, area by area, and how it reads what the source leaves open.

A requirement is met when all its scored fixtures pass; one that has contested fixtures alone is not counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Dialect, Identity, Outcome
from agentcard_conformance.report.readings import question_readers
from agentcard_conformance.report.report import Report

_COMMANDS = (
    "agentcard-conformance validators run --reports reports/",
    "agentcard-conformance report reports/ --format results --output RESULTS.md",
)

_MET = frozenset({Outcome.PASS, Outcome.STALE})
_OF_ONE_PROFILE, _OF_SEVERAL = "no", "neither"
"""What stands in the place of a profile where a validator is conformant to none."""

_INTRODUCTION = """\
# Results

The number of requirements that each validator meets, measured with agentcard-conformance {version}. A requirement is
met when the validator gets all its scored cards right; what the source leaves open is not scored. A refusal of an
invalid card is *earned* when the nearest valid card is accepted, too. To make this page:

```console
{commands}```

A validator named after a JSON Schema engine is that engine with the suite's `card.schema.json` and formats asserted:
what you get when you use the schema alone. Such an engine cannot find what a schema cannot say. Each failure of each
validator is explained in its `expected/` in [runner/validators](runner/validators).

Below each table stands how the validators read what the source leaves open. No score counts it;
[docs/rulings.md](docs/rulings.md) gives the reasons for either reading.
"""


class Standing(NamedTuple):
    """One validator and one dialect: the requirements it meets and those counted, by area, and its profile."""

    validator: Identity
    met: Counter[str]
    counted: Counter[str]
    profile: str
    """The largest one that it is conformant to."""
    earned: str
    """How many of its right refusals are earned."""


def results_page(suite: Suite, reports: Sequence[Report]) -> str:
    """The page in Markdown, with a table for each dialect."""
    commands = "".join(f"$ {line}\n" for line in _COMMANDS)
    return "\n".join([_INTRODUCTION.format(version=__version__, commands=commands), *_sections(suite, reports)])


def standing(report: Report, dialect: Dialect, corpus: str) -> Standing:
    """What a report says of a dialect; one about other cards than the suite has now is refused."""
    run = report.dialects[dialect.id]
    name = to_ascii(report.validator.name)
    requirements = report.counts.dialect[dialect.id].requirement
    if run.corpus != corpus or not requirements.keys() <= dialect.requirements.keys():
        raise CallError(f"the report of {name} is about other cards of {dialect.id}: run it again")
    if run.conformant.keys() != dialect.profiles.keys():
        raise CallError(f"the report of {name} is about other profiles of {dialect.id}: run it again")
    if run.conformant[dialect.widest_profile] is None or run.profile not in dialect.profiles:
        raise CallError(f"the report of {name} is about a part of {dialect.id}: run all of it")
    met, counted = Counter[str](), Counter[str]()
    for requirement, outcomes in _scored_outcomes(report, dialect):
        counted[dialect.requirements[requirement].area] += 1
        met[dialect.requirements[requirement].area] += outcomes <= _MET
    largest = (profile for profile in reversed([*dialect.profiles]) if run.conformant[profile])
    earned = "not told" if run.earned is None else f"{run.earned} of {run.refused}"
    none = _OF_SEVERAL if len(dialect.profiles) > 1 else _OF_ONE_PROFILE
    return Standing(report.validator, met, counted, next(largest, none), earned)


def table(standings: Iterable[Standing]) -> Iterator[str]:
    """The lines of a table, the best first: one row a validator, one column an area."""
    ordered = sorted(standings, key=lambda each: (-each.met.total(), each.validator.name, each.validator.language))
    counted = ordered[0].counted
    areas = sorted(counted)
    yield _row(["validator", "version", "language", "conformant to", *areas, "all", "earned refusals"])
    yield _row(["---", "---", "---", "---", *["--:"] * (len(areas) + 2)])
    yield _row(["*requirements*", "", "", "", *(str(counted[area]) for area in areas), str(counted.total()), ""])
    for each in ordered:
        who = (_linked_name(each.validator), each.validator.version, each.validator.language)
        yield _row([*who, each.profile, *(str(each.met[area]) for area in areas), str(each.met.total()), each.earned])


def _sections(suite: Suite, reports: Sequence[Report]) -> Iterator[str]:
    for dialect in suite.dialects.values():
        corpus = suite.digest(dialect.id)
        about = [each for each in reports if dialect.id in each.dialects]
        if about:
            yield from (f"## {dialect.id}\n", *table(standing(each, dialect, corpus) for each in about), "")
            yield from _readings(suite, dialect, about)


def _readings(suite: Suite, dialect: Dialect, reports: Sequence[Report]) -> Iterator[str]:
    """Who accepts, and who refuses, the cards of each question that the source leaves open."""
    if questions := question_readers(suite, dialect, reports):
        yield f"### What the source of {dialect.id} leaves open\n"
        yield _row(["question", "all cards accepted", "all cards refused", "now one, now the other"])
        yield _row(["---"] * 4)
        for each in questions:
            names = (each.accepting, each.refusing, each.divided)
            yield _row([each.asked.question, *(", ".join(sorted(who, key=str.casefold)) for who in names)])
        yield ""


def _scored_outcomes(report: Report, dialect: Dialect) -> Iterator[tuple[str, frozenset[Outcome]]]:
    """The outcomes of each requirement that has a scored fixture."""
    for requirement, counts in report.counts.dialect[dialect.id].requirement.items():
        if outcomes := frozenset(counts) - {Outcome.READING}:
            yield requirement, outcomes


def _linked_name(validator: Identity) -> str:
    name = to_ascii(validator.name)
    return f"[{name}]({to_ascii(validator.homepage)})" if validator.homepage else name


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(to_ascii(cell).replace('|', chr(92) + '|') for cell in cells)} |"
