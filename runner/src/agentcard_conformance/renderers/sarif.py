"""How do code scanners read what was found? As SARIF 2.1.0."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from agentcard_conformance import __version__
from agentcard_conformance.model import Finding, Json
from agentcard_conformance.renderers import STANDARD_INPUT, Checked, plain, source

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


@dataclass(frozen=True, slots=True)
class Result:
    """A finding, in which file, and how grave SARIF calls it."""

    file: int
    item: Checked
    level: str
    finding: Finding

    @property
    def rule(self) -> str:
        """Its id in this log; two dialects may give two requirements one name."""
        return f"{self.item.dialect.id}/{self.finding.requirement.id}"


def render(checked: Sequence[Checked], *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One log of one run."""
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(checked)]}, indent=2) + "\n"


def _run(checked: Sequence[Checked]) -> Json:
    results = [result for index, item in enumerate(checked) for result in _results(index, item)]
    used = {result.rule: result for result in results}
    order = {rule: index for index, rule in enumerate(used)}
    rules = [_rule(result) for result in used.values()]
    return {
        "tool": {"driver": {"name": "agentcard-conformance", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(checked))}],
        "artifacts": [{"location": {"uri": _uri(item.file)}, "roles": ["analysisTarget"]} for item in checked],
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, order[result.rule]) for result in results],
    }


def _results(index: int, item: Checked) -> Iterator[Result]:
    found = item.assessment
    for level, findings in (("error", found.violations), ("warning", found.advice), ("note", found.contested)):
        yield from (Result(index, item, level, finding) for finding in findings)


def _rule(result: Result) -> Json:
    requirement, dialect = result.finding.requirement, result.item.dialect
    return {
        "id": result.rule,
        "shortDescription": {"text": requirement.statement},
        "fullDescription": {"text": requirement.statement},
        "help": {"text": f"{requirement.statement} ({source(result.finding)} of {dialect.title})"},
        "helpUri": dialect.source,
        "defaultConfiguration": {"level": result.level},
        "properties": {"tags": [requirement.area]},
    }


def _result(result: Result, rule: int) -> Json:
    return {
        "ruleId": result.rule,
        "ruleIndex": rule,
        "level": result.level,
        "message": {"text": plain(result.finding.what)},
        "locations": [_location(result)],
    }


def _location(result: Result) -> Json:
    pointer, at = result.finding.pointer, result.finding.position
    physical = _physical(result.file, result.item.file)
    if at:
        physical["region"] = {"startLine": at.line, "startColumn": at.column}
    logical = {"logicalLocations": [{"fullyQualifiedName": plain(pointer)}]} if pointer else {}
    return {"physicalLocation": physical, **logical}


def _physical(index: int, file: str) -> dict[str, Json]:
    return {"artifactLocation": {"uri": _uri(file), "index": index}}


def _notifications(checked: Sequence[Checked]) -> Iterator[Json]:
    for index, item in enumerate(checked):
        for hint in item.hints:
            yield {
                "level": "note",
                "message": {"text": f"{hint.sentence} {plain(hint.command)}".rstrip()},
                "locations": [{"physicalLocation": _physical(index, item.file)}],
            }


def _uri(file: str) -> str:
    """A relative file stays relative, as scanners want it; its bytes may be no text at all."""
    if file == STANDARD_INPUT:
        return "stdin"
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
