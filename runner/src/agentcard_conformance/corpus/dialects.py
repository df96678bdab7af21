"""Reads a dialect from its folder."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Dialect, Json, Kind, Level, Requirement, RuleUse, parse_pointer

_T = TypeVar("_T")


def read_dialect(folder: Path) -> Dialect:
    """The dialect in a folder, from its dialect.json, card.schema.json and requirements.json."""
    return parse_file(folder / "dialect.json", lambda described: _parse_dialect(folder, described))


def read_json(file: Path) -> Json:
    """The value of a JSON file of the suite; raises SuiteError when it cannot be read."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(file, f"cannot be read as JSON: {error}") from None


def parse_file(file: Path, parse: Callable[[Any], _T]) -> _T:
    """What a JSON file says; raises SuiteError with what it lacks when it cannot be parsed."""
    content = read_json(file)
    try:
        return parse(content)
    except KeyError as error:
        raise SuiteError(file, f"has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SuiteError(file, f"is not of the form that schema/suite describes: {error}") from None


def _parse_dialect(folder: Path, described: Mapping[str, Any]) -> Dialect:
    return Dialect(
        id=folder.name,
        title=described["title"],
        source=described["source"],
        default=described.get("default", False),
        media_type=described["media_type"],
        notations=described["extensions"],
        profiles=described["profiles"],
        rules=tuple(_parse_rule_use(each) for each in described["rules"]),
        looks_like=described["looks_like"],
        schema=read_json(folder / "card.schema.json"),
        requirements=parse_file(folder / "requirements.json", _parse_requirements),
    )


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
    )
