"""The drafts of JSON Schema that a revision may be written in, each rewritten as draft 2020-12 with the same meaning.

Everything else knows 2020-12 alone; a card is confirmed by the draft's own engine, too, on what was written.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from agentcard_conformance.model import Json, parse_pointer, to_pointer
from agentcard_conformance.schema_engine.keywords import KEYWORDS

_FORMATS_4 = ("date-time", "email", "hostname", "ipv4", "ipv6", "uri")
_FORMATS_6 = (*_FORMATS_4, "json-pointer", "uri-reference", "uri-template")
_FORMATS_7 = (
    *(*_FORMATS_6, "date", "time", "regex", "relative-json-pointer"),
    *("idn-email", "idn-hostname", "iri", "iri-reference"),
)
_SHARED = (
    *("type", "enum", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "items"),
    *("minProperties", "maxProperties", "required", "properties", "patternProperties", "additionalProperties"),
    *("allOf", "anyOf", "oneOf", "not", "$ref", "definitions", "title", "description", "default", "$defs"),
)
_OLD_FORMS = ("additionalItems", "dependencies")
_WORDS_6 = (*_SHARED, *_OLD_FORMS, "const", "contains", "propertyNames", "examples")
_WORDS_7 = (*_WORDS_6, "if", "then", "else", "$comment", "readOnly", "writeOnly")
_WORDS_2019 = (
    *(*_WORDS_7, "$anchor", "$recursiveRef", "$recursiveAnchor"),
    *("dependentRequired", "dependentSchemas", "minContains", "maxContains", "deprecated"),
    *("unevaluatedProperties", "unevaluatedItems", "contentSchema"),
)
_BY_NAME = ("properties", "patternProperties", "definitions", "$defs", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = (
    *("not", "if", "then", "else", "contains", "propertyNames", "additionalProperties"),
    *("unevaluatedProperties", "unevaluatedItems", "contentSchema"),
)
_SAFE = "/~%!$&'()*+,;=:@?"
"""What need not be escaped in a reference; names of definitions have `<` and blanks, which engines refuse there."""

_RECURSIVE = "recursive"
"""The name of the anchor that stands for `$recursiveAnchor`."""


class OlderDraft(NamedTuple):
    """One of the drafts before 2020-12."""

    name: str
    words: frozenset[str]
    """The keywords that it defines; others judge nothing in it."""
    formats: frozenset[str] | None
    """The formats that it defines; None where they are those of 2020-12."""
    id_word: str = "$id"
    excludes_by_flag: bool = False
    """Whether `exclusiveMinimum` says of `minimum` that it is exclusive."""
    ref_stands_alone: bool = True
    """Whether nothing beside a `$ref` counts."""


DRAFTS: Mapping[str, OlderDraft] = {
    "http://json-schema.org/draft-04/schema": OlderDraft(
        "draft-04", frozenset((*_SHARED, *_OLD_FORMS)), frozenset(_FORMATS_4), id_word="id", excludes_by_flag=True
    ),
    "http://json-schema.org/draft-06/schema": OlderDraft("draft-06", frozenset(_WORDS_6), frozenset(_FORMATS_6)),
    "http://json-schema.org/draft-07/schema": OlderDraft("draft-07", frozenset(_WORDS_7), frozenset(_FORMATS_7)),
    "https://json-schema.org/draft/2019-09/schema": OlderDraft(
        "draft 2019-09", frozenset(_WORDS_2019), None, ref_stands_alone=False
    ),
}
"""By the address of the metaschema."""


def to_current(schema: Json, draft: OlderDraft) -> Json:
    """The schema as draft 2020-12 says the same."""
    return _Rewriting(draft, follows_scope=_has_recursive_anchor(schema)).rewritten(schema)


class _Rewriting(NamedTuple):
    draft: OlderDraft
    follows_scope: bool
    """Whether `$recursiveRef` depends on the way to it: without an anchor it is a plain reference."""

    def rewritten(self, schema: Json) -> Json:
        if not isinstance(schema, dict):
            return schema
        kept = {word: value for word, value in schema.items() if self._has_place(word)}
        if self.draft.ref_stands_alone and "$ref" in kept:
            kept = {word: value for word, value in kept.items() if word in ("$ref", "definitions", "$defs", "$comment")}
        else:
            kept = {**self._address(schema), **kept}
        return {word: value for each in kept for word, value in self._written(each, kept)}

    def _has_place(self, word: str) -> bool:
        """Whether it means the same in the draft and in 2020-12: a keyword of both, or of neither."""
        return word in self.draft.words or word not in {*KEYWORDS, *_WORDS_2019, "id"}

    def _address(self, schema: Mapping[str, Json]) -> Mapping[str, Json]:
        given = schema.get(self.draft.id_word)
        if not isinstance(given, str):
            return {}
        address, _, anchor = given.partition("#")
        return {**({"$id": address} if address else {}), **({"$anchor": anchor} if anchor else {})}

    def _written(self, word: str, beside: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
        """A keyword as one or several of 2020-12."""
        value = beside[word]
        if word in _BY_NAME:
            yield word, {name: self.rewritten(part) for name, part in value.items()}
        elif word in _LISTS:
            yield word, [self.rewritten(part) for part in value]
        elif word in _SINGLE:
            yield word, self.rewritten(value)
        elif word in ("items", "additionalItems", "dependencies"):
            yield from self._array_or_dependency(word, beside)
        elif word in ("$ref", "$recursiveRef", "$recursiveAnchor"):
            yield from self._reference(word, value)
        elif word in ("exclusiveMinimum", "exclusiveMaximum", "minimum", "maximum") and self.draft.excludes_by_flag:
            yield from _bound(word, beside)
        elif word not in self.draft.words:  # of its own, and perhaps referred to
            yield word, self.rewritten(value)
        elif word != "format" or self.draft.formats is None or value in self.draft.formats:
            yield word, value

    def _array_or_dependency(self, word: str, beside: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
        value = beside[word]
        if word == "items" and isinstance(value, list):
            yield "prefixItems", [self.rewritten(part) for part in value]
        elif word == "items" or (word == "additionalItems" and isinstance(beside.get("items"), list)):
            yield "items", self.rewritten(value)
        elif word == "dependencies":
            names = {name: part for name, part in value.items() if isinstance(part, list)}
            schemas = {name: self.rewritten(part) for name, part in value.items() if name not in names}
            yield from (
                (key, part) for key, part in (("dependentRequired", names), ("dependentSchemas", schemas)) if part
            )

    def _reference(self, word: str, value: Json) -> Iterator[tuple[str, Json]]:
        if word == "$ref":
            yield word, _moved(value)
        elif word == "$recursiveAnchor":
            yield from [("$dynamicAnchor", _RECURSIVE)] if value else ()
        else:
            yield ("$dynamicRef", f"#{_RECURSIVE}") if self.follows_scope else ("$ref", value)


def _bound(word: str, beside: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """In draft-04 the exclusive words are true or false, and are about the other two."""
    if word.startswith("exclusive"):
        return
    flag = f"exclusive{word[0].upper()}{word[1:]}"
    yield (flag if beside.get(flag) is True else word), beside[word]


def _has_recursive_anchor(value: Json) -> bool:
    if isinstance(value, dict):
        return value.get("$recursiveAnchor") is True or any(map(_has_recursive_anchor, value.values()))
    return isinstance(value, list) and any(map(_has_recursive_anchor, value))


def _moved(reference: str) -> str:
    """A reference to where a schema stands once it is rewritten."""
    address, hash_sign, pointer = reference.partition("#")
    if not pointer.startswith("/"):
        return reference
    steps = [str(step) for step in parse_pointer(pointer)]
    for index, step in enumerate(steps):
        if index and steps[index - 1] in _BY_NAME:
            continue
        if step == "items" and steps[index + 1 : index + 2] and steps[index + 1].isdecimal():
            steps[index] = "prefixItems"
        elif step in ("additionalItems", "dependencies"):
            steps[index] = {"additionalItems": "items", "dependencies": "dependentSchemas"}[step]
    return f"{address}{hash_sign}{quote(to_pointer(steps), safe=_SAFE)}"
