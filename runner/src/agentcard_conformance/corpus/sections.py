"""The sections of the text that a dialect is read from, in its order."""

import re
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus.files import parse_file
from agentcard_conformance.model import Json, Requirement

SECTIONS_FILE = "sections.json"

_NUMBERED_ITEM = re.compile(r"\([0-9]+\)$")
_BETWEEN = re.compile(r"[,;] *")


class SourceSection(NamedTuple):
    """A section as its source numbers or names it, or one of another document that the source rests on."""

    section: str
    title: str
    why: str = ""
    """Why no requirement comes from it; empty where some do."""


def read_sections(folder: Path) -> tuple[SourceSection, ...]:
    """Those of the dialect in that folder, in their order; one whose sections nobody listed has no file."""
    file = folder / SECTIONS_FILE
    return parse_file(file, _parse_sections) if file.exists() else ()


def sections_of(requirement: Requirement) -> list[str]:
    """The sections that a requirement comes from; `5(2)` is item 2 of section 5."""
    return [_NUMBERED_ITEM.sub("", each) for each in _BETWEEN.split(requirement.section)]


def _parse_sections(listed: Json) -> tuple[SourceSection, ...]:
    return tuple(SourceSection(each["section"], each["title"], each.get("why", "")) for each in listed["sections"])
