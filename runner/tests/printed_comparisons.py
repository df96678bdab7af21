"""Comparisons to be printed, a stranger's words among them."""

import json

from hypothesis import strategies as st

from agentcard_conformance.compare.formats import load_compare_format
from agentcard_conformance.compare.results import (
    Change,
    Comparison,
    Direction,
    DirectionAnswer,
    FlipAnswer,
    FlipGroup,
    MovedFixture,
    Refusal,
    UnknownKeyword,
    UnwitnessedChange,
    VersionStep,
    Witness,
)

FORMATS = ["html", "json", "markdown", "text"]
HOSTILE = "\x1b[31m\u202e```\n````@octocat #1 <script>alert(1)</script></details></pre>\ud800| ` https://evil.example/"
TEXTS = st.text(st.sampled_from("`~@#<>&|*_[]()\\\n\r\t \x1b\x00\x7f\u202e\ud800\u00e9'\"a"), max_size=12)
LENGTH = Change("maxLength", ("$defs", "a"), ("$defs", "b"), "128", "64", "name-length", (("name",), ("title",)))
REFUSAL = Refusal("/name", "'aaa' has 65 characters", "name-length", "maxLength")
WITNESS = Witness('{"name":"aaa","cost":1.50}', REFUSAL, "fixtures/valid/note-1/a/b.json")
SHORTER = FlipGroup(Direction.REFUSED, "name-length", LENGTH, WITNESS, {"corpus": 3, "cards": 120_000})
HALF_PROVEN = {Direction.REFUSED: FlipAnswer.OPEN, Direction.ACCEPTED: FlipAnswer.NONE}
PROVEN = dict.fromkeys(Direction, DirectionAnswer(FlipAnswer.NONE))
SHOWN = dict.fromkeys(Direction, DirectionAnswer(FlipAnswer.CARD))
QUIET = Comparison(
    old="a.json",
    new="b.json",
    dialect="",
    rules=False,
    flips=(),
    unwitnessed=(),
    moved=(),
    contested=(),
    replayed={"generated": 12_000},
    unread=(),
    unknown=(),
    step=VersionStep.PATCH,
    complete=True,
    answers=dict.fromkeys(Direction, DirectionAnswer(FlipAnswer.OPEN, "jsonschema-rs neither proves nor refutes it")),
)
LOUD = QUIET._replace(
    dialect="note-1",
    rules=True,
    flips=(SHORTER._replace(direction=Direction.ACCEPTED, change=None, requirement=""), SHORTER),
    unwitnessed=(UnwitnessedChange(LENGTH._replace(new=""), 4_000, HALF_PROVEN),),
    moved=(MovedFixture("valid/note-1/a/b.json", Direction.REFUSED, "name-length"),),
    contested=(MovedFixture("contested/note-1/a/c.json", Direction.ACCEPTED, ""),),
    unread=("dump.jsonl:7 is no JSON",),
    unknown=(UnknownKeyword("b.json", "maxLenght", ("properties", "name")),),
    step=VersionStep.MAJOR,
    answers=SHOWN,
)


def printed(form: str, comparison: Comparison) -> str:
    """In a format, for a pipe."""
    return load_compare_format(form).render(comparison)


def full_of(text: str) -> Comparison:
    """A comparison in which a stranger wrote all that a stranger can."""
    change = Change(text, (text,), None, text, text, text, ((text,),))
    card = json.dumps({text: [text]}, ensure_ascii=False)
    witness = Witness(card, Refusal(text, text, text, text), text)
    seen, places = {"cards": 9}, (text, text)
    flips = tuple(FlipGroup(side, text, each, witness, seen, places) for side in Direction for each in (change, None))
    unwitnessed, moved = (UnwitnessedChange(change, 1, HALF_PROVEN),), (MovedFixture(text, Direction.REFUSED, text),)
    stranger = QUIET._replace(old=text, new=text, dialect=text, rules=True, unread=(text,))
    stranger = stranger._replace(unknown=(UnknownKeyword(text, text, (text,)),), contested=moved)
    return stranger._replace(flips=flips, answers=SHOWN, unwitnessed=unwitnessed, moved=moved)
