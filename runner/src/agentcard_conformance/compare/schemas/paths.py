"""Which steps does jsonschema-rs mean? It tells a name of digits as a number, and leaves out an empty one."""

from collections.abc import Iterable

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.model import Json, Step


def meant(part: Json, said: Step) -> Step:
    """The step that leads on from here: an empty name where nothing else is so called."""
    if not isinstance(part, dict) or said in part:
        return said
    digits = (name for name in part if name.isdecimal() and int(name) == said)
    return next(digits, "" if "" in part else said)


def steps(document: Json, said: Iterable[Step]) -> Address:
    """The whole way into a document."""
    found: list[Step] = []
    for step in said:
        found.append(meant(document, step))
        document = _below(document, found[-1])
        while found[-1] == "" != step:
            found.append(meant(document, step))
            document = _below(document, found[-1])
    return tuple(found)


def _below(document: Json, step: Step) -> Json:
    try:
        return document[step]
    except (LookupError, TypeError):
        return None
