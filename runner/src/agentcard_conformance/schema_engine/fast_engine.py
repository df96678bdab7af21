"""The fast engine: jsonschema-rs, with nothing fetched, and its paths told as they are."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from agentcard_conformance.model import Json, Step, Steps

IsValid: TypeAlias = Callable[[Json], bool]


def compile_schema(schema: Json, *, formats: bool = False) -> Any:
    """A validator of jsonschema-rs; `formats` says whether formats are asserted."""
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(schema, offline=True, validate_formats=formats)


def compile_check(schema: Json) -> IsValid:
    """A function that says whether a value matches a schema, formats not asserted."""
    is_valid: IsValid = compile_schema(schema).is_valid
    return is_valid


def restore_steps(document: Json, told: Iterable[Step]) -> Steps:
    """The steps that the engine means: it tells a name of digits as a number, and leaves out an empty one."""
    found: list[Step] = []
    for step in told:
        found.append(restore_step(document, step))
        document = _below(document, found[-1])
        while found[-1] == "" != step:
            found.append(restore_step(document, step))
            document = _below(document, found[-1])
    return tuple(found)


def restore_step(part: Json, told: Step) -> Step:
    """The step that leads on from here; the empty name where nothing else has the name that was told."""
    if not isinstance(part, dict) or told in part:
        return told
    digits = (name for name in part if name.isdecimal() and int(name) == told)
    return next(digits, "" if "" in part else told)


def _below(document: Json, step: Step) -> Json:
    try:
        return document[step]
    except (LookupError, TypeError):
        return None
