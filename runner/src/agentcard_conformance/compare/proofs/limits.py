"""Where no proof is claimed: what a schema holds that was shown to be decided wrongly, with the pair that shows it."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.keywords import IN_PLACE, REFERENCES

_LINE_ENDS = re.compile("[\r\u2028\u2029]")
_DOT = re.compile(r"(?<!\\)(?:\\\\)*\.")

_WATCHING = ("unevaluatedItems", "unevaluatedProperties")

_OF_METASCHEMA = "meta"
"""The dynamic anchor that the metaschema refers to."""

_FOLDER = "https://schema.invalid/folder"
_LISTS = {
    "list": {
        "$id": f"{_FOLDER}/list",
        "$defs": {"any": {"$dynamicAnchor": "item"}},
        "items": {"$dynamicRef": "#item"},
    },
    **{
        f"{name}s": {
            "$id": f"{_FOLDER}/{name}s",
            "$ref": "list",
            "$defs": {"mine": {"$dynamicAnchor": "item", "type": name}},
        }
        for name in ("string", "number")
    },
}
"""A list of whatever the schema that leads to it says, and two schemas that do."""


_DRAFT_4 = "http://json-schema.org/draft-04/schema"


class ProofLimit(NamedTuple):
    """One construct."""

    name: str
    why: str
    is_in: Callable[[Sequence[RevisionSchemas]], bool]
    """Whether it is in two revisions, taken together."""
    old: Json
    new: Json
    """Together a pair about which a proof would be wrong, with a card that shows it."""
    card: Json
    depends_on_spelling: bool = False
    """Whether not even a list of values says how each of them is written."""


def limits_of(*sides: RevisionSchemas) -> list[ProofLimit]:
    """Those that apply to two revisions."""
    return [limit for limit in PROOF_LIMITS if limit.is_in(sides)]


def _is_dynamic(sides: Sequence[RevisionSchemas]) -> bool:
    """Whether a reference is dynamic: of those of the metaschema an anchor elsewhere may change what they lead to."""
    parts = [part.keywords for side in sides for part in side.walk()]
    return any("$dynamicRef" in part or part.get("$dynamicAnchor") == _OF_METASCHEMA for part in parts)


def _has_line_ends(sides: Sequence[RevisionSchemas]) -> bool:
    texts = (text for side in sides for text in _texts([*side.documents.values()]))
    return any(map(_LINE_ENDS.search, texts)) and any(_DOT.search(pattern) for pattern in _patterns(sides))


def _counts_fractions(sides: Sequence[RevisionSchemas]) -> bool:
    """Whether a draft-04 schema and another differ in where they ask for integers."""
    if all(side.revision.metaschema != _DRAFT_4 for side in sides):
        return False
    numeric = [sorted(_numeric_types(side)) for side in sides]
    return numeric[0] != numeric[-1]


def _numeric_types(side: RevisionSchemas) -> Iterator[str]:
    for part in side.walk():
        listed = part.keywords.get("type", [])
        if {"integer", "number"} & {*([listed] if isinstance(listed, str) else listed)}:
            yield f"{part.at} {listed}"


def _has_dependencies(sides: Sequence[RevisionSchemas]) -> bool:
    return any("dependencies" in part.keywords for side in sides for part in side.walk())


def _loses_what_is_evaluated(sides: Sequence[RevisionSchemas]) -> bool:
    parts = [part.keywords for side in sides for part in side.walk()]
    conditions = (part["if"] for part in parts if isinstance(part.get("if"), dict))
    is_watched = any(word in part for part in parts for word in _WATCHING)
    return is_watched and any(word in condition for condition in conditions for word in (*IN_PLACE, *REFERENCES))


def _patterns(sides: Sequence[RevisionSchemas]) -> Iterator[str]:
    for part in (each for side in sides for each in side.walk()):
        yield from part.keywords.get("patternProperties", ())
        yield part.keywords.get("pattern", "")


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        yield from value
        yield from _texts([*value.values()])


PROOF_LIMITS = (
    ProofLimit(
        "$dynamicRef",
        "what it leads to depends on the way to it, and in one document there is one way to each schema",
        _is_dynamic,
        {"properties": {"a": {"$ref": "strings"}, "b": {"$ref": "numbers"}}, "$defs": _LISTS},
        {"properties": {"a": {"items": {"type": "number"}}}},
        {"a": ["x"]},
    ),
    ProofLimit(
        "the end of a line in a name or a constant, and a dot in a pattern",
        "to jsonschema-rs a dot matches a carriage return, U+2028 and U+2029, and by ECMA-262 it does not",
        _has_line_ends,
        {"const": "\r"},
        {"pattern": "^.$"},
        "\r",
    ),
    ProofLimit(
        "draft-04, where only one of the schemas asks for integers",
        "to that draft 1.0 is no integer, though it equals 1, and a proof knows numbers but not how they are written",
        _counts_fractions,
        {"$schema": f"{_DRAFT_4}#", "enum": [1]},
        {"$schema": f"{_DRAFT_4}#", "type": "integer"},
        1.0,
        depends_on_spelling=True,
    ),
    ProofLimit(
        "dependencies, in draft 2020-12",
        "jsonschema-rs goes on judging it, and to the draft it is a word without a meaning",
        _has_dependencies,
        {"type": "object"},
        {"dependencies": {"x": ["y"]}},
        {"x": 1},
    ),
    ProofLimit(
        "unevaluatedItems or unevaluatedProperties, and an if with a choice, a condition or a reference in it",
        "jsonschema-rs forgets what the schemas in such an if evaluate",
        _loses_what_is_evaluated,
        {"if": {"anyOf": [{"additionalProperties": True}, {}]}, "then": {}, "unevaluatedProperties": False},
        {"if": {"type": "string"}, "then": {}, "unevaluatedProperties": False},
        {"a": 1},
    ),
)
