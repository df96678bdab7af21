"""Checks that a changelog mentions, below Unreleased, every requirement for which cards flip."""

import re
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.compare.results import Comparison, Direction, FlipGroup
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible, to_ascii
from agentcard_conformance.model import to_pointer

_HEADING = re.compile(r"^##[ \t]+\[?Unreleased\b.*", re.IGNORECASE | re.MULTILINE)
_NEXT_HEADING = re.compile(r"^##?[ \t]", re.MULTILINE)
_WHAT_HAPPENS = {
    Direction.REFUSED: "cards that were valid are refused",
    Direction.ACCEPTED: "cards that were refused are valid",
}


class _Subject(NamedTuple):
    """What a line has to be about."""

    shown: str
    words: tuple[str, ...]
    """All of which have to stand below the heading."""


def read_unreleased(file: Path) -> str:
    """The text of a changelog below the heading Unreleased."""
    name = escape_invisible(str(file))
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise CallError(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CallError(f"{name} cannot be read: it is not UTF-8") from None
    if not (heading := _HEADING.search(text)):
        raise CallError(f"{name} has no heading `## [Unreleased]` to look below for what changed")
    return _NEXT_HEADING.split(text[heading.end() :], maxsplit=1)[0]


def missing_lines(section: str, comparison: Comparison) -> list[str]:
    """The lines it lacks: the requirement has to be named, or where none is known the keyword and what it judges."""
    wanted = dict.fromkeys((_subject(flips), flips.direction) for flips in comparison.sorted_flips)
    return [
        f"- {subject.shown}: {_WHAT_HAPPENS[direction]}"
        for subject, direction in wanted
        if not all(_names(section, word) for word in subject.words)
    ]


def _names(section: str, name: str) -> bool:
    """Whether a name stands there as a word: `name` does not stand in `name-length`."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", section) is not None


def _subject(flips: FlipGroup) -> _Subject:
    if flips.requirement:
        return _Subject(f"`{to_ascii(flips.requirement)}`", (flips.requirement,))
    if flips.change:
        keyword, place = flips.change.keyword, to_pointer(min(flips.change.places, default=()))
    else:
        keyword, place = flips.witness.refusal.keyword, flips.witness.refusal.pointer
    where = f"`{to_ascii(place)}`" if place else "the top level"
    return _Subject(f"the keyword `{to_ascii(keyword)}` at {where}", (keyword, *_last_name(place)))


def _last_name(place: str) -> list[str]:
    """The last step that is a name: no sentence would hold a number or a star."""
    return [step for step in place.split("/") if step.strip("*") and not step.isdecimal()][-1:]
