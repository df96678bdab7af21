"""Recorded revisions of schemas: what each tightens, and rewrites that change nothing."""

import json
from typing import NamedTuple

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.subschemas import is_local

SUITE = read_suite()


class Tightened(NamedTuple):
    """Two revisions of which the second refuses more and accepts nothing new; the other way round it is loosened."""

    name: str
    keyword: str
    loose: Json
    tight: Json


class Rewritten(NamedTuple):
    """Two ways to say the same."""

    name: str
    old: Json
    new: Json


def ours(**parts: Json) -> Json:
    """The schema of the default dialect, with definitions of its own put in place of those there are."""
    schema = json.loads(json.dumps(SUITE.default.schema))
    schema["$defs"] |= {name.replace("_", "-"): part for name, part in parts.items()}
    return schema


def text(**words: Json) -> Json:
    """What is asked of a string, as the dialect's schema writes it."""
    return {"if": {"type": "string"}, "then": {"type": "string", **words}}


def about(requirement: str, part: Json) -> Json:
    """A definition that names its requirement."""
    return {"$comment": requirement, **part}


def _object(**words: Json) -> Json:
    return {"if": {"type": "object"}, "then": {"type": "object", **words}}


def _of_name(**words: Json) -> Json:
    return ours(name_length=about("name-length", text(**words)))


def _of_protocols(*protocols: str) -> Json:
    return ours(endpoint_protocol_known=about("endpoint-protocol-known", text(enum=[*protocols])))


def _of_priority(**words: Json) -> Json:
    part = {"if": {"type": "number"}, "then": {"type": "number", **words}}
    return ours(goal_priority_range=about("goal-priority-range", part))


TIGHTENED_OURS = (
    Tightened("a longest name", "maxLength", ours(), _of_name(minLength=1, maxLength=64)),
    Tightened("a shortest name", "minLength", ours(), _of_name(minLength=2, maxLength=128)),
    Tightened("a protocol less", "enum", ours(), _of_protocols("http", "https", "grpc", "mcp")),
    Tightened("priorities up to a half", "maximum", ours(), _of_priority(minimum=0, maximum=0.5)),
    Tightened("priorities above zero", "minimum", _of_priority(maximum=1), ours()),
    Tightened(
        "no underscore in a capability's id",
        "pattern",
        ours(),
        ours(capability_id_form=about("capability-id-form", text(pattern="^[a-z0-9][a-z0-9.-]*$"))),
    ),
    Tightened(
        "two capabilities",
        "minItems",
        ours(),
        ours(
            capabilities_not_empty=about(
                "capabilities-not-empty", {"if": {"type": "array"}, "then": {"type": "array", "minItems": 2}}
            )
        ),
    ),
    Tightened(
        "tags may be numbers",
        "type",
        ours(tag_type=about("tag-type", {"type": ["string", "number"]})),
        ours(),
    ),
    Tightened(
        "a card needs no version",
        "required",
        ours(version_required=about("version-required", _object(properties={"version": True}))),
        ours(),
    ),
)

DEEP = r"^[1-9]+(?:-(?:0|[a-z-][0-9a-z-]*)(?:\.(?:0|[1-9]+|[0-9]*[a-z-]))*)?$"

TIGHTENED = (
    Tightened("type", "type", {"type": ["string", "null"]}, {"type": "string"}),
    Tightened("integers", "type", {"type": "number"}, {"type": "integer"}),
    Tightened("enum", "enum", {"enum": ["a", "b", 3]}, {"enum": ["a", 3]}),
    Tightened("const", "const", {"type": ["string", "array"]}, {"type": ["string", "array"], "const": ["a"]}),
    Tightened("minLength", "minLength", {"type": "string"}, {"type": "string", "minLength": 3}),
    Tightened("maxLength", "maxLength", {"type": "string", "maxLength": 9}, {"type": "string", "maxLength": 8}),
    Tightened("pattern", "pattern", {"pattern": "^[a-z]+(?:-[a-z]+)*$"}, {"pattern": "^[a-z]+$"}),
    Tightened("deep in a pattern", "pattern", {"pattern": DEEP.replace("[0-9]*", "[0-9/]*")}, {"pattern": DEEP}),
    Tightened("end of a pattern", "pattern", {"pattern": "^v[0-9]{1,3}"}, {"pattern": "^v[0-9]{1,3}$"}),
    Tightened("minimum", "minimum", {"type": "number", "minimum": 0}, {"type": "number", "minimum": 0.001}),
    Tightened("maximum", "maximum", {"maximum": 100}, {"maximum": 99}),
    Tightened("exclusiveMinimum", "exclusiveMinimum", {"exclusiveMinimum": 4}, {"exclusiveMinimum": 5}),
    Tightened("exclusiveMaximum", "exclusiveMaximum", {"type": "number"}, {"type": "number", "exclusiveMaximum": 1e9}),
    Tightened("multipleOf", "multipleOf", {"multipleOf": 3}, {"multipleOf": 6}),
    Tightened("minItems", "minItems", {"type": "array"}, {"type": "array", "minItems": 4}),
    Tightened(
        "maxItems",
        "maxItems",
        {"items": {"type": "string"}, "maxItems": 5},
        {"items": {"type": "string"}, "maxItems": 4},
    ),
    Tightened(
        "uniqueItems", "uniqueItems", {"items": {"type": "object"}}, {"items": {"type": "object"}, "uniqueItems": True}
    ),
    Tightened("minProperties", "minProperties", {"type": "object"}, {"type": "object", "minProperties": 2}),
    Tightened("maxProperties", "maxProperties", {"maxProperties": 7}, {"maxProperties": 6}),
    Tightened("required", "required", {"required": ["b"]}, {"required": ["a", "b"]}),
    Tightened(
        "properties",
        "properties",
        {"properties": {"a": {"type": "string"}}},
        {"properties": {"a": {"type": "string"}, "b": {"type": "integer"}}},
    ),
    Tightened(
        "a closed object that knows fewer",
        "properties",
        {"properties": {"a": True, "b": True}, "additionalProperties": False},
        {"properties": {"a": True}, "additionalProperties": False},
    ),
    Tightened(
        "additionalProperties",
        "additionalProperties",
        {"properties": {"a": True}},
        {"properties": {"a": True}, "additionalProperties": {"type": "string"}},
    ),
    Tightened(
        "patternProperties",
        "patternProperties",
        {"type": "object"},
        {"type": "object", "patternProperties": {"^x-": {"type": "string"}}},
    ),
    Tightened(
        "propertyNames", "pattern", {"propertyNames": {"pattern": "^[a-z]"}}, {"propertyNames": {"pattern": "^[a-z]+$"}}
    ),
    Tightened("items", "items", {"type": "array"}, {"type": "array", "items": {"type": "number"}}),
    Tightened("below items", "minimum", {"items": {"items": {"minimum": 1}}}, {"items": {"items": {"minimum": 2}}}),
    Tightened(
        "prefixItems",
        "prefixItems",
        {"prefixItems": [{"type": "string"}]},
        {"prefixItems": [{"type": "string"}, {"type": "boolean"}]},
    ),
    Tightened("contains", "contains", {"type": "array"}, {"type": "array", "contains": {"const": "a"}}),
    Tightened(
        "minContains",
        "minContains",
        {"contains": {"type": "string"}},
        {"contains": {"type": "string"}, "minContains": 3},
    ),
    Tightened(
        "maxContains",
        "maxContains",
        {"contains": {"type": "string"}},
        {"contains": {"type": "string"}, "maxContains": 2},
    ),
    Tightened(
        "dependentRequired",
        "dependentRequired",
        {"dependentRequired": {"a": ["b"]}},
        {"dependentRequired": {"a": ["b", "c"]}},
    ),
    Tightened(
        "dependentSchemas",
        "dependentSchemas",
        {"type": "object"},
        {"type": "object", "dependentSchemas": {"card": {"required": ["address"]}}},
    ),
    Tightened(
        "if",
        "if",
        {"required": ["kind"]},
        {"required": ["kind"], "if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["z"]}},
    ),
    Tightened(
        "when a condition holds",
        "enum",
        {"if": {"properties": {"kind": {"enum": ["a"]}}, "required": ["kind"]}, "then": {"required": ["z"]}},
        {"if": {"properties": {"kind": {"enum": ["a", "b"]}}, "required": ["kind"]}, "then": {"required": ["z"]}},
    ),
    Tightened(
        "else",
        "minLength",
        {"if": {"maxLength": 3}, "then": True, "else": {"minLength": 4}},
        {"if": {"maxLength": 3}, "then": True, "else": {"minLength": 6}},
    ),
    Tightened("allOf", "maximum", {"allOf": [{"type": "integer"}]}, {"allOf": [{"type": "integer"}, {"maximum": 8}]}),
    Tightened(
        "anyOf",
        "anyOf",
        {"anyOf": [{"type": "string"}, {"type": "null"}, {"minimum": 3}]},
        {"anyOf": [{"type": "null"}, {"type": "string"}]},
    ),
    Tightened(
        "oneOf",
        "oneOf",
        {"oneOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]},
        {"oneOf": [{"type": "object", "required": ["id"]}]},
    ),
    Tightened("not", "not", {"type": "string"}, {"type": "string", "not": {"pattern": "^tmp"}}),
    Tightened("what is not allowed", "enum", {"not": {"enum": ["a", "b"]}}, {"not": {"enum": ["a", "b", "c"]}}),
    Tightened("format", "format", {"type": "string"}, {"type": "string", "format": "ipv4"}),
    Tightened(
        "unevaluatedProperties",
        "unevaluatedProperties",
        {"allOf": [{"properties": {"a": True}}]},
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
    ),
    Tightened(
        "unevaluatedItems",
        "unevaluatedItems",
        {"prefixItems": [True]},
        {"prefixItems": [True], "unevaluatedItems": False},
    ),
    Tightened("everything", "false", loose=True, tight=False),
    Tightened(
        "in a tree",
        "minLength",
        {"type": "object", "properties": {"name": {"type": "string"}, "children": {"items": {"$ref": "#"}}}},
        {
            "type": "object",
            "properties": {"name": {"type": "string", "minLength": 1}, "children": {"items": {"$ref": "#"}}},
        },
    ),
)
"""Of small schemas, where no card is at hand."""


def _reversed(value: Json) -> Json:
    """With the members of every object in the other order."""
    if isinstance(value, dict):
        return {name: _reversed(value[name]) for name in reversed(value)}
    return [_reversed(each) for each in value] if isinstance(value, list) else value


def _renamed(schema: Json) -> Json:
    """With every definition under another name."""
    text = json.dumps(schema).replace("#/$defs/", "#/$defs/of-")
    renamed = json.loads(text)
    renamed["$defs"] = {f"of-{name}": part for name, part in renamed["$defs"].items()}
    return renamed


def _inlined(schema: Json) -> Json:
    """With every definition where it is referred to."""

    def within(value: Json) -> Json:
        if isinstance(value, list):
            return [within(each) for each in value]
        if not isinstance(value, dict):
            return value
        if is_local(value.get("$ref", "")):
            return within(schema["$defs"][value["$ref"].removeprefix("#/$defs/")])
        return {name: within(part) for name, part in value.items()}

    return within({name: part for name, part in schema.items() if name != "$defs"})


REWRITTEN_OURS = (
    Rewritten("members in another order", ours(), _reversed(ours())),
    Rewritten("definitions renamed", ours(), _renamed(ours())),
    Rewritten("definitions inlined", ours(), _inlined(ours())),
    Rewritten("annotations", ours(), {**ours(), "title": "Card", "description": "Of an agent.", "examples": [{}]}),
    Rewritten("a class of digits", ours(), json.loads(json.dumps(ours()).replace("[0-9]*", "\\\\d*"))),
    Rewritten(
        "a class in another order",
        ours(),
        ours(agent_id_form=about("agent-id-form", text(pattern="^[A-HJKMNP-TV-Z0-9]{26}$"))),
    ),
    Rewritten("a list in another order", ours(), _of_protocols("mcp", "stdio", "grpc", "https", "http")),
)

KIND = {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}

REWRITTEN = (
    Rewritten("an alternative as a class", {"pattern": "^(?:a|b)$"}, {"pattern": "^[ab]$"}),
    Rewritten("a repetition written out", {"pattern": "^x{2,3}$"}, {"pattern": "^xxx?$"}),
    Rewritten("a pattern as a length", {"type": "string", "pattern": r"^[\s\S]+$"}, {"type": "string", "minLength": 1}),
    Rewritten("a constant as a list", {"const": "a"}, {"enum": ["a"]}),
    Rewritten("a constant of a type", {"const": 1.0}, {"type": "integer", "const": 1}),
    Rewritten("types in another order", {"type": ["string", "null", "number"]}, {"type": ["number", "null", "string"]}),
    Rewritten("integers are numbers", {"type": "number"}, {"type": ["integer", "number"]}),
    Rewritten(
        "a bound that is left out", {"type": "integer", "minimum": 1}, {"type": "integer", "exclusiveMinimum": 0}
    ),
    Rewritten("a bound that says nothing", {"type": "array"}, {"type": "array", "minItems": 0}),
    Rewritten("a multiple as a type", {"type": "number", "multipleOf": 1}, {"type": "integer"}),
    Rewritten(
        "what is asked in one or in two",
        {"type": "string", "minLength": 2, "pattern": "^a"},
        {"allOf": [{"minLength": 2}, {"type": "string", "allOf": [{"pattern": "^a"}]}]},
    ),
    Rewritten(
        "a condition as a choice",
        {"if": KIND, "then": {"required": ["z"]}},
        {"anyOf": [{"not": KIND}, {"required": ["z"]}]},
    ),
    Rewritten(
        "a condition the other way round",
        {"if": KIND, "then": {"required": ["z"]}, "else": {"required": ["y"]}},
        {"if": {"not": KIND}, "then": {"required": ["y"]}, "else": {"required": ["z"]}},
    ),
    Rewritten(
        "a double negation", {"type": "string", "maxLength": 4}, {"not": {"not": {"type": "string", "maxLength": 4}}}
    ),
    Rewritten(
        "what is required, apart", {"required": ["a", "b"]}, {"allOf": [{"required": ["b"]}, {"required": ["a"]}]}
    ),
    Rewritten(
        "a requirement that hangs on a member",
        {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"a": {"required": ["b"]}}},
    ),
    Rewritten(
        "a choice of types",
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, {"type": "string"}]},
    ),
    Rewritten(
        "a choice as a list", {"anyOf": [{"const": "a"}, {"const": 2}, {"const": None}]}, {"enum": [2, None, "a"]}
    ),
    Rewritten(
        "closed in two ways",
        {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
        {"properties": {"a": {"type": "string"}}, "unevaluatedProperties": False},
    ),
    Rewritten("at least one item", {"type": "array", "minItems": 1}, {"type": "array", "contains": True}),
    Rewritten(
        "a tree, one level further down",
        {"$ref": "#/$defs/tree", "$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}, "maxItems": 2}}},
        {"maxItems": 2, "items": {"$ref": "#"}},
    ),
    Rewritten("nothing is allowed", old=False, new={"not": {}}),
)
