"""Reads a dialect from its folder."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from agentcard_conformance.corpus.files import parse_file, read_json
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import (
    Dialect,
    DialectContents,
    Json,
    Kind,
    Level,
    Requirement,
    RuleUse,
    ServedDocument,
    Serving,
    parse_pointer,
)

SMOKE_FILE = "smoke.txt"


class ContentsReader:
    """Reads what lies beside a dialect.json, once, when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self) -> DialectContents:
        """What was read."""
        return self._contents

    @cached_property
    def _contents(self) -> DialectContents:
        context_schema = self._folder / "context.schema.json"
        return DialectContents(
            schema=_read_schema(self._folder / "card.schema.json"),
            requirements=parse_file(self._folder / "requirements.json", _parse_requirements),
            context_schema=_read_schema(context_schema) if context_schema.exists() else None,
            smoke=_read_paths(self._folder / SMOKE_FILE),
        )


def read_dialect(folder: Path) -> Dialect:
    """The dialect in a folder."""
    return parse_file(folder / "dialect.json", lambda described: _parse_dialect(folder, described))


def _parse_dialect(folder: Path, described: Mapping[str, Any]) -> Dialect:
    return Dialect(
        id=folder.name,
        title=described["title"],
        source=described["source"],
        default=described.get("default", False),
        media_type=described["media_type"],
        notation=described["notation"],
        extension=described["extension"],
        profiles=described["profiles"],
        rules=tuple(_parse_rule_use(each) for each in described["rules"]),
        looks_like=described["looks_like"],
        read_contents=ContentsReader(folder),
        projection=described.get("projection", ""),
        part_of=described.get("part_of", ""),
        serves=_parse_serving(described["serves"]) if "serves" in described else None,
        contains=described.get("contains", ""),
        excludes=described.get("excludes", ""),
    )


def _parse_serving(described: Mapping[str, Any]) -> Serving:
    documents = (ServedDocument(parse_pointer(at), dialect) for at, dialect in described["documents"].items())
    return Serving(tuple(described["paths"]), described["accept"], tuple(documents))


def _read_paths(file: Path) -> frozenset[str]:
    """One a line; what is no path of a card, whatever its bytes are, lint tells."""
    return frozenset(file.read_text("utf-8", "replace").splitlines()) if file.exists() else frozenset()


def _read_schema(file: Path) -> Json:
    schema = read_json(file)
    if not isinstance(schema, (dict, bool)):
        raise SuiteError(file, "is no JSON Schema, which is an object or a boolean")
    return schema


def _parse_rule_use(described: Mapping[str, Any]) -> RuleUse:
    return RuleUse(described["requirement"], parse_pointer(described["at"]), described["rule"])


def _parse_requirements(listed: Mapping[str, Any]) -> dict[str, Requirement]:
    return {each["id"]: _parse_requirement(each) for each in listed["requirements"]}


def _parse_requirement(described: Mapping[str, Any]) -> Requirement:
    return Requirement(
        id=described["id"],
        level=Level(described["level"]),
        kind=Kind(described["kind"]),
        area=described["area"],
        profiles=frozenset(described["profiles"]),
        section=described["section"],
        statement=described["statement"],
        rows=tuple(described["rows"]),
        why_no_rows=described.get("why_no_rows", ""),
    )
