"""The questions that the source of a dialect leaves open, each with both readings."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus.files import parse_file
from agentcard_conformance.model import Fixture, Json

RULINGS_FILE = "rulings.json"


class ContestedQuestion(NamedTuple):
    """What two readers of the source answer differently, and the contested fixtures that ask it."""

    question: str
    patterns: tuple[str, ...]
    """Of fixtures, as <requirement>/<name>, with * for any text."""
    valid: str
    invalid: str
    section: str

    def is_asked_by(self, fixture: Fixture) -> bool:
        """Whether a contested fixture is one of those that ask it."""
        return any(is_named_by(pattern, fixture) for pattern in self.patterns)


def is_named_by(pattern: str, fixture: Fixture) -> bool:
    """Whether a fixture is among those that a pattern names."""
    return fnmatchcase(fixture.id.split("/", 2)[-1], pattern)


def read_questions(folder: Path) -> tuple[ContestedQuestion, ...]:
    """Those of the dialect in that folder, in their order; one whose source leaves nothing open has no file."""
    file = folder / RULINGS_FILE
    return parse_file(file, _parse_questions) if file.exists() else ()


def _parse_questions(listed: Json) -> tuple[ContestedQuestion, ...]:
    return tuple(
        ContestedQuestion(each["question"], tuple(each["fixtures"]), each["valid"], each["invalid"], each["section"])
        for each in listed["questions"]
    )
