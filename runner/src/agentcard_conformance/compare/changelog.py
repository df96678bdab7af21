"""Is every card that goes to the other side told of in the changelog?"""

import re
from pathlib import Path

from agentcard_conformance.compare.account import in_order
from agentcard_conformance.compare.findings import Comparison, Direction, Flips
from agentcard_conformance.errors import CallError
from agentcard_conformance.renderers import plain, visible

_HEADING = re.compile(r"^##[ \t]+\[?Unreleased\b.*", re.IGNORECASE | re.MULTILINE)
_NEXT = re.compile(r"^##?[ \t]", re.MULTILINE)
_HAPPENS = {
    Direction.REFUSED: "cards that were valid are refused",
    Direction.ACCEPTED: "cards that were refused are valid",
}


def unreleased(file: Path) -> str:
    """What a changelog says below that heading."""
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise CallError(f"{visible(str(file))} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CallError(f"{visible(str(file))} cannot be read: it is not UTF-8") from None
    if not (heading := _HEADING.search(text)):
        raise CallError(f"{visible(str(file))} has no heading `## [Unreleased]` to look below for what changed")
    return _NEXT.split(text[heading.end() :], maxsplit=1)[0]


def untold(section: str, comparison: Comparison) -> list[str]:
    """The lines it lacks: a requirement has to be named, or the keyword where no requirement is known."""
    wanted = dict.fromkeys((_name(flips), flips.direction) for flips in in_order(comparison.flips))
    return [f"- `{plain(name)}`: {_HAPPENS[direction]}" for name, direction in wanted if not _names(section, name)]


def _names(section: str, name: str) -> bool:
    """As a word: `name` does not stand in `name-length`."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", section) is not None


def _name(flips: Flips) -> str:
    if flips.requirement:
        return flips.requirement
    return flips.change.keyword if flips.change else flips.witness.refusal.keyword
