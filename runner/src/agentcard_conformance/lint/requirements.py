"""Does every requirement have its fixtures, and every statement its requirement?"""

import re
from collections import Counter
from collections.abc import Iterator

from agentcard_conformance import decoders, rules
from agentcard_conformance.corpus import read_json
from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Expected, Kind, Level, Requirement

ROW = re.compile(r"(.+)-([0-9]+)")


def each_has_its_fixtures(subject: Subject) -> Iterator[Problem]:
    """Both sides of what constrains, the accepted side of what permits, the advice, the question."""
    there = {(fixture.requirement.id, fixture.expected) for fixture in subject.fixtures}
    for requirement in subject.dialect.requirements.values():
        for expected in _sides(requirement):
            if (requirement.id, expected) not in there:
                folder = f"fixtures/{expected}/{subject.dialect.id}/{requirement.id}"
                place = f"{subject.dialect.id}/{requirement.id}/WORDS"
                mend = f"agentcard-conformance new {expected} {place} --set POINTER=VALUE   # {requirement.statement}"
                yield Problem(folder, "holds no fixture", mend)


def _sides(requirement: Requirement) -> tuple[Expected, ...]:
    if requirement.level is Level.CONTESTED:
        return (Expected.CONTESTED,)
    both = requirement.level is Level.MUST and requirement.kind is Kind.CONSTRAINS
    return (Expected.VALID, Expected.INVALID) if both else (Expected.VALID,)


def ids_are_not_repeated(subject: Subject) -> Iterator[Problem]:
    """An id stands for one requirement."""
    listed = read_json(subject.suite.root / subject.folder / "requirements.json")["requirements"]
    for name, count in Counter(each["id"] for each in listed).items():
        if count > 1:
            yield _wrong(subject, f"lists {name} {count} times")


def every_row_stands_in_one_place(subject: Subject) -> Iterator[Problem]:
    """No statement of the source twice, and none left out of its numbering."""
    listed = read_json(subject.suite.root / subject.folder / "requirements.json")
    rows = Counter(row for each in listed["requirements"] + listed["untestable"] for row in each["rows"])
    yield from (_wrong(subject, f"lists row {row} {count} times") for row, count in rows.items() if count > 1)
    yield from (_wrong(subject, f"leaves out row {row}") for row in _gaps(rows))


def _gaps(rows: Counter[str]) -> Iterator[str]:
    last: dict[str, tuple[int, int]] = {}
    for row in rows:
        if numbered := ROW.fullmatch(row):
            width = len(numbered[2])
            last[numbered[1]] = max(last.get(numbered[1], (0, 0)), (int(numbered[2]), width))
    for prefix, (highest, width) in last.items():
        names = (f"{prefix}-{number:0{width}}" for number in range(1, highest + 1))
        yield from (name for name in names if name not in rows)


def profiles_are_known(subject: Subject) -> Iterator[Problem]:
    """A requirement belongs to profiles that dialect.json describes, full among them."""
    for requirement in subject.dialect.requirements.values():
        if not {"full"} <= requirement.profiles <= subject.dialect.profiles.keys():
            yield _wrong(subject, f"puts {requirement.id} into {', '.join(sorted(requirement.profiles))}")


def rules_exist_and_serve_requirements(subject: Subject) -> Iterator[Problem]:
    """dialect.json names rules that there are, for requirements that there are."""
    for use in subject.dialect.rules:
        if use.requirement not in subject.dialect.requirements:
            yield _wrong(subject, f"has a rule for {use.requirement}, which is no requirement", "dialect.json")
        try:
            rules.load(use.rule)
        except LookupError:
            yield _wrong(subject, f"names the rule {use.rule}, which is not there", "dialect.json")


def decoders_report_requirements(subject: Subject) -> Iterator[Problem]:
    """What a decoder can find unmet is a requirement of every dialect that uses it."""
    for name in sorted(set(subject.dialect.decoders.values())):
        if name not in decoders.known():
            yield _wrong(subject, f"names the decoder {name}, which is not there", "dialect.json")
        for missing in sorted(decoders.reports(name) - subject.dialect.requirements.keys()):
            yield _wrong(subject, f"lacks {missing}, which the decoder {name} reports")


CHECKS: tuple[Check, ...] = (
    each_has_its_fixtures,
    ids_are_not_repeated,
    every_row_stands_in_one_place,
    profiles_are_known,
    rules_exist_and_serve_requirements,
    decoders_report_requirements,
)


def _wrong(subject: Subject, what: str, file: str = "requirements.json") -> Problem:
    return Problem(f"{subject.folder}/{file}", what)
