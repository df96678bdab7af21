"""A revision as one document, with nothing in it but what judges a card.

Each schema that a reference leads to stands in `$defs` under the place where it was written, so that the same one has
the same name in both revisions; none refers to `#`, which is another schema in each of them.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote

from agentcard_conformance.compare.schemas import RevisionSchemas, Subschema
from agentcard_conformance.model import Json, Steps, to_pointer
from agentcard_conformance.schema_engine.keywords import IN_PLACE, KEYWORDS, REFERENCES, Holds

_TOP = "the top level"
"""The name of the schema that the whole begins with."""


_EVALUATING = (*IN_PLACE, *REFERENCES)
"""Keywords through which other schemas evaluate parts of the same value."""

_RESTS = (
    ("unevaluatedProperties", "additionalProperties", ()),
    ("unevaluatedItems", "items", ("contains",)),
)


class OneDocument(NamedTuple):
    """The schemas of a revision by name, each of which refers to others by `#/$defs/NAME` alone."""

    definitions: Mapping[str, Json]
    start: str

    def whole(self, others: Mapping[str, Json] | None = None) -> Json:
        """The document as JSON, with definitions of the same names taken from elsewhere, if there are such."""
        begin = self.definitions[self.start]
        definitions = {**self.definitions, **(others or {})}
        return {"allOf": [begin], "$defs": definitions} if definitions else begin


def one_document(schemas: RevisionSchemas, top: Subschema | None = None) -> OneDocument:
    """All that the whole revision, or one schema of it, leads to."""
    return _Writing(schemas).document(top or schemas.root)


def are_same_json(one: Json, other: Json) -> bool:
    """Whether two values are written alike but for the order of members: to Python `0` and `false` are equal."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def definition_address(name: str) -> str:
    """How a schema refers to a definition."""
    return f"#/$defs/{quote(name.replace('~', '~0').replace('/', '~1'))}"


def _are_opposed(schemas: Sequence[Json]) -> bool:
    """Whether one of them is the negation of another."""
    written = {json.dumps(each, sort_keys=True) for each in schemas}
    return any(json.dumps({"not": each}, sort_keys=True) in written for each in schemas)


def _with_plain_rest(schema: Mapping[str, Json]) -> dict[str, Json]:
    """The same with `additionalProperties` and `items` for what was not evaluated, where nothing else evaluates."""
    written = dict(schema)
    for unevaluated, rest, others in _RESTS:
        if unevaluated in written and not any(word in written for word in (*_EVALUATING, rest, *others)):
            written[rest] = written.pop(unevaluated)
    return written


class _Writing:
    """The definitions written so far, and those still to be written."""

    def __init__(self, schemas: RevisionSchemas) -> None:
        self._schemas = schemas
        self._names: dict[Steps, str] = {}
        self._todo: list[tuple[str, Subschema]] = []

    def document(self, top: Subschema) -> OneDocument:
        start = self._name(top)
        found: dict[str, Json] = {}
        while self._todo:
            name, subschema = self._todo.pop()
            found[name] = self._rewritten(subschema)
        return OneDocument(found, start)

    def _name(self, target: Subschema) -> str:
        if target.at not in self._names:
            self._names[target.at] = to_pointer(target.at) or _TOP
            self._todo.append((self._names[target.at], target))
        return self._names[target.at]

    def _rewritten(self, here: Subschema) -> Json:
        """The keywords that judge a card, with each reference led to its definition."""
        if not isinstance(here.schema, dict):
            return here.schema
        judging = (word for word in here.keywords if word in KEYWORDS and not KEYWORDS[word].annotates)
        written = {word: self._value(here, word) for word in judging if word not in (*REFERENCES, "$dynamicAnchor")}
        for target in self._schemas.targets(here):
            reference = {"$ref": self._address(target)}
            written = (
                {**written, "allOf": [*written.get("allOf", ()), reference]}
                if "$ref" in written
                else written | reference
            )
        return self._settled(_with_plain_rest(written))

    def _settled(self, schema: dict[str, Json]) -> Json:
        """The same without a choice between a schema and its negation, and `false` for both of them together."""
        if _are_opposed(schema.get("allOf", ())):
            return False
        if _are_opposed(schema.get("anyOf", ())) and not self._is_watched:
            return {word: value for word, value in schema.items() if word != "anyOf"}
        return schema

    @cached_property
    def _is_watched(self) -> bool:
        """Whether it matters anywhere what a schema evaluates that refuses nothing."""
        return any(rest[0] in part.keywords for part in self._schemas.walk() for rest in _RESTS)

    def _address(self, target: Subschema) -> str:
        if target.is_of_metaschema:
            return self._schemas.address_of(target.at)
        return definition_address(self._name(target))

    def _value(self, here: Subschema, word: str) -> Json:
        value, holds = here.keywords[word], KEYWORDS[word].holds
        if holds is Holds.ONE:
            return self._rewritten(self._schemas.child(here, word))
        if holds is Holds.LIST:
            return [self._rewritten(self._schemas.child(here, word, index)) for index in range(len(value))]
        if holds is Holds.MAP:
            return {name: self._rewritten(self._schemas.child(here, word, name)) for name in value}
        return value
