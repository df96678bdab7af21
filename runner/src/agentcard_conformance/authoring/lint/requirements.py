"""Whether every requirement has its fixtures, and every statement its requirement."""

import re
from collections import Counter
from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus import read_json
from agentcard_conformance.notations import load_notation, notation_names

_NUMBERED_ROW = re.compile(r"(.+)-([0-9]+)")


def check_sides_have_fixtures(subject: Subject) -> Iterator[Problem]:
    """Both sides of what constrains, the accepted side of what permits, the advice and the contested question."""
    there = {(fixture.requirement.id, fixture.expected) for fixture in subject.fixtures}
    for requirement in subject.dialect.requirements.values():
        for expected in requirement.sides:
            if (requirement.id, expected) not in there:
                folder = f"fixtures/{expected}/{subject.dialect.id}/{requirement.id}"
                place = f"{subject.dialect.id}/{requirement.id}/WORDS"
                edit = "--set POINTER=VALUE" if subject.house_form else "--raw FILE"
                fix = f"agentcard-conformance new {expected} {place} {edit}   # {requirement.statement}"
                yield Problem(folder, "holds no fixture", fix)


def check_repeated_ids(subject: Subject) -> Iterator[Problem]:
    """An id stands for one requirement."""
    listed = read_json(subject.suite.root / subject.folder / "requirements.json")["requirements"]
    for name, count in Counter(each["id"] for each in listed).items():
        if count > 1:
            yield _problem(subject, f"lists {name} {count} times")


def check_rows(subject: Subject) -> Iterator[Problem]:
    """No statement of the source stands twice, and none is left out by cards and the documents around them."""
    if subject.dialect.part_of:
        return
    around = [each.id for each in subject.suite.dialects.values() if subject.dialect.id in (each.id, each.part_of)]
    files = [read_json(subject.suite.root / "schema" / name / "requirements.json") for name in around]
    listed = [each for file in files for each in file["requirements"] + file["untestable"]]
    rows = Counter(row for each in listed for row in each["rows"])
    yield from (_problem(subject, f"lists row {row} {count} times") for row, count in rows.items() if count > 1)
    yield from (_problem(subject, f"leaves out row {row}") for row in _missing_rows(rows))


def check_profiles(subject: Subject) -> Iterator[Problem]:
    """A requirement belongs to profiles that dialect.json describes; the widest among them if it is about cards."""
    about_cards = subject.dialect.card_requirements
    for requirement in subject.dialect.requirements.values():
        needed = {subject.dialect.widest_profile} if requirement in about_cards else set()
        if not requirement.profiles or not needed <= requirement.profiles <= subject.dialect.profiles.keys():
            yield _problem(subject, f"puts {requirement.id} into {', '.join(sorted(requirement.profiles))}")


def check_notation(subject: Subject) -> Iterator[Problem]:
    """Notations exist, and what the decoder of one can find unmet is a requirement of every dialect that uses it."""
    name = subject.dialect.notation
    unknown = {name, subject.dialect.contains or name, subject.dialect.excludes or name}.difference(notation_names())
    yield from (
        _problem(subject, f"names the notation {each}, which does not exist", "dialect.json")
        for each in sorted(unknown)
    )
    if name in unknown:
        return
    for missing in sorted(load_notation(name).REPORTS - subject.dialect.requirements.keys()):
        yield _problem(subject, f"lacks {missing}, which the decoder of {name} reports")


def _missing_rows(rows: Counter[str]) -> Iterator[str]:
    last: dict[str, tuple[int, int]] = {}
    for row in rows:
        if numbered := _NUMBERED_ROW.fullmatch(row):
            width = len(numbered[2])
            last[numbered[1]] = max(last.get(numbered[1], (0, 0)), (int(numbered[2]), width))
    for prefix, (highest, width) in last.items():
        names = (f"{prefix}-{number:0{width}}" for number in range(1, highest + 1))
        yield from (name for name in names if name not in rows)


def _problem(subject: Subject, what: str, file: str = "requirements.json") -> Problem:
    return Problem(f"{subject.folder}/{file}", what)
