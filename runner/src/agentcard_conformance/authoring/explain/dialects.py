"""Explains the dialects of a suite: what each is, and where they differ."""

from agentcard_conformance.authoring.explain.explanation import Explanation, Table
from agentcard_conformance.authoring.explain.members import describe_members
from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import to_pointer

_COLUMNS = ("dialect", "title", "notation", "extension", "default", "requirements", "fixtures", "profiles", "source")
_NOT_THERE = "-"


def explain_dialects(suite: Suite) -> Explanation:
    """Each dialect with how its cards are written, how much the suite holds for it, and where its text is."""
    rows = tuple(
        (
            each.id,
            each.title,
            each.notation,
            f".{each.extension}",
            "yes" if each.default else "no",
            len(each.requirements),
            len(suite.fixtures([each.id])),
            ", ".join(each.profile_names),
            each.source,
        )
        for each in suite.dialects.values()
    )
    return Explanation("The dialects of this suite", {}, Table(_COLUMNS, rows))


def explain_differences(suite: Suite) -> Explanation:
    """Each member of which the dialects of cards do not say the same, and what each says of it."""
    dialects = [dialect for dialect in suite.dialects.values() if not dialect.serves]
    described = [describe_members(dialect) for dialect in dialects]
    places = sorted({place for members in described for place in members})
    rows = (
        (to_pointer(place) or "the card", *(members.get(place, _NOT_THERE) for members in described))
        for place in places
    )
    differing = tuple(row for row in rows if len({*row[1:]}) > 1)
    return Explanation(
        "Where the dialects differ", {}, Table(("member", *(dialect.id for dialect in dialects)), differing)
    )
