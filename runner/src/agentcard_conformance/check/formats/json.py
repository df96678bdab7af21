"""Findings as JSON, described by schema/suite/check.schema.json."""

import json
from collections.abc import Sequence

from agentcard_conformance import __version__
from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.hints import Hint
from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.model import Finding, Json

_FORMAT = 1


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One object, in ASCII."""
    document = {"format": _FORMAT, "suite": __version__, "files": [_file_document(item) for item in checked]}
    return json.dumps(document, indent=2) + "\n"


render_side_by_side = render
"""One object for each file and dialect says which dialect it is about."""


def _file_document(item: CheckedFile) -> Json:
    found = item.assessment
    return {
        "file": replace_surrogates(item.file),
        "dialect": item.dialect.id,
        "valid": None if item.is_other_format else item.is_valid,
        "violations": [_finding_document(finding) for finding in found.violations],
        "advice": [_finding_document(finding) for finding in found.advice],
        "contested": [_finding_document(finding) for finding in found.contested],
        "has_more": found.has_more,
        "hints": [_hint_document(hint) for hint in item.hints],
    }


def _finding_document(finding: Finding) -> Json:
    at = finding.position
    return {
        "requirement": finding.requirement.id,
        "section": finding.requirement.section,
        "pointer": replace_surrogates(finding.pointer),
        "line": at.line if at else None,
        "column": at.column if at else None,
        "stage": finding.stage.value,
        "what": replace_surrogates(finding.what),
        "right": finding.requirement.statement,
    }


def _hint_document(hint: Hint) -> Json:
    return {
        "name": hint.name,
        "homepage": hint.homepage,
        "sentence": replace_surrogates(hint.sentence),
        "command": replace_surrogates(hint.command) or None,
    }
