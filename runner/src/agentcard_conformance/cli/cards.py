"""What does a file hold, checked as a card?"""

import sys
from collections.abc import Iterable
from pathlib import Path

from agentcard_conformance.cli.hints import hints
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Answer, Dialect, Question
from agentcard_conformance.reference import Reference
from agentcard_conformance.renderers import STANDARD_INPUT, Checked, visible


def check_all(suite: Suite, dialect: Dialect, files: Iterable[str]) -> tuple[list[Checked], list[str]]:
    """What each file holds, and for each that cannot be read the sentence that says why: one stops no other."""
    reference = Reference(suite.dialects)
    checked, unread = [], []
    for file in files:
        try:
            checked.append(_check(suite, reference, dialect, file))
        except CallError as error:
            unread.append(str(error))
    return checked, unread


def _check(suite: Suite, reference: Reference, dialect: Dialect, file: str) -> Checked:
    suffix = Path(file).suffix.removeprefix(".")
    notation = suffix if suffix in dialect.decoders else ""
    question = Question(_read(file), dialect.id, notation=notation)
    checked = Checked(file, dialect, reference.assess(question))
    if checked.assessment.verdict.answer is Answer.SKIP:
        raise CallError(f"{visible(file)} is not checked: {checked.assessment.verdict.why}")
    return checked._replace(hints=hints(suite, reference, checked, question))


def _read(file: str) -> bytes:
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except IsADirectoryError:
        raise CallError(f"{visible(file)} is a folder; name the files in it") from None
    except OSError as error:
        raise CallError(f"{visible(file)} cannot be read: {error.strerror}") from None
