"""Findings as SARIF 2.1.0, which code scanners read."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from agentcard_conformance import __version__
from agentcard_conformance.check.card_files import WEB_SCHEMES
from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import MORE_FINDINGS, finding_source
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import Finding, Json

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


class SarifResult(NamedTuple):
    """A finding, in which file, and how grave SARIF calls it."""

    file: int
    item: CheckedFile
    level: str
    finding: Finding

    @property
    def rule(self) -> str:
        """Its id in this log; two dialects may give two requirements one name."""
        return f"{self.item.dialect.id}/{self.finding.requirement.id}"


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One log of one run."""
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run_document(checked)]}, indent=2) + "\n"


def _run_document(checked: Sequence[CheckedFile]) -> Json:
    files = _indexes(checked)
    results = [result for item in checked for result in _file_results(files[item.file], item)]
    used = {result.rule: result for result in results}
    order = {rule: index for index, rule in enumerate(used)}
    rules = [_rule_document(result) for result in used.values()]
    return {
        "tool": {"driver": {"name": "agentcard-conformance", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(checked))}],
        "artifacts": [{"location": {"uri": _uri(file)}, "roles": ["analysisTarget"]} for file in files],
        "columnKind": "unicodeCodePoints",
        "results": [_result_document(result, order[result.rule]) for result in results],
    }


def _indexes(checked: Sequence[CheckedFile]) -> dict[str, int]:
    """Each file once: what is served in an exchange lies in one file with it."""
    return {file: index for index, file in enumerate(dict.fromkeys(item.file for item in checked))}


def _file_results(index: int, item: CheckedFile) -> Iterator[SarifResult]:
    found = item.assessment
    for level, findings in (("error", found.violations), ("warning", found.advice), ("note", found.contested)):
        yield from (SarifResult(index, item, level, finding) for finding in findings)


def _rule_document(result: SarifResult) -> Json:
    requirement, dialect = result.finding.requirement, result.item.dialect
    return {
        "id": result.rule,
        "shortDescription": {"text": requirement.statement},
        "fullDescription": {"text": requirement.statement},
        "help": {"text": f"{requirement.statement} ({finding_source(result.finding)} of {dialect.title})"},
        "helpUri": dialect.source,
        "defaultConfiguration": {"level": result.level},
        "properties": {"tags": [requirement.area]},
    }


def _result_document(result: SarifResult, rule: int) -> Json:
    return {
        "ruleId": result.rule,
        "ruleIndex": rule,
        "level": result.level,
        "message": {"text": to_ascii(result.finding.what)},
        "locations": [_location(result)],
    }


def _location(result: SarifResult) -> Json:
    pointer, at = result.finding.pointer, result.finding.position
    physical = _physical_location(result.file, result.item.file)
    if at:
        physical["region"] = {"startLine": at.line, "startColumn": at.column}
    logical = {"logicalLocations": [{"fullyQualifiedName": to_ascii(pointer)}]} if pointer else {}
    return {"physicalLocation": physical, **logical}


def _physical_location(index: int, file: str) -> dict[str, Json]:
    return {"artifactLocation": {"uri": _uri(file), "index": index}}


def _notifications(checked: Sequence[CheckedFile]) -> Iterator[Json]:
    files = _indexes(checked)
    for item in checked:
        hints = [("note", f"{hint.sentence} {to_ascii(hint.command)}".rstrip()) for hint in item.hints]
        for level, text in [*[("warning", MORE_FINDINGS)] * item.assessment.has_more, *hints]:
            place = {"physicalLocation": _physical_location(files[item.file], item.file)}
            yield {"level": level, "message": {"text": text}, "locations": [place]}


def _uri(file: str) -> str:
    """A relative file stays relative, as scanners want it; its bytes may be no text at all."""
    if file == STANDARD_STREAM:
        return "stdin"
    if file.startswith(WEB_SCHEMES):
        return file
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
