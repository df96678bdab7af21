"""Whether what cards are judged with from outside is right, and given where it is needed."""

import json
from collections.abc import Iterator
from pathlib import Path

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus import context_problem, read_context, read_json
from agentcard_conformance.corpus.contexts import CONTEXT_FILE
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import NO_CONTEXT, Expected, Json, to_pointer
from agentcard_conformance.schema_engine.engine import metaschema_errors
from agentcard_conformance.schema_engine.messages import describe_error
from agentcard_conformance.schema_engine.subschemas import resolve_local, walk_schema

_SCHEMA_FILE = "context.schema.json"


def check_context_schema(subject: Subject) -> Iterator[Problem]:
    """The schema of contexts matches the metaschema, and refers to nothing outside itself; there may be none."""
    path = f"{subject.folder}/{_SCHEMA_FILE}"
    if not (subject.suite.root / path).exists():
        return
    schema = read_json(subject.suite.root / path)
    wrong = [f"{to_pointer(each.absolute_path)}: {describe_error(each)}" for each in metaschema_errors(schema)]
    yield from (Problem(path, what) for what in wrong or _lost_references(schema))


def check_context_files(subject: Subject) -> Iterator[Problem]:
    """Every context.json is one that cards of the dialect can be judged with."""
    if any(check_context_schema(subject)):
        return
    default = subject.suite.root / subject.folder / CONTEXT_FILE
    for file in [default] * default.exists() + _fixture_contexts(subject):
        try:
            read_context(file, subject.dialect)
        except SuiteError as error:
            yield Problem(_path(subject, file) if error.path == file else str(error.path), error.message)


def check_default_context(subject: Subject) -> Iterator[Problem]:
    """A dialect whose cards are judged with a context has one to begin with, for hints, its example and new cards."""
    path = f"{subject.folder}/{CONTEXT_FILE}"
    if any(check_context_schema(subject)) or (subject.suite.root / path).exists():
        return
    if problem := context_problem(subject.dialect, NO_CONTEXT):
        what = f"is not there, though an empty context {problem}"
        yield Problem(path, what, "write the context in which its example and most of its fixtures are judged")


def check_superfluous_contexts(subject: Subject) -> Iterator[Problem]:
    """A context.json among the fixtures says something else than what holds above it."""
    for file in _fixture_contexts(subject):
        above = subject.suite.context_at(file.parent.parent, subject.dialect)
        if _exact_text(read_json(file)) == _exact_text(dict(above)):
            path = _path(subject, file)
            yield Problem(path, "is superfluous: the same holds without it", f"git rm {path}")


def _lost_references(schema: Json) -> Iterator[str]:
    for at, part in walk_schema(schema):
        reference = part.get("$ref") if isinstance(part, dict) else None
        if isinstance(reference, str) and not _leads_somewhere(schema, reference):
            yield f"{to_pointer((*at, '$ref'))}: {reference} is not in this file"


def _leads_somewhere(schema: Json, reference: str) -> bool:
    try:
        resolve_local(schema, reference)
    except (LookupError, TypeError):
        return False
    return reference == "#" or reference.startswith("#/")


def _fixture_contexts(subject: Subject) -> list[Path]:
    """Those in the folders of the dialect's fixtures, and in the folders around them."""
    fixtures = subject.suite.root / "fixtures"
    sides = [fixtures / expected for expected in Expected]
    around = [file for side in sides if (file := side / CONTEXT_FILE).exists()]
    return [*around, *(file for side in sides for file in sorted((side / subject.dialect.id).rglob(CONTEXT_FILE)))]


def _path(subject: Subject, file: Path) -> str:
    return file.relative_to(subject.suite.root).as_posix()


def _exact_text(context: Json) -> str:
    """Not the values: in Python 1, 1.0 and true are equal."""
    return json.dumps(context, sort_keys=True)
