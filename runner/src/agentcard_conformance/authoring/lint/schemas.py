"""Whether the schemas are right, and say what the requirements say."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus import read_json
from agentcard_conformance.model import Json, Kind, Level, Requirement, to_pointer
from agentcard_conformance.schema_engine.engine import metaschema_errors, schema_errors
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agentcard_conformance.schema_engine.messages import describe_error
from agentcard_conformance.schema_engine.subschemas import walk_schema


def check_own_files(subject: Subject) -> Iterator[Problem]:
    """Those of its JSON files that are there match the schemas in schema/suite; the last two may be missing."""
    for name in ("dialect", "requirements", "rulings", "sections"):
        file = f"{subject.folder}/{name}.json"
        if not (subject.suite.root / file).exists():
            continue
        schema = read_json(subject.suite.root / "schema" / "suite" / f"{name}.schema.json")
        for error in schema_errors(schema, read_json(subject.suite.root / file)):
            yield Problem(file, f"{to_pointer(error.absolute_path)}: {describe_error(error)}")


def check_schemas(subject: Subject) -> Iterator[Problem]:
    """The card's schema and those of schema/suite match the metaschema."""
    files = [subject.folder + "/card.schema.json"]
    suite = subject.suite.root / "schema" / "suite"
    files += [f"schema/suite/{file.name}" for file in sorted(suite.glob("*.schema.json"))]
    for file in files:
        for error in metaschema_errors(read_json(subject.suite.root / file)):
            yield Problem(file, f"{to_pointer(error.absolute_path)}: {describe_error(error)}")


def check_definition_names(subject: Subject) -> Iterator[Problem]:
    """A definition with a `$comment` states the requirement of that name, and its key is the same name."""
    for key, body in subject.dialect.schema.get("$defs", {}).items():
        comment = body.get("$comment", key)
        if comment != key:
            yield _problem(subject, f"$defs/{key} has another name in its $comment: {comment}")
        if "$comment" in body and key not in subject.dialect.requirements:
            yield _problem(subject, f"$defs/{key} is not a requirement")


def check_unused_definitions(subject: Subject) -> Iterator[Problem]:
    """A definition that nothing refers to judges no card."""
    used = set(_references(subject.dialect.schema)) - {METASCHEMA}
    defined = {f"#/$defs/{key}" for key in subject.dialect.schema.get("$defs", {})}
    yield from (_problem(subject, f"{name} is used nowhere") for name in sorted(defined - used))
    yield from (_problem(subject, f"{name} is referred to, but does not exist") for name in sorted(used - defined))


def check_enforcement(subject: Subject) -> Iterator[Problem]:
    """The decoder, the schema or a rule reports everything that a card must or should do."""
    for requirement in subject.dialect.requirements.values():
        if fix := how_to_enforce(subject, requirement):
            what = f"does not enforce {requirement.id}, and no rule does"
            yield Problem(f"{subject.folder}/card.schema.json", what, fix)


def how_to_enforce(subject: Subject, requirement: Requirement) -> str:
    """What makes the suite report a requirement; nothing where it is reported, or refuses nothing."""
    reported = subject.reported | subject.dialect.schema.get("$defs", {}).keys()
    is_free = requirement.level is Level.CONTESTED or requirement.kind is not Kind.CONSTRAINS
    if is_free or requirement.id in reported:
        return ""
    return (
        f"state it there as $defs/{requirement.id}, with a $ref where it holds, or name a rule for it in dialect.json"
    )


def _references(schema: Json) -> Iterator[str]:
    for _, part in walk_schema(schema):
        if isinstance(part, dict) and isinstance(part.get("$ref"), str):
            yield part["$ref"]


def _problem(subject: Subject, what: str) -> Problem:
    return Problem(f"{subject.folder}/card.schema.json", what)
