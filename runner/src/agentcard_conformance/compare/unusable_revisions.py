"""Refuses revisions that no engine can use: wrong or hard patterns, and references that lead nowhere or have no end."""

from collections.abc import Iterable, Iterator

from referencing.exceptions import Unresolvable

from agentcard_conformance.compare.engines import NOT_COMPILED, compile_fast_engine
from agentcard_conformance.compare.schemas import Revision, RevisionSchemas, Subschema, ordered_subschemas
from agentcard_conformance.compare.shown_cards import cut_middle
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Steps, to_pointer
from agentcard_conformance.schema_engine.fast_engine import compile_schema
from agentcard_conformance.schema_engine.keywords import IN_PLACE, REFERENCES
from agentcard_conformance.schema_engine.patterns import pattern_error

_LONGEST_SHOWN = 200  # characters of a pattern in a sentence


def show_place(steps: Steps) -> str:
    """A place in a schema, as sentences name it."""
    return to_pointer(steps) or "the top level"


def refuse_unusable(revision: Revision) -> None:
    """Raise CallError where an engine cannot take it, or would come to no end."""
    schemas = RevisionSchemas(revision)
    for subschema in schemas.walk():
        _refuse_wrong_patterns(revision.label, subschema)
        _refuse_lost_references(revision.label, schemas, subschema)
    _refuse_endless_references(revision.label, schemas)
    try:
        compile_fast_engine(schemas)
    except NOT_COMPILED as error:
        _refuse_hard_patterns(revision.label, schemas)
        raise CallError(
            f"{revision.label}: jsonschema-rs cannot use it: {cut_middle(str(error).splitlines()[0], _LONGEST_SHOWN)}"
        ) from None


def _patterns(subschema: Subschema) -> Iterator[tuple[str, str]]:
    """Those directly in a subschema, each with its place."""
    keywords = subschema.keywords
    for pattern in keywords.get("patternProperties", ()):
        yield pattern, show_place((*subschema.at, "patternProperties"))
    if "pattern" in keywords:
        yield keywords["pattern"], show_place((*subschema.at, "pattern"))


def _refuse_wrong_patterns(name: str, subschema: Subschema) -> None:
    for pattern, place in _patterns(subschema):
        if wrong := pattern_error(pattern):
            what = f"{_shown(pattern)} is no pattern as ECMA-262 has them: {wrong}"
            raise CallError(f"{name}: at {place}: {what}")


def _refuse_hard_patterns(name: str, schemas: RevisionSchemas) -> None:
    """Refuse the first pattern that the fast engine does not take alone either."""
    for pattern, place in (each for subschema in schemas.walk() for each in _patterns(subschema)):
        try:
            compile_schema({"pattern": pattern})
        except NOT_COMPILED:
            what = "it may be too large, or look behind by no fixed length; write it in a smaller way"
            raise CallError(f"{name}: at {place}: jsonschema-rs cannot use {_shown(pattern)}: {what}") from None


def _shown(pattern: str) -> str:
    return cut_middle(ascii(pattern), _LONGEST_SHOWN)


def _refuse_lost_references(name: str, schemas: RevisionSchemas, subschema: Subschema) -> None:
    meant = " and ".join(ascii(subschema.keywords[word]) for word in REFERENCES if word in subschema.keywords)
    start = f"{name}: at {show_place(subschema.at)}: refers to {meant}"
    try:
        found = [*schemas.targets(subschema)]
    except Unresolvable:
        raise CallError(f"{start}, and there is no such place") from None
    if not all(isinstance(target.schema, (dict, bool)) for target in found):
        raise CallError(f"{start}, which is no schema")


def _refuse_endless_references(name: str, schemas: RevisionSchemas) -> None:
    """Refuse a schema that refers to itself without a step into the card: no engine would come to an end."""
    done: set[Steps] = set()
    try:
        for start in schemas.walk():
            _follow(name, schemas, start, [], done)
    except Unresolvable as error:  # by the base that it has on the way there, which is not the one where it stands
        raise CallError(f"{name}: refers to {error.ref!a}, and on the way there it leads to no such place") from None


def _follow(name: str, schemas: RevisionSchemas, here: Subschema, way: list[Steps], done: set[Steps]) -> None:
    if here.at in way:
        steps = " to ".join(show_place(each) for each in [*way[way.index(here.at) :], here.at])
        raise CallError(f"{name}: refers to itself without a step into the card: {steps}")
    if not here.keywords or here.at in done:
        return
    for each in _on_same_value(schemas, here):
        _follow(name, schemas, each, [*way, here.at], done)
    done.add(here.at)


def _on_same_value(schemas: RevisionSchemas, here: Subschema) -> Iterable[Subschema]:
    """The schemas in a subschema, or referred to, that judge the same value."""
    yield from schemas.targets(here)
    for steps, _ in ordered_subschemas(here.schema):
        if steps[0] in IN_PLACE:
            yield schemas.child(here, *steps)
