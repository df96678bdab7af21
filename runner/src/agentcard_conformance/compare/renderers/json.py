"""How does a program read a comparison? schema/suite/comparison.schema.json describes it."""

import json
from collections.abc import Iterable

from agentcard_conformance import __version__
from agentcard_conformance.compare.findings import (
    Change,
    Comparison,
    Direction,
    Flips,
    Moved,
    Refusal,
    Unknown,
    Witness,
)
from agentcard_conformance.compare.telling.account import in_order
from agentcard_conformance.compare.telling.answer import answer
from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.model import Json, to_pointer

FORMAT = 1


def render(comparison: Comparison, *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One object, in ASCII, sorted."""
    return json.dumps(_document(comparison), indent=1, sort_keys=True) + "\n"


def _document(comparison: Comparison) -> Json:
    flips = in_order(comparison.flips)
    return {
        "format": FORMAT,
        "suite": __version__,
        "old": replace_surrogates(comparison.old),
        "new": replace_surrogates(comparison.new),
        "dialect": comparison.dialect,
        "rules": comparison.rules,
        "answer": answer(comparison),
        "step": comparison.step.value,
        "complete": comparison.complete,
        "replayed": dict(comparison.replayed),
        "breaking": [_flips(each) for each in flips if each.direction is Direction.REFUSED],
        "loosening": [_flips(each) for each in flips if each.direction is Direction.ACCEPTED],
        "moved": _fixtures(comparison.moved),
        "contested": _fixtures(comparison.contested),
        "unwitnessed": [{"change": _change(each.change), "tried": each.tried} for each in comparison.unwitnessed],
        "unknown": [_unknown(each) for each in comparison.unknown],
        "unread": [replace_surrogates(each) for each in comparison.unread],
    }


def _flips(flips: Flips) -> Json:
    return {
        "requirement": replace_surrogates(flips.requirement),
        "change": _change(flips.change) if flips.change else None,
        "seen": dict(flips.seen),
        "places": [replace_surrogates(place) for place in flips.places],
        "witness": _witness(flips.witness),
    }


def _witness(witness: Witness) -> Json:
    return {
        "card": replace_surrogates(witness.card),
        "origin": replace_surrogates(witness.origin),
        "refusal": _refusal(witness.refusal),
    }


def _refusal(refusal: Refusal) -> Json:
    return {name: replace_surrogates(text) for name, text in refusal._asdict().items()}


def _change(change: Change) -> Json:
    return {
        "keyword": replace_surrogates(change.keyword),
        "requirement": replace_surrogates(change.requirement),
        "old": replace_surrogates(change.old),
        "new": replace_surrogates(change.new),
        "old_at": None if change.old_at is None else replace_surrogates(to_pointer(change.old_at)),
        "new_at": None if change.new_at is None else replace_surrogates(to_pointer(change.new_at)),
        "places": sorted(replace_surrogates(to_pointer(place)) for place in change.places),
    }


def _fixtures(found: Iterable[Moved]) -> Json:
    return [_moved(each) for each in sorted(found, key=lambda each: each.path)]


def _moved(moved: Moved) -> Json:
    return {
        "path": replace_surrogates(moved.path),
        "direction": moved.direction.value,
        "requirement": replace_surrogates(moved.requirement),
    }


def _unknown(word: Unknown) -> Json:
    return {
        "schema": replace_surrogates(word.label),
        "keyword": replace_surrogates(word.keyword),
        "at": replace_surrogates(to_pointer(word.at)),
    }
