"""What does a dialect's folder say?"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Dialect, Json, Kind, Level, Requirement, RuleUse

T = TypeVar("T")


def read_dialect(folder: Path) -> Dialect:
    """The dialect in a folder, from its dialect.json, card.schema.json and requirements.json."""
    file = folder / "dialect.json"
    return parsed(file, lambda described: _dialect(folder, described))


def read_json(file: Path) -> Json:
    """The value of a JSON file of the suite's own."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(file, f"cannot be read as JSON: {error}") from None


def _dialect(folder: Path, described: Mapping[str, Any]) -> Dialect:
    return Dialect(
        id=folder.name,
        title=described["title"],
        source=described["source"],
        default=described.get("default", False),
        media_type=described["media_type"],
        decoders=described["extensions"],
        profiles=described["profiles"],
        rules=tuple(_rule(each) for each in described["rules"]),
        looks_like=described["looks_like"],
        schema=read_json(folder / "card.schema.json"),
        requirements=parsed(folder / "requirements.json", _requirements),
    )


def _rule(described: Mapping[str, Any]) -> RuleUse:
    steps = described["at"].split("/")[1:]
    at = tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)
    return RuleUse(described["requirement"], at, described["rule"])


def _requirements(listed: Mapping[str, Any]) -> dict[str, Requirement]:
    return {each["id"]: _requirement(each) for each in listed["requirements"]}


def _requirement(described: Mapping[str, Any]) -> Requirement:
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


def parsed(file: Path, parse: Callable[[Any], T]) -> T:
    """What a file says, or a sentence on what it lacks."""
    content = read_json(file)
    try:
        return parse(content)
    except KeyError as error:
        raise SuiteError(file, f"has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SuiteError(file, f"is not of the form that schema/suite describes: {error}") from None
