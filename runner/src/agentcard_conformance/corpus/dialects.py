"""Reads a dialect from its folder."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from agentcard_conformance.corpus.files import parse_file, read_json
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import (
    Dialect,
    Json,
    Kind,
    Level,
    ReadOnce,
    Remark,
    Requirement,
    RuleUse,
    ServedDocument,
    Serving,
    parse_pointer,
)

SMOKE_FILE = "smoke.txt"


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
        schema_file=ReadOnce(partial(_read_schema, folder / "card.schema.json")),
        requirements_file=ReadOnce(partial(parse_file, folder / "requirements.json", _parse_requirements)),
        context_schema_file=ReadOnce(partial(_read_schema_if_there, folder / "context.schema.json")),
        smoke_file=ReadOnce(partial(_read_paths, folder / SMOKE_FILE)),
        projection=described.get("projection", ""),
        part_of=described.get("part_of", ""),
        serves=_parse_serving(described["serves"]) if "serves" in described else None,
        contains=described.get("contains", ""),
        remarks=tuple(_parse_remark(each) for each in described.get("remarks", ())),
        excludes=described.get("excludes", ""),
    )


def _parse_remark(described: Mapping[str, Any]) -> Remark:
    return Remark(described["of"], described["sentence"], described.get("dialect", ""))


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


def _read_schema_if_there(file: Path) -> Json:
    return _read_schema(file) if file.exists() else None


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
