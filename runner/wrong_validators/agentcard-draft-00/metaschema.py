"""The metaschema of draft 2020-12 with one of its constraints left out, or with those of an older draft in its place."""

import json
import re
from copy import deepcopy
from functools import cache

from jsonschema_specifications import REGISTRY

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_check

ADDRESS = "https://json-schema.org/draft/2020-12/meta/"
VOCABULARIES = ("core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content")

DROPPED: dict[str, dict[str, Json]] = {
    "core": {
        **{f"/properties/{name}/$ref": {name: 5} for name in (
            "$id", "$schema", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor")},
        "/$defs/uriReferenceString/type": {"$ref": 5}, "/$defs/uriString/type": {"$schema": 5},
        "/$defs/anchorString/type": {"$anchor": 5}, "/$defs/anchorString/pattern": {"$anchor": "1 a"},
        "/properties/$vocabulary/type": {"$vocabulary": []},
        "/properties/$vocabulary/additionalProperties/type": {"$vocabulary": {"https://a.example/v": 5}},
        "/properties/$comment/type": {"$comment": 5}, "/properties/$defs/type": {"$defs": []},
        "/properties/$defs/additionalProperties/$dynamicRef": {"$defs": {"a": 5}},
    },
    "applicator": {
        **{f"/properties/{name}/$dynamicRef": {name: 5} for name in (
            "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not")},
        **{f"/properties/{name}/$ref": {name: {}} for name in ("prefixItems", "allOf", "anyOf", "oneOf")},
        **{f"/properties/{name}/type": {name: []} for name in (
            "properties", "patternProperties", "dependentSchemas")},
        **{f"/properties/{name}/additionalProperties/$dynamicRef": {name: {"a": 5}} for name in (
            "properties", "patternProperties", "dependentSchemas")},
        "/$defs/schemaArray/type": {"allOf": {}}, "/$defs/schemaArray/minItems": {"anyOf": []},
        "/$defs/schemaArray/items/$dynamicRef": {"oneOf": [5]},
    },
    "unevaluated": {
        "/properties/unevaluatedItems/$dynamicRef": {"unevaluatedItems": 5},
        "/properties/unevaluatedProperties/$dynamicRef": {"unevaluatedProperties": 5},
    },
    "validation": {
        "/properties/type/anyOf": {"type": 5}, "/$defs/simpleTypes/enum": {"type": "any"},
        "/properties/type/anyOf/1/minItems": {"type": []}, "/properties/type/anyOf/1/uniqueItems": {"type": ["null", "null"]},
        "/properties/type/anyOf/1/items/$ref": {"type": ["any"]},
        "/properties/enum/type": {"enum": {}}, "/properties/multipleOf/type": {"multipleOf": "2"},
        "/properties/multipleOf/exclusiveMinimum": {"multipleOf": 0},
        **{f"/properties/{name}/type": {name: "5"} for name in (
            "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "pattern", "uniqueItems") if name != "pattern"},
        "/properties/pattern/type": {"pattern": 5},
        **{f"/properties/{name}/$ref": {name: -1} for name in (
            "maxLength", "minLength", "maxItems", "minItems", "maxContains", "minContains", "maxProperties",
            "minProperties")},
        "/properties/required/$ref": {"required": "a"}, "/properties/dependentRequired/type": {"dependentRequired": []},
        "/properties/dependentRequired/additionalProperties/$ref": {"dependentRequired": {"a": "b"}},
        "/$defs/nonNegativeInteger/type": {"maxLength": "5"}, "/$defs/nonNegativeInteger/minimum": {"maxItems": -1},
        "/$defs/stringArray/type": {"required": True}, "/$defs/stringArray/items/type": {"required": [5]},
        "/$defs/stringArray/uniqueItems": {"required": ["a", "a"]},
    },
    "meta-data": {
        "/properties/title/type": {"title": 5}, "/properties/description/type": {"description": 5},
        "/properties/deprecated/type": {"deprecated": "no"}, "/properties/readOnly/type": {"readOnly": "no"},
        "/properties/writeOnly/type": {"writeOnly": "no"}, "/properties/examples/type": {"examples": "a"},
    },
    "format-annotation": {"/properties/format/type": {"format": 5}},
    "content": {
        "/properties/contentEncoding/type": {"contentEncoding": 5},
        "/properties/contentMediaType/type": {"contentMediaType": 5},
        "/properties/contentSchema/$dynamicRef": {"contentSchema": 5},
    },
}  # fmt: skip
"""The place of a constraint in each vocabulary, and a schema that breaks it."""


def documents() -> dict[str, Json]:
    return {name: deepcopy(dict(REGISTRY.contents(ADDRESS + name))) for name in VOCABULARIES}


def without(document: Json, pointer: str) -> None:
    *above, last = pointer.split("/")[1:]
    for step in above:
        document = document[int(step) if isinstance(document, list) else step]
    del document[last]


def bundled(vocabularies: dict[str, Json]) -> Json:
    """One schema of all vocabularies, in which each says `#`, so that schemas in schemas are held against all."""
    bundle: dict[str, Json] = {"type": ["object", "boolean"], "allOf": [], "$defs": {}}
    for name, document in vocabularies.items():
        bundle["allOf"].append({"$ref": f"#/$defs/{name}"})
        bundle["$defs"][name] = local(document, name)
    return bundle


def local(part: Json, name: str) -> Json:
    """With references that lead on within the bundle."""
    if isinstance(part, list):
        return [local(each, name) for each in part]
    if not isinstance(part, dict):
        return part
    found = {}
    for key, value in part.items():
        if key == "$dynamicRef" and isinstance(value, str):
            found["$ref"] = "#"
        elif key == "$ref" and isinstance(value, str):
            found[key] = value.replace("#/", f"#/$defs/{name}/")
        elif key not in ("$schema", "$id", "$vocabulary", "$dynamicAnchor") or isinstance(value, dict):
            found[key] = local(value, name)
    return found


@cache
def metaschema_without(vocabulary: str, pointer: str) -> IsValid:
    changed = documents()
    if pointer:
        without(changed[vocabulary], pointer)
    return compile_check(bundled(changed))


SCHEMA_PLACES = ("/capabilities/*/input_schema", "/capabilities/*/output_schema")


def holds_schemas_against(vocabulary: str, pointer: str) -> Accepts:
    """Judges the schemas of a card with another metaschema."""

    def accepts(card: JudgedCard) -> bool:
        others = [each for each in card.violations if not each.requirement.endswith("put-schema-valid")]
        schemas = [schema for place in SCHEMA_PLACES for schema in card.values(place)]
        if others or not schemas or card.is_valid:
            return card.is_valid
        return all(map(metaschema_without(vocabulary, pointer), json.loads(json.dumps(schemas))))

    return accepts


def witness_of(schema: Json, place: str = "input_schema") -> dict[str, Json]:
    return {f"/capabilities/0/{place}": {"type": "object", "properties": {"place": schema}}}


WITHOUT = [
    WrongValidator(
        f"{re.sub('[^A-Za-z0-9]+', '-', f'{vocabulary}{pointer}').strip('-')}-left-out",
        "a metaschema written from memory, or types generated from a part of it",
        witness_of(schema),
        holds_schemas_against(vocabulary, pointer),
    )
    for vocabulary, dropped in DROPPED.items()
    for pointer, schema in dropped.items()
]

WITHOUT_VOCABULARIES = [
    WrongValidator(
        f"{vocabulary}-not-looked-at",
        "an object of types for the keywords that are known, and the rest is let through",
        witness_of(next(iter(DROPPED[vocabulary].values()))),
        holds_schemas_against(vocabulary, "/properties"),
    )
    for vocabulary in VOCABULARIES
]


def walks(into: frozenset[str]) -> Accepts:
    """Holds only those subschemas against the metaschema that lie below some keywords."""

    def is_seen(at: tuple[str, ...]) -> bool:
        return all(step not in HOLDERS or step in into for step in at[:-1])

    return lambda card: card.is_valid_but_for(
        lambda each: each.requirement.endswith("put-schema-valid") and not is_seen(each.at[3:])
    )


HOLDERS = {
    "properties": {"a": None}, "items": None, "prefixItems": [None], "contains": None, "additionalProperties": None,
    "patternProperties": {"a": None}, "propertyNames": None, "dependentSchemas": {"a": None}, "if": None, "then": None,
    "else": None, "not": None, "allOf": [None], "anyOf": [None], "oneOf": [None], "$defs": {"a": None},
    "unevaluatedItems": None, "unevaluatedProperties": None, "contentSchema": None,
}  # fmt: skip
BAD = {"type": "any"}


def holding(holder: Json) -> Json:
    if isinstance(holder, dict):
        return {"a": BAD}
    return [BAD] if isinstance(holder, list) else BAD


NOT_WALKED = [
    WrongValidator(
        f"schemas-below-{keyword.strip('$')}-not-looked-at",
        "a walk over the keywords that came to mind",
        {"/capabilities/0/input_schema": {"type": "object", keyword: holding(holder)}},
        walks(frozenset(HOLDERS) - {keyword}),
    )
    for keyword, holder in HOLDERS.items()
]


def bounded(levels: int) -> Accepts:
    """Looks at so many levels of a schema."""
    return lambda card: card.is_valid_but_for(
        lambda each: each.requirement.endswith("put-schema-valid") and len(each.at) - 3 > levels
    )


def nested(levels: int) -> Json:
    schema: Json = BAD
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


LEVELS = [
    WrongValidator(
        f"schemas-looked-at-to-{levels}-steps",
        "a bound on recursion, after which all is well",
        {"/capabilities/0/input_schema": nested(levels)},
        bounded(levels),
    )
    for levels in (1, 2, 3, 4, 5, 8, 10, 16, 20, 32)
]
ONE_PLACE = [
    WrongValidator(
        f"{place.replace('_', '-')}-needs-to-be-an-object-and-nothing-else",
        "isinstance(schema, dict)",
        {f"/capabilities/0/{place}": BAD},
        lambda card, place=place: card.is_valid_but_for(
            lambda each: each.requirement == f"{place.replace('_', '-')}-valid"
        ),
    )
    for place in ("input_schema", "output_schema")
]
