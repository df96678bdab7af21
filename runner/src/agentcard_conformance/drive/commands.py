"""Which words does a command line consist of, and does its program exist?"""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description


def words(description: Description) -> list[str]:
    """The words of the command that asks a validator, the first one its program as it was found."""
    return split(description.target, description)


def split(line: str, description: Description) -> list[str]:
    """The words of any of its command lines."""
    try:
        command = [_filled(word, description.places) for word in shlex.split(line)]
    except ValueError as error:
        raise CallError(f"{description.spec}: the command cannot be read ({error})") from None
    if not command:
        raise CallError(f"{description.spec}: the command is empty; name the program and its arguments")
    program = _found(command[0], description)
    if program is None:
        raise CallError(
            f"{description.spec}: command not found: {command[0]} in {_where(command[0], description)}"
            " (commands run without a shell; where one is needed, write sh -c '...')"
        )
    return [program, *command[1:]]


def _filled(word: str, places: Mapping[str, str]) -> str:
    for name, place in {"python": sys.executable, **places}.items():
        word = word.replace(f"{{{name}}}", place)
    return word


def _where(program: str, description: Description) -> str:
    return str(description.folder) if os.sep in program else "PATH"


def _found(program: str, description: Description) -> str | None:
    if os.sep not in program:
        return shutil.which(program, path=description.environment.get("PATH"))
    path = Path(os.path.abspath(description.folder / program))  # noqa: PTH100  # a link is run by its own name
    return str(path) if path.is_file() and os.access(path, os.X_OK) else None
