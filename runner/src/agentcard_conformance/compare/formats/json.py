"""A comparison as JSON, described by schema/suite/comparison.schema.json."""

import json
from collections.abc import Iterable, Mapping

from agentcard_conformance import __version__
from agentcard_conformance.compare.results import Change, Comparison, Direction, FlipGroup, MovedFixture
from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.model import Json, Steps, to_pointer

_FORMAT = 1
_NAMES = {Direction.REFUSED: "breaking", Direction.ACCEPTED: "loosening"}


def render(comparison: Comparison, *, terminal: bool = False) -> str:  # noqa: ARG001  # the same bytes anywhere
    """One object, in ASCII, sorted."""
    return json.dumps(_without_surrogates(_document(comparison)), indent=1, sort_keys=True) + "\n"


def _without_surrogates(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _without_surrogates(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_surrogates(part) for part in value]
    return replace_surrogates(value) if isinstance(value, str) else value


def _document(comparison: Comparison) -> Json:
    flips = comparison.sorted_flips
    return {
        "format": _FORMAT,
        "suite": __version__,
        "old": comparison.old,
        "new": comparison.new,
        "drafts": comparison.drafts,
        "dialect": comparison.dialect,
        "rules": comparison.rules,
        "answer": comparison.headline,
        "step": comparison.step,
        "answers": _named({each: found._asdict() for each, found in comparison.answers.items()}),
        "complete": comparison.complete,
        "seconds": comparison.seconds,
        "replayed": {**comparison.replayed},
        "breaking": [_flip_document(each) for each in flips if each.direction is Direction.REFUSED],
        "loosening": [_flip_document(each) for each in flips if each.direction is Direction.ACCEPTED],
        "moved": _moved_documents(comparison.moved),
        "contested": _moved_documents(comparison.contested),
        "unwitnessed": [
            {"change": _change_document(each.change), "tried": each.tried, "answers": _named(each.answers)}
            for each in comparison.unwitnessed
        ],
        "unknown": [
            {"schema": each.label, "keyword": each.keyword, "at": to_pointer(each.at)} for each in comparison.unknown
        ],
        "unread": comparison.unread,
    }


def _named(answers: Mapping[Direction, Json]) -> Json:
    """By direction, under the names that lists of flips have."""
    return {_NAMES[direction]: answer for direction, answer in answers.items()}


def _flip_document(flips: FlipGroup) -> Json:
    return {
        "requirement": flips.requirement,
        "change": _change_document(flips.change) if flips.change else None,
        "seen": {**flips.seen},
        "places": flips.places,
        "witness": {**flips.witness._asdict(), "refusal": flips.witness.refusal._asdict()},
    }


def _change_document(change: Change) -> Json:
    return {
        **change._asdict(),
        "old_at": _pointer(change.old_at),
        "new_at": _pointer(change.new_at),
        "places": sorted(replace_surrogates(to_pointer(place)) for place in change.places),
    }


def _pointer(steps: Steps | None) -> str | None:
    return None if steps is None else to_pointer(steps)


def _moved_documents(moved: Iterable[MovedFixture]) -> Json:
    return [each._asdict() for each in sorted(moved, key=lambda each: each.path)]
