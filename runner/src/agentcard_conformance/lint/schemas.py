"""Are the schemas right, and do they say what the requirements say?"""

from collections.abc import Iterator

from agentcard_conformance.corpus import read_json
from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Json, Kind, Level, pointer
from agentcard_conformance.rules import json_schema
from agentcard_conformance.rules.schema_words import what_is_wrong


def own_files_hold_to_their_schemas(subject: Subject) -> Iterator[Problem]:
    """dialect.json and requirements.json, against schema/suite."""
    for name in ("dialect", "requirements"):
        file = f"{subject.folder}/{name}.json"
        schema = read_json(subject.suite.root / "schema" / "suite" / f"{name}.schema.json")
        for error in json_schema.errors(schema, read_json(subject.suite.root / file)):
            yield Problem(file, f"{pointer(tuple(error.absolute_path))}: {what_is_wrong(error)}")


def schemas_are_schemas(subject: Subject) -> Iterator[Problem]:
    """The card's schema and those of schema/suite satisfy the metaschema."""
    files = [subject.folder + "/card.schema.json"]
    suite = subject.suite.root / "schema" / "suite"
    files += [f"schema/suite/{file.name}" for file in sorted(suite.glob("*.schema.json"))]
    for file in files:
        for fault in json_schema.is_schema(read_json(subject.suite.root / file)):
            yield Problem(file, f"{pointer(fault.at)}: {fault.what}")


def definitions_are_named_for_requirements(subject: Subject) -> Iterator[Problem]:
    """A definition with a `$comment` states the requirement of that name, and its key is the same name."""
    for key, body in subject.dialect.schema.get("$defs", {}).items():
        comment = body.get("$comment", key)
        if comment != key:
            yield _wrong(subject, f"$defs/{key} says in its $comment that it is {comment}")
        if "$comment" in body and key not in subject.dialect.requirements:
            yield _wrong(subject, f"$defs/{key} is no requirement")


def definitions_are_all_used(subject: Subject) -> Iterator[Problem]:
    """A definition that nothing refers to holds of no card."""
    used = set(_references(subject.dialect.schema))
    defined = {f"#/$defs/{key}" for key in subject.dialect.schema.get("$defs", {})}
    yield from (_wrong(subject, f"{name} is referred to by nothing") for name in sorted(defined - used))
    yield from (_wrong(subject, f"{name} is referred to, and not there") for name in sorted(used - defined))


def something_enforces_each_requirement(subject: Subject) -> Iterator[Problem]:
    """The decoder, the schema or a rule reports whatever a card must or should do."""
    reported = subject.reported | subject.dialect.schema.get("$defs", {}).keys()
    for requirement in subject.dialect.requirements.values():
        free = requirement.level is Level.CONTESTED or requirement.kind is Kind.PERMITS
        if not free and requirement.id not in reported:
            yield _wrong(subject, f"and the rules say nothing of {requirement.id}")


CHECKS: tuple[Check, ...] = (
    own_files_hold_to_their_schemas,
    schemas_are_schemas,
    definitions_are_named_for_requirements,
    definitions_are_all_used,
    something_enforces_each_requirement,
)


def _references(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _references(each)


def _wrong(subject: Subject, what: str) -> Problem:
    return Problem(f"{subject.folder}/card.schema.json", what)
