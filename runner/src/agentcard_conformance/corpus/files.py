"""Reads the JSON files of the suite."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Json

_T = TypeVar("_T")


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
