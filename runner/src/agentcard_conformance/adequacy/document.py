"""The adequacy of a corpus as JSON, described by schema/suite/adequacy.schema.json."""

import base64
import json

from agentcard_conformance import __version__
from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.measure import Adequacy
from agentcard_conformance.adequacy.suggestions import Suggestion
from agentcard_conformance.model import Json

_FORMAT = 1


def adequacy_json(found: Adequacy) -> str:
    """One object, in ASCII."""
    document = {
        "format": _FORMAT,
        "suite": __version__,
        "dialect": found.dialect.id,
        "fixtures": len(found.fixtures),
        "counts": {
            "all": dict(found.count_by(lambda _: "all").get("all", {})),
            "kind": {name: dict(count) for name, count in sorted(found.count_by(lambda each: each.kind.value).items())},
            "about": {name: dict(count) for name, count in sorted(found.count_by(lambda each: each.about).items())},
        },
        "survivors": [_survivor_document(found, breakage) for breakage in found.survivors],
        "equivalents": [_equivalent_document(found, name) for name in found.equivalent],
        "stale": [entry.breakage for entry in found.stale],
        "redundant": found.redundant,
    }
    return json.dumps(document, indent=2) + "\n"


def _survivor_document(found: Adequacy, breakage: Breakage) -> Json:
    search = found.searches[breakage.id]
    return {
        "breakage": breakage.id,
        "kind": breakage.kind.value,
        "about": breakage.about,
        "tried": search.tried,
        "suggestion": _suggestion_document(search.suggestion) if search.suggestion else None,
    }


def _suggestion_document(suggestion: Suggestion) -> Json:
    card = base64.b64encode(suggestion.card).decode()
    return {"path": suggestion.path, "command": suggestion.command, "card_base64": card}


def _equivalent_document(found: Adequacy, name: str) -> Json:
    entry = found.equivalent[name]
    return {"breakage": name, "entry": entry.breakage, "reason": entry.reason, "contested": entry.contested}
