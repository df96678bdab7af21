"""Sample values without parts for the keywords of several subschemas together: strings, numbers and literals."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from agentcard_conformance.compare.schemas import Subschema
from agentcard_conformance.compare.witnesses.pattern_samples import pattern_samples
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import equality_key

FORMAT_SAMPLES: Mapping[str, tuple[str, ...]] = {
    "date": ("2024-02-29",),
    "date-time": ("2024-02-29T12:30:00Z", "2024-02-29T12:30:00.5+02:00"),
    "duration": ("P1D", "PT1H"),
    "email": ("a@example.com",),
    "hostname": ("example.com",),
    "idn-email": ("a@example.com", "\u00e9@example.com"),
    "idn-hostname": ("example.com", "\u00e9xample.com"),
    "ipv4": ("192.0.2.1",),
    "ipv6": ("2001:db8::1",),
    "iri": ("https://example.com/\u00e9",),
    "iri-reference": ("/\u00e9",),
    "json-pointer": ("/a/0",),
    "regex": ("^a$",),
    "relative-json-pointer": ("0/a",),
    "time": ("12:30:00Z",),
    "uri": ("https://example.com/a", "urn:a:b"),
    "uri-reference": ("/a", "https://example.com/a"),
    "uri-template": ("/a/{b}",),
    "uuid": ("2eb8aa08-aa98-11ea-b4aa-73b441d16380",),
}
"""Texts of each format that is asserted; of any other format there are none."""

SCHEMA_SAMPLES: tuple[Json, ...] = (
    {},
    {"type": "object", "properties": {"a": {"type": "string"}}},
    True,
    {"items": False},
)
"""Schemas: to make them from their metaschema took ten seconds."""

NEAR_FORMATS = (
    *("x", "", "2024-02-30", "2024-02-29T12:30:00", "12:30", "1 day", "a@", "@example.com", "-example.com"),
    *("192.0.2.256", "192.0.2", "2001:db8:::1", "/a b", "https://example.com/a b", "a", "(a", "/a/{b", "~", "\u00e9"),
)
"""Texts that one format or another accepts, and most refuse."""

LONGEST_SAMPLE = 4096
"""Characters of a text, and items; a bound beyond that is left alone."""

_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_TYPICAL_KEYWORDS = {
    "object": ("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"),
    "array": ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"),
    "string": ("pattern", "format", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
"""Keywords that tell which type is meant where none is named."""

_LOWER_BOUNDS = ("minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum", "multipleOf", "minContains")
_UPPER_BOUNDS = ("maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum")


def combine_keywords(parts: Iterable[Subschema]) -> dict[str, Any]:
    """What several subschemas demand together: of bounds the narrowest, of names all, of lists what is in each."""
    found: dict[str, Any] = {"names": [], "required": [], "types": [*_TYPES], "patterns": [], "formats": []}
    for subschema in parts:
        _combine(found, subschema)
    return found


def likely_types(combined: Mapping[str, Any]) -> list[str]:
    """The types that are allowed; those that the other keywords are about come first."""
    used = combined.get("keywords", frozenset())
    return sorted(combined["types"], key=lambda name: not used & {*_TYPICAL_KEYWORDS.get(name, ())})


def scalar_samples(type_name: str, combined: Mapping[str, Any]) -> Iterable[Json]:
    """Values without parts of one type, at the bounds and within."""
    makers = {"string": _strings, "integer": _integers, "number": _numbers}
    literals: dict[str, list[Json]] = {"boolean": [True, False], "null": [None]}
    return literals[type_name] if type_name in literals else makers[type_name](combined)


def _combine(found: dict[str, Any], subschema: Subschema) -> None:
    keywords = subschema.keywords
    found["false"] = found.get("false") or subschema.schema is False
    found["names"] += [*keywords.get("properties", ()), *keywords.get("dependentSchemas", ())]
    found["names"] += [name for listed in keywords.get("dependentRequired", {}).values() for name in listed]
    found["required"] += [name for name in keywords.get("required", ()) if name not in found["required"]]
    found["patterns"] += [keywords["pattern"]] if "pattern" in keywords else []
    found["formats"] += [keywords["format"]] if "format" in keywords else []
    for word in (each for each in _LOWER_BOUNDS if each in keywords):
        found[word] = max(keywords[word], found.get(word, -math.inf))
    for word in (each for each in _UPPER_BOUNDS if each in keywords):
        found[word] = min(keywords[word], found.get(word, math.inf))
    found["keywords"] = found.get("keywords", frozenset()) | keywords.keys()
    _combine_lists(found, keywords)


def _combine_lists(found: dict[str, Any], keywords: Mapping[str, Any]) -> None:
    if "type" in keywords:
        listed = [keywords["type"]] if isinstance(keywords["type"], str) else keywords["type"]
        allowed = [*listed, "integer"] if "number" in listed else listed
        found["types"] = [name for name in found["types"] if name in allowed]
    if "enum" in keywords or "const" in keywords:
        listed = keywords["enum"] if "enum" in keywords else [keywords["const"]]
        known = {equality_key(value) for value in found.get("enum", listed)}
        found["enum"] = [value for value in listed if equality_key(value) in known]


def _strings(combined: Mapping[str, Any]) -> Iterator[str]:
    low = min(combined.get("minLength", 0), LONGEST_SAMPLE)
    high = min(combined.get("maxLength", LONGEST_SAMPLE), LONGEST_SAMPLE)
    bases = [text for pattern in combined["patterns"] for text in pattern_samples(pattern)]
    bases += [text for name in combined["formats"] for text in FORMAT_SAMPLES.get(name, ())]
    for base in bases or ["x", "a", "A1"]:
        yield base if len(base) >= low else (base + base[-1:] * low)[:low] or "x" * low
        if high < LONGEST_SAMPLE and base:
            yield (base + base[-1] * high)[:high]
        yield (base * low)[: max(low, 1)]


def _integers(combined: Mapping[str, Any]) -> Iterator[int]:
    for number in _numbers(combined):
        yield from (math.floor(number), math.ceil(number))


def _numbers(combined: Mapping[str, Any]) -> Iterator[float]:
    return (number for number in _near_bounds(combined) if math.isfinite(number))


def _near_bounds(combined: Mapping[str, Any]) -> Iterator[float]:
    step = combined.get("multipleOf", 1)
    for low in (combined[word] for word in ("minimum", "exclusiveMinimum") if word in combined):
        yield from (low, low + step, (low // step + 1) * step)
    for high in (combined[word] for word in ("maximum", "exclusiveMaximum") if word in combined):
        yield from (high, high - step, (high // step) * step)
    yield from (step, 0, 2 * step, -step, 1.5 * step)
