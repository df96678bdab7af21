"""Reads the JSON files of the suite."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Json

_T = TypeVar("_T")


def read_json(file: Path) -> Json:
    """The value of a JSON file of the suite; raises SuiteError when it cannot be read."""
    try:
        return parse_json(file.read_text("utf-8"))
    except OSError as error:
        raise SuiteError(file, f"cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise SuiteError(file, f"cannot be read as JSON: {error}") from None


def parse_json(text: str) -> Json:
    """The value of a JSON text of which nothing is lost or altered; raises ValueError when there is none."""
    try:
        return json.loads(
            text, object_pairs_hook=_unique_members, parse_constant=_refuse_constant, parse_float=_finite_number
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def parse_file(file: Path, parse: Callable[[Any], _T]) -> _T:
    """What a JSON file says; raises SuiteError with what it lacks when it cannot be parsed."""
    content = read_json(file)
    try:
        return parse(content)
    except KeyError as error:
        raise SuiteError(file, f"has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SuiteError(file, f"is not of the form that schema/suite describes: {error}") from None


def _unique_members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"the member {name!a} stands twice in one object")
    return members


def _refuse_constant(constant: str) -> Json:
    raise ValueError(f"{constant} is not JSON")


def _finite_number(text: str) -> float:
    """One that is not would be written again as Infinity, which no other program reads."""
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is larger than a number of 64 bits can be")
    return number
