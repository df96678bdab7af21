"""What do the keywords of several subschemas ask of a value together, and which plain values are so?"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from agentcard_conformance.compare.schemas.references import Node
from agentcard_conformance.compare.schemas.shapes import Taken, spelled
from agentcard_conformance.compare.witnesses.format_samples import well_formed
from agentcard_conformance.compare.witnesses.pattern_samples import samples
from agentcard_conformance.model import Json

KINDS = ("object", "array", "string", "integer", "number", "boolean", "null")
HINTS = {
    "object": ("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"),
    "array": ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"),
    "string": ("pattern", "format", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
"""What tells that a type is meant where none is said."""

LONGEST = 4096
"""Characters of a text, and items; beyond, a bound is left alone."""


def together(parts: Taken) -> dict[str, Any]:
    """Of bounds the narrowest, of names all, of lists what they have in common."""
    found: dict[str, Any] = {"names": [], "required": [], "types": [*KINDS], "patterns": [], "formats": []}
    for node in parts:
        _take(found, node)
    return found


def _take(found: dict[str, Any], node: Node) -> None:
    words = node.words
    found["false"] = found.get("false") or node.schema is False
    found["names"] += [*words.get("properties", ()), *words.get("dependentSchemas", ())]
    needed = [name for listed in words.get("dependentRequired", {}).values() for name in listed]
    found["names"] += needed
    found["required"] += [name for name in words.get("required", ()) if name not in found["required"]]
    for word, into in (("pattern", "patterns"), ("format", "formats")):
        found[into] += [words[word]] if word in words else []
    for word in ("minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum", "multipleOf", "minContains"):
        found |= {word: max(words[word], found.get(word, -math.inf))} if word in words else {}
    for word in ("maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"):
        found |= {word: min(words[word], found.get(word, math.inf))} if word in words else {}
    _take_lists(found, words)


def _take_lists(found: dict[str, Any], words: Mapping[str, Any]) -> None:
    if "type" in words:
        listed = [words["type"]] if isinstance(words["type"], str) else words["type"]
        wider = [*listed, "integer"] if "number" in listed else listed
        found["types"] = [kind for kind in found["types"] if kind in wider]
    if "enum" in words or "const" in words:
        listed = words["enum"] if "enum" in words else [words["const"]]
        known = {spelled(value) for value in found.get("enum", listed)}
        found["enum"] = [value for value in listed if spelled(value) in known]
    found["words"] = found.get("words", frozenset()) | words.keys()


def kinds(words: Mapping[str, Any]) -> list[str]:
    """The types that are left; those that its other keywords are about come first."""
    spoken = words.get("words", frozenset())
    return sorted(words["types"], key=lambda kind: not spoken & {*HINTS.get(kind, ())})


def scalars(kind: str, words: Mapping[str, Any]) -> Iterable[Json]:
    """Values without parts of one type, at the bounds and within."""
    makers = {"string": _strings, "integer": _integers, "number": _numbers}
    plain: dict[str, list[Json]] = {"boolean": [True, False], "null": [None]}
    return plain[kind] if kind in plain else makers[kind](words)


def _strings(words: Mapping[str, Any]) -> Iterator[str]:
    low, high = (min(words.get(word, usual), LONGEST) for word, usual in (("minLength", 0), ("maxLength", LONGEST)))
    bases = [text for pattern in words["patterns"] for text in samples(pattern)]
    bases += [text for name in words["formats"] for text in well_formed(name)]
    for base in bases or ["x", "a", "A1"]:
        yield base if len(base) >= low else (base + base[-1:] * low)[:low] or "x" * low
        if high < LONGEST and base:
            yield (base + base[-1] * high)[:high]
        yield (base * low)[: max(low, 1)]


def _integers(words: Mapping[str, Any]) -> Iterator[int]:
    for number in _numbers(words):
        yield from (math.floor(number), math.ceil(number))


def _numbers(words: Mapping[str, Any]) -> Iterator[float]:
    return (number for number in _around(words) if math.isfinite(number))


def _around(words: Mapping[str, Any]) -> Iterator[float]:
    step = words.get("multipleOf", 1)
    for low in (words[word] for word in ("minimum", "exclusiveMinimum") if word in words):
        yield from (low, low + step, (low // step + 1) * step)
    for high in (words[word] for word in ("maximum", "exclusiveMaximum") if word in words):
        yield from (high, high - step, (high // step) * step)
    yield from (step, 0, 2 * step, -step, 1.5 * step)
