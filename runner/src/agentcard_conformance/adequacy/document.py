"""The adequacy of a corpus as JSON, described by schema/suite/adequacy.schema.json."""

import base64
import json
from collections.abc import Callable

from agentcard_conformance import __version__
from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.equivalents import Equivalent, shown_equivalents_file
from agentcard_conformance.adequacy.measure import UNSEEN, Adequacy, BreakageOutcome, MeasuredBreakage
from agentcard_conformance.adequacy.suggestions import SearchResult, Suggestion
from agentcard_conformance.model import Json

_FORMAT = 2


def adequacy_json(found: Adequacy) -> str:
    """One object, in ASCII."""
    document = {
        "format": _FORMAT,
        "suite": __version__,
        "dialects": list(found.dialects),
        "fixtures": len(found.fixtures),
        "counts": {
            "all": _count_documents(found, lambda _: "all").get("all", {}),
            "kind": _count_documents(found, lambda each: each.kind.value),
            "dialect": _count_documents(found, lambda each: each.dialect),
            "about": _count_documents(found, lambda each: each.about),
        },
        "survivors": [_survivor_document(each) for each in found.of(BreakageOutcome.SURVIVES)],
        "lost": [{**_breakage_document(each), "cause": each.lost} for each in found.of(BreakageOutcome.LOST)],
        "equivalents": [_equivalent_document(found, each, each.entry) for each in found.of(*UNSEEN) if each.entry],
        "stale": [
            {"entry": entry.breakage, "file": shown_equivalents_file(found.suite, entry.owner)} for entry in found.stale
        ],
        "redundant": found.redundant,
    }
    return json.dumps(document, indent=2) + "\n"


def _count_documents(found: Adequacy, key: Callable[[Breakage], str]) -> Json:
    return {name: dict(count) for name, count in sorted(found.count_by(key).items())}


def _breakage_document(measured: MeasuredBreakage) -> dict[str, Json]:
    breakage = measured.breakage
    return {
        "breakage": breakage.id,
        "kind": breakage.kind.value,
        "dialect": breakage.dialect,
        "about": breakage.about,
    }


def _survivor_document(measured: MeasuredBreakage) -> Json:
    search = measured.search or SearchResult(None, 0)
    return {
        **_breakage_document(measured),
        "tried": search.tried,
        "suggestion": _suggestion_document(search.suggestion) if search.suggestion else None,
    }


def _suggestion_document(suggestion: Suggestion) -> Json:
    card = base64.b64encode(suggestion.card).decode()
    return {"path": suggestion.path, "command": suggestion.command, "card_base64": card}


def _equivalent_document(found: Adequacy, measured: MeasuredBreakage, entry: Equivalent) -> Json:
    return {
        "breakage": measured.breakage.id,
        "entry": entry.breakage,
        "file": shown_equivalents_file(found.suite, entry.owner),
        "reason": entry.reason,
        "contested": entry.contested,
    }
