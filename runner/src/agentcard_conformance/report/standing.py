"""Where does each validator stand, requirement by requirement?

A requirement is met when all its scored fixtures pass; one that has contested fixtures alone is not counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Identity, Outcome
from agentcard_conformance.protocol import printable

MET = frozenset({Outcome.PASS, Outcome.STALE})
NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Standing:
    """One validator and one dialect: the requirements met and counted by area, and the profile it is conformant to."""

    validator: Identity
    met: Counter[str]
    counted: Counter[str]
    conformant: str


def standing(report: Mapping[str, Any], dialect: Dialect, corpus: str) -> Standing:
    """What a report says of a dialect; one of other cards than the suite has now is refused."""
    validator = Identity(**report["validator"])
    run = report["dialects"][dialect.id]
    if run["corpus"] != corpus:
        raise CallError(f"the report of {printable(validator.name)} is of other cards of {dialect.id}: run it again")
    if None in run["conformant"].values():
        raise CallError(f"the report of {printable(validator.name)} is of a part of {dialect.id}: run all of it")
    met, counted = Counter[str](), Counter[str]()
    for requirement, outcomes in _scored(report, dialect):
        counted[dialect.requirements[requirement].area] += 1
        met[dialect.requirements[requirement].area] += outcomes <= MET
    return Standing(validator, met, counted, _conformant(run["conformant"], dialect))


def _scored(report: Mapping[str, Any], dialect: Dialect) -> Iterator[tuple[str, frozenset[str]]]:
    for name, tally in report["counts"]["requirement"].items():
        of, _, requirement = name.partition("/")
        outcomes = frozenset(tally) - {Outcome.READING}
        if of == dialect.id and outcomes:
            yield requirement, outcomes


def _conformant(said: Mapping[str, bool], dialect: Dialect) -> str:
    """The largest of the profiles that it is conformant to, as dialect.json lists them."""
    return next((profile for profile in reversed([*dialect.profiles]) if said[profile]), NEITHER)


def table(standings: Iterable[Standing]) -> Iterator[str]:
    """As Markdown, the best first: one row a validator, one column an area."""
    ordered = sorted(standings, key=lambda each: (-each.met.total(), each.validator.name, each.validator.language))
    counted = ordered[0].counted
    areas = sorted(counted)
    yield _row(["validator", "version", "language", "conformant to", *areas, "all"])
    yield _row(["---", "---", "---", "---", *["--:"] * (len(areas) + 1)])
    yield _row(["*requirements*", "", "", "", *(str(counted[area]) for area in areas), str(counted.total())])
    for each in ordered:
        who = (_linked(each.validator), each.validator.version, each.validator.language)
        yield _row([*who, each.conformant, *(str(each.met[area]) for area in areas), str(each.met.total())])


def _linked(validator: Identity) -> str:
    name = printable(validator.name)
    return f"[{name}]({printable(validator.homepage)})" if validator.homepage else name


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(printable(cell).replace('|', chr(92) + '|') for cell in cells)} |"
