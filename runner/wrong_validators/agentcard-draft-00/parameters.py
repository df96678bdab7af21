"""Schemas of parameters, held to what some API of function calling takes, to another draft, or to a compiler's limits."""

import re
from collections.abc import Callable, Iterator

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, wrong
from agentcard_conformance.model import Json

INPUT, OUTPUT = "/capabilities/*/input_schema", "/capabilities/*/output_schema"
TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
COMBINED = "structured outputs and function calling take a part of JSON Schema"


def schemas_in(schema: Json) -> Iterator[Json]:
    """A schema and all within it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"):
            inner = [*value.values()] if isinstance(value, dict) else []
        elif keyword in ("enum", "const", "default", "examples"):
            inner = []
        else:
            inner = value if isinstance(value, list) else [value]
        for each in inner:
            yield from schemas_in(each)


def refuses(test: Callable[[Json], bool], *places: str, root: bool = False) -> Accepts:
    """Refuses a card for one schema, or for a root of one, of some kind."""

    def accepts(card: JudgedCard) -> bool:
        if not card.is_valid:
            return False
        roots = [schema for place in places or (INPUT, OUTPUT) for schema in card.values(place)]
        return not any(test(each) for schema in roots for each in ([schema] if root else schemas_in(schema)))

    return accepts


def is_of(value: Json, name: Json) -> bool:
    """Whether a value is of a type."""
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "number": (int, float)}
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number if name == "number" else isinstance(value, kinds.get(name, object))


def fits(value: Json, schema: Json) -> bool:
    wanted = schema.get("type")
    names = wanted if isinstance(wanted, list) else [wanted]
    return wanted is None or any(is_of(value, name) for name in names)


PLACE = {"type": "string"}
WITH_KEYWORD = {
    "allOf": [PLACE], "anyOf": [PLACE], "oneOf": [PLACE], "not": PLACE, "if": PLACE, "then": PLACE, "else": PLACE,
    "$ref": "#", "$defs": {"a": PLACE}, "$id": "https://schemas.example.com/a", "$schema":
    "https://json-schema.org/draft/2020-12/schema", "$anchor": "a", "$comment": "a", "$dynamicRef": "#",
    "$dynamicAnchor": "a", "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": True},
    "const": 1, "enum": ["a"], "default": "a", "examples": ["a"], "title": "a", "format": "date", "pattern": "a",
    "minLength": 1, "maxLength": 1, "minimum": 1, "maximum": 1, "exclusiveMinimum": 1, "exclusiveMaximum": 1,
    "multipleOf": 2, "minItems": 1, "maxItems": 1, "uniqueItems": True, "contains": PLACE, "minContains": 1,
    "maxContains": 1, "items": PLACE, "prefixItems": [PLACE], "additionalProperties": True, "patternProperties": {"a": PLACE},
    "propertyNames": PLACE, "minProperties": 1, "maxProperties": 1, "dependentRequired": {"a": ["b"]},
    "dependentSchemas": {"a": PLACE}, "unevaluatedItems": True, "unevaluatedProperties": True, "contentEncoding": "base64",
    "contentMediaType": "text/plain", "contentSchema": PLACE, "readOnly": True, "writeOnly": True, "deprecated": True,
    "definitions": {"a": PLACE}, "dependencies": {"a": ["b"]}, "nullable": True, "x-order": 1,
}  # fmt: skip

KEYWORDS = [
    WrongValidator(
        f"no-{keyword.strip('$')}{'-of-a-dollar' if keyword[0] == '$' else ''}-in-{word}",
        COMBINED,
        {f"/capabilities/0/{place}": {"type": "object", "properties": {"place": {keyword: value}}}},
        refuses(lambda schema, keyword=keyword: keyword in schema, f"/capabilities/*/{place}"),
    )
    for keyword, value in WITH_KEYWORD.items()
    for word, place in (("parameters", "input_schema"), ("results", "output_schema"))
]

ROOT_KEYWORDS = [
    WrongValidator(
        f"no-{keyword.strip('$')}-at-the-root",
        "the root of parameters is a plain object",
        {"/capabilities/0/input_schema": {"type": "object", keyword: WITH_KEYWORD[keyword]}},
        refuses(lambda schema, keyword=keyword: keyword in schema, INPUT, root=True),
    )
    for keyword in (
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "enum",
        "$ref",
        "if",
        "const",
        "patternProperties",
        "dependentRequired",
    )
]


def schema_of(**keywords: Json) -> Json:
    return {"type": "object", "properties": {"place": keywords}}


DEMANDS: dict[str, tuple[str, Json, Callable[[Json], bool], bool]] = {
    "type-of-each-member": ("each parameter has a type", schema_of(description="a"), lambda each: "type" not in each, False),
    "type-at-the-root": ("type: object is wanted", {}, lambda each: "type" not in each, True),
    "type-object-at-the-root": ("type: object is wanted", {"type": "array"}, lambda each: each.get("type") != "object", True),
    "properties-at-the-root": ("an object has properties", {"type": "object"}, lambda each: "properties" not in each, True),
    "members-at-the-root": ("an object has properties", {"type": "object", "properties": {}},
                            lambda each: not each.get("properties", 1), True),
    "required-at-the-root": ("strict mode", schema_of(type="string"), lambda each: "required" not in each, True),
    "all-members-required": ("strict mode", {**schema_of(type="string"), "required": []},
                             lambda each: {*each.get("properties", {})} != {*each.get("required", [])}, True),
    "no-further-members": ("strict mode", schema_of(type="string"),
                           lambda each: each.get("additionalProperties") is not False, True),
    "no-true-for-further-members": ("strict mode", {"type": "object", "additionalProperties": True},
                                    lambda each: each.get("additionalProperties") is True, False),
    "no-schema-for-further-members": ("a dict of values is no struct", {"type": "object", "additionalProperties": PLACE},
                                      lambda each: isinstance(each.get("additionalProperties"), dict), False),
    "items-of-arrays": ("arrays need items, at Google and OpenAI", schema_of(type="array"),
                        lambda each: each.get("type") == "array" and "items" not in each, False),
    "properties-of-objects": ("objects need properties, at Google", schema_of(type="object"),
                              lambda each: each.get("type") == "object" and not each.get("properties"), False),
    "required-members-described": ("each required member is described", {"type": "object", "required": ["a"]},
                                   lambda each: not {*each.get("required", [])} <= {*each.get("properties", {})}, False),
    "description-of-each-member": ("a model reads them", schema_of(type="string"),
                                   lambda each: "description" not in each and each.get("type") == "string", False),
    "one-type-at-a-time": ("type is a string in a struct", schema_of(type=["string", "null"]),
                           lambda each: isinstance(each.get("type"), list), False),
    "no-null-type": ("nullable, as in OpenAPI", schema_of(type="null"), lambda each: each.get("type") == "null", False),
    "no-boolean-schemas": ("a schema is an object in a struct", {"type": "object", "properties": {"a": True}},
                           lambda each: any(isinstance(below, bool) for below in each.get("properties", {}).values()), False),
    "no-boolean-items": ("a schema is an object in a struct", schema_of(type="array", items=False),
                         lambda each: isinstance(each.get("items"), bool), False),
    "no-empty-schemas": ("a schema says something", {"type": "object", "properties": {"a": {}}}, lambda each: each == {}, False),
    "enum-not-empty": ("draft 4", schema_of(enum=[]), lambda each: each.get("enum") == [], False),
    "enum-of-one-kind": ("an enum of a language", schema_of(enum=["a", 1]),
                         lambda each: len({type(value) for value in each.get("enum", [])}) > 1, False),
    "enum-of-texts": ("an enum of a language", schema_of(enum=[1, 2]),
                      lambda each: not all(isinstance(value, str) for value in each.get("enum", [])), False),
    "enum-without-repetition": ("SHOULD, read as MUST", schema_of(enum=["a", "a"]),
                                lambda each: len(each.get("enum", [])) > len({repr(value) for value in each.get("enum", [])}),
                                False),
    "enum-that-fits-the-type": ("a linter's check", schema_of(type="string", enum=["a", 1]),
                                lambda each: not all(fits(value, each) for value in each.get("enum", [])), False),
    "const-that-fits-the-type": ("a linter's check", schema_of(type="string", const=1),
                                 lambda each: "const" in each and not fits(each["const"], each), False),
    "default-that-fits-the-type": ("Ajv's strictDefaults, pydantic", schema_of(type="integer", default="ten"),
                                   lambda each: "default" in each and not fits(each["default"], each), False),
    "default-among-the-enum": ("a linter's check", schema_of(enum=["a"], default="b"),
                               lambda each: "default" in each and "enum" in each and each["default"] not in each["enum"], False),
    "examples-that-fit-the-type": ("a linter's check", schema_of(type="integer", examples=["ten"]),
                                   lambda each: not all(fits(value, each) for value in each.get("examples", [])), False),
    "required-not-empty": ("draft 4", {"type": "object", "required": []}, lambda each: each.get("required") == [], False),
    "dependents-not-empty": ("draft 4", {"type": "object", "dependentRequired": {"a": []}},
                             lambda each: [] in [*each.get("dependentRequired", {}).values()], False),
    "limits-in-order": ("a linter's check", schema_of(minimum=5, maximum=1),
                        lambda each: each.get("minimum", 0) > each.get("maximum", 10**400), False),
    "lengths-in-order": ("a linter's check", schema_of(minLength=5, maxLength=1),
                         lambda each: each.get("minLength", 0) > each.get("maxLength", 10**400), False),
    "keywords-of-the-type": ("Ajv's strictTypes", schema_of(type="string", minimum=1),
                             lambda each: each.get("type") == "string" and "minimum" in each, False),
    "known-formats": ("Ajv throws on formats it does not know", schema_of(type="string", format="postcode"),
                      lambda each: "format" in each and each["format"] not in (
                          "date", "date-time", "time", "email", "uri", "uuid", "hostname", "ipv4", "ipv6", "regex",
                          "duration"), False),
    "no-recursion": ("a struct that holds itself", {"type": "object", "properties": {"a": {"$ref": "#"}}},
                     lambda each: each.get("$ref") == "#", False),
    "references-into-defs-alone": ("a lookup in one table", schema_of(**{"$ref": "#/properties/other"}),
                                   lambda each: str(each.get("$ref", "")).startswith("#/properties"), False),
    "references-alone": ("draft 7: what stands beside $ref is ignored, or forbidden",
                         schema_of(**{"$ref": "#/$defs/a", "description": "a"}),
                         lambda each: "$ref" in each and len(each) > 1, False),
    "no-references-elsewhere": ("a compiler cannot load them", schema_of(**{"$ref": "https://schemas.example.com/a"}),
                                lambda each: str(each.get("$ref", "")).startswith("https:"), False),
    "metaschema-named": ("a schema names its draft", {"type": "object"}, lambda each: "$schema" not in each, True),
    "names-of-letters": ("arguments of a function", {"type": "object", "properties": {"max-words": PLACE}},
                         lambda each: not all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in each.get("properties", {})), False),
    "names-of-small-letters": ("snake case", {"type": "object", "properties": {"maxWords": PLACE}},
                               lambda each: any(name != name.lower() for name in each.get("properties", {})), False),
    "names-that-are-no-keywords": ("a walk that takes members for keywords",
                                   {"type": "object", "properties": {"type": {"type": "string"}}},
                                   lambda each: bool({"type", "required", "enum"} & {*each.get("properties", {})}), False),
    "at-most-10-members": ("a limit of some API", {"type": "object", "properties": {f"p{n}": {} for n in range(11)}},
                           lambda each: len(each.get("properties", {})) > 10, False),
    "at-most-100-members": ("a limit of structured outputs", {"type": "object", "properties": {f"p{n}": {} for n in range(101)}},
                            lambda each: len(each.get("properties", {})) > 100, False),
    "no-look-ahead": ("RE2, Go and Rust", schema_of(pattern="^(?=.*[0-9]).+$"),
                      lambda each: "(?=" in each.get("pattern", ""), False),
    "no-negative-look-ahead": ("RE2, Go and Rust", schema_of(pattern="^(?!admin)"),
                               lambda each: "(?!" in each.get("pattern", ""), False),
    "no-look-behind": ("older browsers, RE2, Go and Rust", schema_of(pattern="(?<=a)b"),
                       lambda each: "(?<=" in each.get("pattern", "") or "(?<!" in each.get("pattern", ""), False),
    "no-back-reference": ("RE2, Go and Rust", schema_of(pattern=r"^(.)\1$"),
                          lambda each: bool(re.search(r"\\[1-9]", each.get("pattern", ""))), False),
    "no-unicode-property": ("re in Python", schema_of(pattern=r"^\p{L}+$"), lambda each: r"\p{" in each.get("pattern", ""), False),
    "no-named-group": ("(?P<name>) in Python and Go", schema_of(pattern="(?<year>[0-9]{4})"),
                       lambda each: bool(re.search(r"\(\?<[a-z]", each.get("pattern", ""))), False),
    "no-escaped-code-point": (r"\u in Go and Rust", schema_of(pattern="[\\u00e0-\\u00ff]"),
                              lambda each: "\\u" in each.get("pattern", ""), False),
    "no-control-escape": (r"\cJ in Python", schema_of(pattern=r"\cJ"), lambda each: "\\c" in each.get("pattern", ""), False),
    "no-large-repetition": ("1,000 in RE2 and Go", schema_of(pattern="^a{1001}$"),
                            lambda each: any(int(n) > 1000 for n in re.findall(r"\{(\d{1,9})", each.get("pattern", ""))), False),
    "no-empty-pattern": ("if not pattern", schema_of(pattern=""), lambda each: each.get("pattern") == "", False),
    "no-empty-class": ("[] in ECMAScript matches nothing, and is no pattern in Python", schema_of(pattern="[^]"),
                       lambda each: "[^]" in each.get("pattern", ""), False),
    "no-huge-limit": ("integers of 32 bits", schema_of(maxLength=4294967296),
                      lambda each: any(each.get(name, 0) > 2**32 - 1 for name in ("maxLength", "maxItems")), False),
    "at-most-10-levels": ("a limit of structured outputs", {"type": "object"}, lambda each: depth_of(each) > 10, True),
    "at-most-5-levels": ("a limit of structured outputs", {"type": "object"}, lambda each: depth_of(each) > 5, True),
    "text-that-is-no-language": ("a description is a sentence", schema_of(description=""),
                                 lambda each: each.get("description") == "", False),
    "dates-as-defaults": ("an example of another draft", schema_of(default=None),
                          lambda each: "default" in each and each["default"] is None, False),
}  # fmt: skip


def depth_of(value: Json) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0) if isinstance(value, dict | list) else 0


def nested(levels: int) -> Json:
    schema: Json = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


DEMANDED = [
    WrongValidator(
        f"demands-{name}", habit,
        {"/capabilities/0/input_schema": nested(10) if name.endswith("-levels") else schema},
        refuses(test, INPUT, root=root),
    )
    for name, (habit, schema, test, root) in DEMANDS.items()
]  # fmt: skip

TAKEN: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "required-of-a-property": ("draft 3: required is a boolean", {"required": True},
                               lambda each: isinstance(each.get("required"), bool)),
    "boolean-limits": ("draft 4: exclusiveMinimum is a boolean", {"exclusiveMinimum": True},
                       lambda each: isinstance(each.get("exclusiveMinimum"), bool)),
    "items-as-a-list": ("drafts before 2020-12: items is a tuple", {"items": [PLACE]},
                        lambda each: isinstance(each.get("items"), list)),
    "type-any": ("draft 3: type any", {"type": "any"}, lambda each: each.get("type") == "any"),
    "types-of-python": ("names of types in a language", {"type": "str"},
                        lambda each: each.get("type") in ("str", "int", "float", "bool", "list", "dict")),
    "types-of-google": ("STRING, OBJECT: the enum of Gemini", {"type": "STRING"},
                        lambda each: isinstance(each.get("type"), str) and each["type"].lower() in TYPES),
    "type-file": ("type file, of Swagger", {"type": "file"}, lambda each: each.get("type") == "file"),
    "type-as-null": ("a type that may be null", {"type": None}, lambda each: "type" in each and each["type"] is None),
    "type-date": ("a type that is a format", {"type": "date"}, lambda each: each.get("type") in ("date", "datetime")),
    "enum-as-an-object": ("names with labels", {"enum": {"a": "A"}}, lambda each: isinstance(each.get("enum"), dict)),
    "enum-as-a-text": ("words with commas", {"enum": "a,b"}, lambda each: isinstance(each.get("enum"), str)),
    "numbers-as-texts": ("attributes of a form", {"minLength": "1"}, lambda each: isinstance(each.get("minLength"), str)),
    "negative-lengths": ("an integer is enough", {"minLength": -1},
                         lambda each: isinstance(each.get("minLength"), int) and each["minLength"] < 0),
    "members-as-names-of-types": ("a short form: properties as name and type", {"properties": {"a": "string"}},
                                  lambda each: isinstance(each.get("properties"), dict)
                                  and any(isinstance(below, str) for below in each["properties"].values())),
    "properties-as-a-list": ("parameters of OpenAPI", {"properties": [{"name": "a"}]},
                             lambda each: isinstance(each.get("properties"), list)),
    "items-as-a-type": ("a short form", {"items": "string"}, lambda each: isinstance(each.get("items"), str)),
    "required-as-a-text": ("a list of one", {"required": "a"}, lambda each: isinstance(each.get("required"), str)),
    "null-for-a-keyword": ("pydantic's model_dump() with None", {"title": None},
                           lambda each: any(value is None for name, value in each.items()
                                            if name in ("title", "minLength", "maximum", "properties", "items", "minimum",
                                                        "maxLength"))),
}  # fmt: skip


def takes(is_taken: Callable[[Json], bool]) -> Accepts:
    """Takes a card whose only faults are in schemas of some kind."""

    def accepts(card: JudgedCard) -> bool:
        roots = [schema for place in (INPUT, OUTPUT) for schema in card.values(place)]
        taken = any(is_taken(each) for schema in roots for each in schemas_in(schema))
        return card.is_valid_but_for(lambda each: taken and each.requirement.endswith("put-schema-valid"))

    return accepts


TAKEN_SCHEMAS = [
    WrongValidator(f"takes-{name}", habit, {"/capabilities/0/input_schema": {"properties": {"a": schema}}}, takes(test))
    for name, (habit, schema, test) in TAKEN.items()
]


def identifiers(card: JudgedCard, keyword: str) -> list[str]:
    roots = [schema for place in (INPUT, OUTPUT) for schema in card.values(place)]
    return [str(each[keyword]) for schema in roots for each in schemas_in(schema) if keyword in each]


SHARED = [
    WrongValidator(
        f"one-compiler-for-all-schemas-meets-{name}-twice",
        "one instance of Ajv for the whole program",
        {"/capabilities/0/input_schema": {keyword: value}, "/capabilities/0/output_schema": {keyword: value}},
        lambda card, keyword=keyword: (
            card.is_valid and len({*identifiers(card, keyword)}) == len(identifiers(card, keyword))
        ),
    )
    for name, keyword, value in (
        ("an-id", "$id", "https://schemas.example.com/a"),
        ("an-anchor", "$anchor", "place"),
        ("a-dynamic-anchor", "$dynamicAnchor", "place"),
    )
]


@wrong("schemas of one capability are compared: in and out must not be the same", {
    "/capabilities/0/input_schema": {"type": "object"}, "/capabilities/0/output_schema": {"type": "object"}
})  # fmt: skip
def same_schema_in_and_out(card: JudgedCard) -> bool:
    """Takes the same schema on both sides for a slip."""
    return card.is_valid and not any(
        each.get("input_schema") is not None and each.get("input_schema") == each.get("output_schema")
        for each in card.values("/capabilities/*")
    )


@wrong("parameters are held against what the results say", {"/capabilities/0/output_schema": {"type": "object"}})
def results_without_parameters(card: JudgedCard) -> bool:
    """Refuses an output_schema alone."""
    return card.is_valid and not any(
        "output_schema" in each and "input_schema" not in each for each in card.values("/capabilities/*")
    )
