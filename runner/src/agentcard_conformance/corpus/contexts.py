"""Reads contexts: what the cards of a dialect are judged with from outside."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from agentcard_conformance.corpus.files import read_json
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Json, to_pointer

CONTEXT_FILE = "context.json"
_MOST_LEVELS = 100


def read_context(file: Path, dialect: Dialect) -> Context:
    """The context in a file; raises SuiteError when the cards of the dialect cannot be judged with it."""
    context = read_json(file)
    if problem := context_problem(dialect, context):
        raise SuiteError(file, problem)
    return context  # type: ignore[no-any-return]  # an object, or there were a problem


def given_context(file: str | None, dialect: Dialect) -> Context:
    """The context that somebody named for cards of a dialect; raises CallError when one is needed and none is named."""
    if file:
        return read_context(Path(file), dialect)
    if missing := missing_context(dialect):
        raise CallError(missing)
    return NO_CONTEXT


def missing_context(dialect: Dialect) -> str:
    """Why cards of a dialect cannot be judged without a context; empty where they can."""
    if not context_problem(dialect, NO_CONTEXT):
        return ""
    described = f"schema/{dialect.id}/context.schema.json"
    return f"cards of {dialect.id} are judged with a context: name a file with --context; see {described}"


def context_problem(dialect: Dialect, context: Json) -> str:
    """What is wrong with a value as the context of cards of a dialect, as a predicate; empty when nothing is."""
    if not isinstance(context, Mapping):
        return "must hold a JSON object, with a name for each thing that a validator is told"
    if dialect.context_schema is None:
        return f"is not wanted: {dialect.id} has no context.schema.json" if context else ""
    if _is_deep(context):
        return f"is nested more than {_MOST_LEVELS} levels deep"
    # Not above: most dialects have no context, and jsonschema takes half of the time of a `check`.
    from agentcard_conformance.schema_engine.checked import UnusableSchema, checked_schema_errors
    from agentcard_conformance.schema_engine.engine import deep_recursion
    from agentcard_conformance.schema_engine.messages import describe_error

    try:
        with deep_recursion():
            error = next(checked_schema_errors(dialect.context_schema, dict(context)), None)
    except UnusableSchema as unusable:
        raise SuiteError(f"schema/{dialect.id}/context.schema.json", f"cannot be used: {unusable}") from None
    place = error and (to_pointer(error.absolute_path) or "the top level")
    return f"does not fit {dialect.id}: at {place}, {describe_error(error)}" if error else ""


def _is_deep(context: Json) -> bool:
    """Whether engines would need more frames for it than they are allowed, which is no fault of the schema."""
    level = [context]
    for _ in range(_MOST_LEVELS):
        level = [part for each in level if isinstance(each, (Mapping, list)) for part in _parts(each)]
    return any(isinstance(each, (Mapping, list)) for each in level)


def _parts(value: Mapping[str, Json] | list[Json]) -> Iterable[Json]:
    return value.values() if isinstance(value, Mapping) else value
