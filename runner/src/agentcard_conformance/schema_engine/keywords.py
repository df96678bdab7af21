"""The one table of JSON Schema's keywords: how further schemas stand in each, and which values these judge."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
METASCHEMA = "https://json-schema.org/draft/2020-12/schema"
VOCABULARIES = ("core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content")


class Holds(Enum):
    """How further schemas stand in the value of a keyword."""

    NONE = "no schema"
    ONE = "a schema"
    LIST = "a list of schemas"
    MAP = "schemas by name"


class Judges(Enum):
    """Which values the schemas in a keyword judge, seen from the value that the keyword itself judges."""

    NOTHING = "no value of the card"
    SAME = "the same value"
    MEMBER = "the member of that name"
    PARTS = "its members or items"
    NAMES = "the names of its members"
    REST = "what its neighbours have not looked at"


class Keyword(NamedTuple):
    """One keyword."""

    name: str
    holds: Holds = Holds.NONE
    judges: Judges = Judges.NOTHING
    type: str = ""
    """The one type of value that it says something of; empty where it judges any."""
    annotates: bool = False
    """Whether it judges no value, and only tells something to readers."""


_OBJECT, _ARRAY, _STRING, _NUMBER = "object", "array", "string", "number"

_TABLE = (
    *(Keyword(name, annotates=True) for name in ("$schema", "$id", "$comment", "$anchor", "$vocabulary")),
    *(Keyword(name, annotates=True) for name in ("title", "description", "default", "examples", "deprecated")),
    *(Keyword(name, annotates=True) for name in ("readOnly", "writeOnly", "contentEncoding", "contentMediaType")),
    Keyword("$defs", Holds.MAP, annotates=True),
    Keyword("definitions", Holds.MAP, annotates=True),  # its name until 2019, which the metaschema still knows
    Keyword("contentSchema", Holds.ONE, annotates=True),
    *(Keyword(name) for name in ("$ref", "$dynamicRef", "$dynamicAnchor", "type", "enum", "const", "format")),
    *(Keyword(name, Holds.LIST, Judges.SAME) for name in ("allOf", "anyOf", "oneOf")),
    *(Keyword(name, Holds.ONE, Judges.SAME) for name in ("not", "if", "then", "else")),
    Keyword("dependentSchemas", Holds.MAP, Judges.SAME, _OBJECT),
    Keyword("properties", Holds.MAP, Judges.MEMBER, _OBJECT),
    Keyword("patternProperties", Holds.MAP, Judges.PARTS, _OBJECT),
    Keyword("additionalProperties", Holds.ONE, Judges.PARTS, _OBJECT),
    Keyword("propertyNames", Holds.ONE, Judges.NAMES, _OBJECT),
    Keyword("prefixItems", Holds.LIST, Judges.PARTS, _ARRAY),
    Keyword("items", Holds.ONE, Judges.PARTS, _ARRAY),
    Keyword("contains", Holds.ONE, Judges.PARTS, _ARRAY),
    Keyword("unevaluatedProperties", Holds.ONE, Judges.REST, _OBJECT),
    Keyword("unevaluatedItems", Holds.ONE, Judges.REST, _ARRAY),
    *(Keyword(name, type=_OBJECT) for name in ("required", "dependentRequired", "minProperties", "maxProperties")),
    *(Keyword(name, type=_ARRAY) for name in ("minItems", "maxItems", "uniqueItems", "minContains", "maxContains")),
    *(Keyword(name, type=_STRING) for name in ("minLength", "maxLength", "pattern")),
    *(Keyword(name, type=_NUMBER) for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")),
    Keyword("multipleOf", type=_NUMBER),
)

KEYWORDS: Mapping[str, Keyword] = {keyword.name: keyword for keyword in _TABLE}


def keywords_where(condition: Callable[[Keyword], bool]) -> tuple[str, ...]:
    """The names of the keywords of which something holds, in the order of the table."""
    return tuple(keyword.name for keyword in _TABLE if condition(keyword))


REFERENCES = ("$ref", "$dynamicRef")
ANNOTATIONS = keywords_where(lambda keyword: keyword.annotates)
IN_PLACE = keywords_where(lambda keyword: keyword.judges is Judges.SAME)
"""Those whose schemas judge the very value that the keyword judges."""
