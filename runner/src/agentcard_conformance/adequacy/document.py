"""How does a program read a corpus's adequacy? schema/suite/adequacy.schema.json describes it."""

import base64
import json

from agentcard_conformance import __version__
from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.measure import Adequacy
from agentcard_conformance.adequacy.witness import Suggestion
from agentcard_conformance.model import Json

FORMAT = 1


def render(found: Adequacy) -> str:
    """One object, in ASCII."""
    document = {
        "format": FORMAT,
        "suite": __version__,
        "dialect": found.dialect.id,
        "fixtures": len(found.fixtures),
        "counts": {
            "all": dict(found.tally(lambda _: "all").get("all", {})),
            "kind": {name: dict(tally) for name, tally in sorted(found.tally(lambda each: each.kind.value).items())},
            "about": {name: dict(tally) for name, tally in sorted(found.tally(lambda each: each.about).items())},
        },
        "survivors": [_survivor(found, breakage) for breakage in found.survivors],
        "equivalents": [_claim(found, name) for name in found.equivalent],
        "stale": [entry.breakage for entry in found.stale],
        "redundant": found.redundant,
    }
    return json.dumps(document, indent=2) + "\n"


def _survivor(found: Adequacy, breakage: Breakage) -> Json:
    search = found.searches[breakage.id]
    return {
        "breakage": breakage.id,
        "kind": breakage.kind.value,
        "about": breakage.about,
        "tried": search.tried,
        "suggestion": _suggestion(search.suggestion) if search.suggestion else None,
    }


def _suggestion(suggestion: Suggestion) -> Json:
    card = base64.b64encode(suggestion.card).decode()
    return {"path": suggestion.path, "command": suggestion.command, "card_base64": card}


def _claim(found: Adequacy, name: str) -> Json:
    entry = found.equivalent[name]
    return {"breakage": name, "entry": entry.breakage, "reason": entry.reason, "contested": entry.contested}
