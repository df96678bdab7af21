"""How does a program read what was found? schema/suite/check.schema.json describes it."""

import json
from collections.abc import Sequence

from agentcard_conformance import __version__
from agentcard_conformance.model import Finding, Json
from agentcard_conformance.renderers import Checked, Hint, scalars

FORMAT = 1


def render(checked: Sequence[Checked], *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One object, in ASCII."""
    document = {"format": FORMAT, "suite": __version__, "files": [_file(item) for item in checked]}
    return json.dumps(document, indent=2) + "\n"


def _file(item: Checked) -> Json:
    found = item.assessment
    return {
        "file": scalars(item.file),
        "dialect": item.dialect.id,
        "valid": item.valid,
        "violations": [_finding(finding) for finding in found.violations],
        "advice": [_finding(finding) for finding in found.advice],
        "contested": [_finding(finding) for finding in found.contested],
        "hints": [_hint(hint) for hint in item.hints],
    }


def _finding(finding: Finding) -> Json:
    at = finding.position
    return {
        "requirement": finding.requirement.id,
        "section": finding.requirement.section,
        "pointer": scalars(finding.pointer),
        "line": at.line if at else None,
        "column": at.column if at else None,
        "stage": finding.stage.value,
        "what": scalars(finding.what),
        "right": finding.requirement.statement,
    }


def _hint(hint: Hint) -> Json:
    return {"name": hint.name, "homepage": hint.homepage, "command": scalars(hint.command) or None}
