"""Says beside each pattern which others occur wherever it does: to jsonschema-rs a pattern is but a name."""

from collections.abc import Container, Iterator, Mapping, Sequence

from agentcard_conformance.compare.pattern_languages import occurs_in_all
from agentcard_conformance.compare.proofs.one_document import OneDocument
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.subschemas import walk_schema

_MOST_PATTERNS = 40
"""Of either document, 1 ms for each pair."""


def with_implied_patterns(old: OneDocument, new: OneDocument) -> OneDocument:
    """The old document, which means the same, with what its patterns say of those that only the new one has."""
    narrow, wide = (dict.fromkeys(_patterns(side)) for side in (old, new))
    added = [pattern for pattern in wide if pattern not in narrow][:_MOST_PATTERNS]
    implied = {
        pattern: [other for other in added if occurs_in_all(other, pattern)]
        for pattern in [*narrow][: _MOST_PATTERNS if added else 0]
    }
    if not any(implied.values()):
        return old
    return old._replace(definitions={name: _told(part, implied) for name, part in old.definitions.items()})


def without_idle_patterns(document: OneDocument) -> OneDocument:
    """The same without the patterns that occur in every text."""
    idle = {pattern for pattern in [*dict.fromkeys(_patterns(document))][:_MOST_PATTERNS] if occurs_in_all(pattern, "")}
    if not idle:
        return document
    return document._replace(definitions={name: _without(part, idle) for name, part in document.definitions.items()})


def _without(value: Json, idle: Container[str]) -> Json:
    if isinstance(value, list):
        return [_without(part, idle) for part in value]
    if not isinstance(value, dict):
        return value
    is_idle = isinstance(value.get("pattern"), str) and value["pattern"] in idle
    return {
        word: part if word in ("const", "enum") else _without(part, idle)
        for word, part in value.items()
        if not (is_idle and word == "pattern")
    }


def _patterns(document: OneDocument) -> Iterator[str]:
    for definition in document.definitions.values():
        for _, part in walk_schema(definition):
            if isinstance(part, dict) and "pattern" in part:
                yield part["pattern"]


def _told(value: Json, implied: Mapping[str, Sequence[str]]) -> Json:
    """A schema, or what a keyword holds; a member of the name `pattern` that is a text is the keyword."""
    if isinstance(value, list):
        return [_told(part, implied) for part in value]
    if not isinstance(value, dict):
        return value
    told = {word: part if word in ("const", "enum") else _told(part, implied) for word, part in value.items()}
    others = implied.get(value["pattern"], ()) if isinstance(value.get("pattern"), str) else ()
    if others:
        told["allOf"] = [*told.get("allOf", ()), *({"pattern": other} for other in others)]
    return told
