"""Decides whether one document accepts every card that another accepts: yes, no, or not known.

jsonschema-rs is asked about the whole. What it leaves open is taken apart: where two schemas have the same keywords, it
is enough that each schema in the new one accepts all that its counterpart does, and references may be followed in the
new document in place of the old one. That is an induction over the parts of a card, which holds for schemas that refer
to themselves, too; but only where accepting more below means accepting more above.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import jsonschema_rs

from agentcard_conformance.compare.proofs.implied_patterns import with_implied_patterns, without_idle_patterns
from agentcard_conformance.compare.proofs.named_members import with_members_of
from agentcard_conformance.compare.proofs.one_document import OneDocument, are_same_json, definition_address
from agentcard_conformance.model import Json, Steps
from agentcard_conformance.schema_engine.subschemas import subschemas, walk_schema

_LARGEST_WHOLE = 100_000
"""Characters of a document about which the engine is asked as a whole; one of a megabyte took it minutes."""

_LARGEST_DIFFERENCE = 10_000
"""Characters of a schema of the difference: to make cards from one of 100,000 took 16 s, and around the change 1 s."""

_NOT_RISING = ("not", "oneOf", "if")
"""Keywords that may refuse more when a schema in them accepts more."""

_WATCHING = ("unevaluatedProperties", "unevaluatedItems", "maxContains")
"""Keywords with which others may, too."""

_GROUPS = (
    ("additionalProperties", "properties", "patternProperties"),
    ("items", "prefixItems"),
    ("if", "then", "else"),
    ("then", "if"),
    ("else", "if"),
    ("anyOf",),
    ("oneOf",),
)
"""Where the first keyword stands, those beside it have a part in what it demands."""

_COUNT = "minContains"

_UNDECIDED = (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError)
"""What the engine raises about documents that it cannot compare: its CanonicalizationError is a ValueError."""


class DecidedContainment(NamedTuple):
    """What is known, and a schema of the cards that the old document accepts and the new one refuses."""

    holds: bool | None
    difference: Json
    """None where there is no such schema."""


def decide_containment(old: OneDocument, new: OneDocument) -> DecidedContainment:
    """Whether the new document accepts every card that the old one accepts."""
    old, new = without_idle_patterns(old), without_idle_patterns(new)
    old = with_implied_patterns(old, new)
    if _Parts(old, new).hold():
        return DecidedContainment(holds=True, difference=None)
    before, after = old.whole(), new.whole()
    if max(_length(before), _length(after)) > _LARGEST_WHOLE:
        return DecidedContainment(holds=None, difference=None)
    return _decide_whole(before, after)


def covers_in_draft_4(old: Json, new: Json) -> bool | None:
    """The engine's answer alone, on schemas as they are written."""
    try:
        sides = [
            jsonschema_rs.canonicalize(each, draft=jsonschema_rs.Draft4, validate_formats=True, offline=True)
            for each in (new, old)
        ]
        return _as_truth(sides[0].covers(sides[1]))
    except _UNDECIDED:
        return None


def _decide_whole(old: Json, new: Json) -> DecidedContainment:
    try:
        before, after = _canonical(old), _canonical(new)
        holds = _as_truth(after.covers(before))
    except _UNDECIDED:
        return DecidedContainment(holds=None, difference=None)
    return DecidedContainment(holds, None) if holds else _with_difference(holds=holds, before=before, after=after)


def _with_difference(*, holds: bool | None, before: Any, after: Any) -> DecidedContainment:
    """The cards between them may be seen to be none, or some, where `covers` tells neither."""
    try:
        difference = before.subtract(after)
        has_cards = _as_truth(difference.satisfiability()) if holds is None else True
        written = difference.to_json_schema()
        is_large = _length(written) > _LARGEST_DIFFERENCE
        return DecidedContainment(None if has_cards is None else not has_cards, None if is_large else written)
    except _UNDECIDED:
        return DecidedContainment(holds, difference=None)


def _canonical(schema: Json) -> Any:
    return jsonschema_rs.canonicalize(schema, draft=jsonschema_rs.Draft202012, validate_formats=True, offline=True)


def _as_truth(answer: Any) -> bool | None:
    return {"yes": True, "no": False}.get(answer.value)


def _length(schema: Json) -> int:
    return len(str(schema))


class _Parts:
    """The definitions of two documents, compared one by one."""

    def __init__(self, old: OneDocument, new: OneDocument) -> None:
        self._old, self._new = old.definitions, new.definitions
        self._starts = old.start, new.start
        self._same = _names_of_same(self._old, self._new)

    def hold(self) -> bool:
        """Whether each schema of the new document is seen to accept all that its counterpart accepts."""
        if _accepts_all(self._new[self._starts[1]]) or _accepts_none(self._old[self._starts[0]]):
            return True
        if self._starts[0] != self._starts[1]:
            return False
        differing = (name for name in self._old if name not in self._same)
        return all(self._holds(self._old[name], self._new.get(name, self._old[name])) for name in differing)

    def _holds(self, old: Json, new: Json) -> bool:
        if not self._rises(old):
            return False
        return are_same_json(old, new) or self._engine_holds(old, new) or self._each_holds(old, new)

    def _each_holds(self, old: Json, new: Json) -> bool:
        """Whether what the new one demands is in each keyword no more than what the old one demands in the same."""
        if not (isinstance(old, dict) and isinstance(new, dict)) or any(word in {**old, **new} for word in _WATCHING):
            return False
        old, new = with_members_of(new, old), with_members_of(old, new)
        before, after = dict(subschemas(old)), dict(subschemas(new))
        if not _is_grouped_alike(before, after) or old.get(_COUNT) != new.get(_COUNT):
            return False
        if any(steps[0] in _NOT_RISING and not are_same_json(part, before[steps]) for steps, part in after.items()):
            return False
        frames = _without_schemas(old, before), _without_schemas(new, after)
        return (are_same_json(*frames) or self._engine_holds(*frames)) and all(
            self._holds(before[steps], part) for steps, part in after.items()
        )

    def _engine_holds(self, old: Json, new: Json) -> bool:
        """The engine's answer, with the definitions of the new document for both."""
        definitions = {**self._old, **self._new}
        documents = [_with_definitions(part, definitions) for part in (old, new)]
        return max(map(_length, documents)) <= _LARGEST_WHOLE and _decide_covers(*documents)

    def _rises(self, schema: Json) -> bool:
        """Whether it accepts no less when what its references lead to accepts more, if that can be at all."""
        parts = [part for _, part in walk_schema(schema) if isinstance(part, dict)]
        watched = any(word in part for part in parts for word in _WATCHING)
        kept = [schema] if watched else [part[word] for part in parts for word in _NOT_RISING if word in part]
        return all(name in self._same for part in kept for name in _referred(part, self._old))


def _decide_covers(old: Json, new: Json) -> bool:
    try:
        return _as_truth(_canonical(new).covers(_canonical(old))) is True
    except _UNDECIDED:
        return False


def _accepts_all(schema: Json) -> bool:
    return schema is True or schema == {}


def _accepts_none(schema: Json) -> bool:
    return schema is False


def _without_schemas(schema: Mapping[str, Json], parts: Mapping[Steps, Json]) -> Json:
    holding = {steps[0] for steps in parts}
    return {word: value for word, value in schema.items() if word not in holding}


def _is_grouped_alike(old: Mapping[Steps, Json], new: Mapping[Steps, Json]) -> bool:
    """Whether the new schema holds no schema that the old one lacks, and the groups that it has are whole."""
    if not new.keys() <= old.keys():
        return False
    return all(
        {steps for steps in old if steps[0] in words} == {steps for steps in new if steps[0] in words}
        for words in _GROUPS
        if any(steps[0] in words[:1] for steps in new)
    )


def _referred(part: Json, definitions: Mapping[str, Json]) -> Iterator[str]:
    """The definitions to which something within refers; a list stands for what a keyword holds."""
    found = set(_references(part))
    return (name for name in definitions if definition_address(name) in found)


def _references(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from _references(part)
    elif isinstance(value, list):
        for part in value:
            yield from _references(part)


def _with_definitions(part: Json, definitions: Mapping[str, Json]) -> Json:
    """A schema with all that it leads to."""
    reached: dict[str, Json] = {}
    todo = [part]
    while todo:
        for name in _referred(todo.pop(), definitions):
            if name not in reached:
                reached[name] = definitions[name]
                todo.append(definitions[name])
    return {"allOf": [part], "$defs": reached} if reached else part


def _names_of_same(old: Mapping[str, Json], new: Mapping[str, Json]) -> set[str]:
    """The definitions that are the same in both documents, with all that they lead to."""
    changed = {name for name in old if name not in new or not are_same_json(old[name], new[name])}
    leading = {name: {*_referred(part, old)} for name, part in old.items()}
    return {*old} - _with_leading(changed, leading)


def _with_leading(changed: Iterable[str], leading: Mapping[str, set[str]]) -> set[str]:
    found = {*changed}
    while more := {name for name, targets in leading.items() if targets & found} - found:
        found |= more
    return found
