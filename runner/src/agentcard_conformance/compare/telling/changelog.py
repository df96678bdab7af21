"""Is every card that goes to the other side told of in the changelog?"""

import re
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.compare.findings import Comparison, Direction, Flips
from agentcard_conformance.compare.telling.account import in_order
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible, to_ascii
from agentcard_conformance.model import to_pointer

_HEADING = re.compile(r"^##[ \t]+\[?Unreleased\b.*", re.IGNORECASE | re.MULTILINE)
_NEXT = re.compile(r"^##?[ \t]", re.MULTILINE)
_HAPPENS = {
    Direction.REFUSED: "cards that were valid are refused",
    Direction.ACCEPTED: "cards that were refused are valid",
}


class Subject(NamedTuple):
    """What a line has to be about."""

    said: str
    words: tuple[str, ...]
    """All of which have to stand below the heading."""


def unreleased(file: Path) -> str:
    """What a changelog says below that heading."""
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise CallError(f"{escape_invisible(str(file))} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CallError(f"{escape_invisible(str(file))} cannot be read: it is not UTF-8") from None
    if not (heading := _HEADING.search(text)):
        raise CallError(
            f"{escape_invisible(str(file))} has no heading `## [Unreleased]` to look below for what changed"
        )
    return _NEXT.split(text[heading.end() :], maxsplit=1)[0]


def untold(section: str, comparison: Comparison) -> list[str]:
    """The lines it lacks: a requirement has to be named, or where none is known the keyword and what it judges."""
    wanted = dict.fromkeys((_subject(flips), flips.direction) for flips in in_order(comparison.flips))
    return [
        f"- {subject.said}: {_HAPPENS[direction]}"
        for subject, direction in wanted
        if not all(_names(section, word) for word in subject.words)
    ]


def _names(section: str, name: str) -> bool:
    """As a word: `name` does not stand in `name-length`."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", section) is not None


def _subject(flips: Flips) -> Subject:
    if flips.requirement:
        return Subject(f"`{to_ascii(flips.requirement)}`", (flips.requirement,))
    if not flips.change:
        keyword, place = flips.witness.refusal.keyword, flips.witness.refusal.pointer
    else:
        keyword, place = flips.change.keyword, to_pointer(min(flips.change.places, default=()))
    where = f"`{to_ascii(place)}`" if place else "the top level"
    return Subject(f"the keyword `{to_ascii(keyword)}` at {where}", (keyword, *_last(place)))


def _last(place: str) -> list[str]:
    """The last step that has a name: a number or a star is none that a sentence would hold."""
    return [step for step in place.split("/") if step.strip("*") and not step.isdecimal()][-1:]
