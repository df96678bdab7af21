"""What is written down of each card of a dump? schema/suite/record.schema.json describes it."""

import json
import pickle
import zlib
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from agentcard_conformance.model import Answer, Assessment, Finding, Json
from agentcard_conformance.renderers import scalars

CLEAN = ', "valid": true}\n'


class Only(StrEnum):
    """Of which cards is a record written?"""

    ALL = "all"
    FINDINGS = "findings"
    INVALID = "invalid"


class Batch(NamedTuple):
    """Some lines that follow one another."""

    lines: int
    ends: bytes
    """Of each that is not simply a valid card, the end of its record or, where none is written, nothing."""


def packed(ends: Sequence[tuple[int, str]]) -> bytes:
    """What is said of a line of two bytes takes 480, and a fiftieth of that when it is packed."""
    return zlib.compress(pickle.dumps(ends), 1) if ends else b""


def end(found: Assessment, only: Only) -> str:
    """A record from behind its line number on, which only the one who puts the slices in their order knows."""
    if only is Only.INVALID and found.verdict.answer is Answer.VALID:
        return ""
    return f", {json.dumps(_said(found))[1:]}\n"


def records(file: str, before: int, batch: Batch, only: Only) -> str:
    """The records of some lines, which follow so many others."""
    ends = pickle.loads(zlib.decompress(batch.ends)) if batch.ends else ()  # noqa: S301  # a worker of ours made it
    start = f'{{"file": {json.dumps(scalars(file))}, "line": '
    if only is not Only.ALL:
        return "".join(f"{start}{before + line}{end}" for line, end in ends if end)
    return "".join(_with_clean(start, before, batch.lines, ends))


def _with_clean(start: str, before: int, lines: int, ends: Sequence[tuple[int, str]]) -> Iterator[str]:
    done = 0
    for line, end in ends:
        yield _clean(start, before + done + 1, before + line)
        if end:
            yield f"{start}{before + line}{end}"
        done = line
    yield _clean(start, before + done + 1, before + lines + 1)


def _clean(start: str, low: int, high: int) -> str:
    """Most records; joined so, each takes 0.1 us of the one process that all results go through."""
    return f"{start}{(CLEAN + start).join(map(str, range(low, high)))}{CLEAN}" if low < high else ""


def _said(found: Assessment) -> dict[str, Json]:
    if found.verdict.answer is Answer.SKIP:
        return {"skip": found.verdict.why}
    findings = {"violations": found.violations, "advice": found.advice, "contested": found.contested}
    told = {name: [_finding(each) for each in some] for name, some in findings.items() if some}
    return {"valid": found.verdict.answer is Answer.VALID, **told}


def _finding(finding: Finding) -> dict[str, str]:
    return {
        "requirement": finding.requirement.id,
        "pointer": scalars(finding.pointer),
        "what": scalars(finding.what),
    }
