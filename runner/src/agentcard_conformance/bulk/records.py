"""Records: what is written of each card of a dump, described by schema/suite/record.schema.json."""

import json
import pickle
import zlib
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.model import Answer, Assessment, Finding, Json

_CLEAN_ENDING = ', "valid": true}\n'


class RecordFilter(StrEnum):
    """The cards of which a record is written."""

    ALL = "all"
    FINDINGS = "findings"
    INVALID = "invalid"


class RecordBatch(NamedTuple):
    """Some lines that follow one another."""

    lines: int
    endings: bytes
    """Of each that is not simply a valid card, the end of its record, or nothing where none is written; packed."""
    is_blank: bool = False
    """Whether no line of them holds a card: of a million such lines no endings are made."""


def pack_endings(endings: Sequence[tuple[int, str]]) -> bytes:
    """What is said of a line of two bytes takes 480, and a fiftieth of that when it is packed."""
    return zlib.compress(pickle.dumps(endings), 1) if endings else b""


def record_ending(found: Assessment, only: RecordFilter) -> str:
    """A record from behind its line number on, which only the one who puts the slices in their order knows."""
    if only is RecordFilter.INVALID and found.verdict.answer is Answer.VALID:
        return ""
    return f", {json.dumps(_assessment_document(found))[1:]}\n"


def to_records(file: str, lines_before: int, batch: RecordBatch, only: RecordFilter) -> str:
    """The records of some lines, which follow so many others."""
    if batch.is_blank:
        return ""
    endings = pickle.loads(zlib.decompress(batch.endings)) if batch.endings else ()  # noqa: S301  # a worker of ours made it
    start = f'{{"file": {json.dumps(replace_surrogates(file))}, "line": '
    if only is not RecordFilter.ALL:
        return "".join(f"{start}{lines_before + line}{ending}" for line, ending in endings if ending)
    return "".join(_with_clean_records(start, lines_before, batch.lines, endings))


def _with_clean_records(start: str, lines_before: int, lines: int, endings: Sequence[tuple[int, str]]) -> Iterator[str]:
    done = 0
    for line, ending in endings:
        yield _clean_records(start, lines_before + done + 1, lines_before + line)
        if ending:
            yield f"{start}{lines_before + line}{ending}"
        done = line
    yield _clean_records(start, lines_before + done + 1, lines_before + lines + 1)


def _clean_records(start: str, low: int, high: int) -> str:
    """Most records; joined so, each takes 0.1 us of the one process that all results go through."""
    if low >= high:
        return ""
    return f"{start}{(_CLEAN_ENDING + start).join(map(str, range(low, high)))}{_CLEAN_ENDING}"


def _assessment_document(found: Assessment) -> dict[str, Json]:
    if found.verdict.answer is Answer.SKIP:
        return {"skip": found.verdict.why}
    findings = {"violations": found.violations, "advice": found.advice, "contested": found.contested}
    told = {name: [_finding_document(each) for each in some] for name, some in findings.items() if some}
    more = {"has_more": True} if found.has_more else {}
    return {"valid": found.verdict.answer is Answer.VALID, **told, **more}


def _finding_document(finding: Finding) -> dict[str, str]:
    return {
        "requirement": finding.requirement.id,
        "pointer": replace_surrogates(finding.pointer),
        "what": replace_surrogates(finding.what),
    }
