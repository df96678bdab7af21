"""Command lines of a validator: their words, the programs they name, and the tools that are missing."""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description

_DOWNLOADS: Final[Mapping[str, str]] = {
    "cargo": "https://rustup.rs/",
    "go": "https://go.dev/dl/",
    "java": "https://adoptium.net/",
    "javac": "https://adoptium.net/",
    "jq": "https://jqlang.org/download/",
    "mvn": "https://maven.apache.org/download.cgi",
    "node": "https://nodejs.org/",
    "npm": "https://nodejs.org/",
}


_SHELL_WORD: Final = re.compile(r"\|\|?|&&?|;|[0-9&]?(>>?|<).*")


def target_command(description: Description) -> list[str]:
    """The words of the command that asks a validator, the first one its program as it was found."""
    return split_command(description.target, description)


def split_command(line: str, description: Description) -> list[str]:
    """The words of any command line of a validator; raises CallError when its program is not there."""
    try:
        command = [_fill_placeholders(word, description.placeholders) for word in shlex.split(line)]
    except ValueError as error:
        raise CallError(f"{description.spec}: the command cannot be read ({error})") from None
    if not command:
        raise CallError(f"{description.spec}: the command is empty; name the program and its arguments")
    _refuse_shell_words(line, description)
    program = _find_program(command[0], description)
    if program is None:
        where = str(description.folder) if os.sep in command[0] else "PATH"
        if os.sep in command[0] and Path(description.folder, command[0]).is_file():
            why = "is not executable: chmod +x it, or write the program that runs it before it"
            raise CallError(f"{description.spec}: {command[0]} in {where} {why}")
        if Path(description.folder, command[0]).is_file():
            raise CallError(
                f"{description.spec}: {command[0]} is no command; for the file in this folder write ./{command[0]}"
            )
        raise CallError(
            f"{description.spec}: command not found: {command[0]} in {where}"
            " (commands run without a shell; where one is needed, write sh -c '...')"
        )
    return [program, *command[1:]]


def missing_tools(description: Description) -> list[str]:
    """The tools that a validator needs and PATH does not have."""
    return [tool for tool in description.needs if shutil.which(tool) is None]


def with_downloads(tools: Iterable[str]) -> str:
    """The names of tools, each with the address to get it from where that is known."""
    return ", ".join(f"{tool} ({_DOWNLOADS[tool]})" if tool in _DOWNLOADS else tool for tool in tools)


def _refuse_shell_words(line: str, description: Description) -> None:
    """Raise CallError on what only a shell would understand, and the program would be given as an argument."""
    unquoted = (word for word in shlex.split(line, posix=False) if _SHELL_WORD.fullmatch(word))
    if word := next(unquoted, ""):
        raise CallError(f"{description.spec}: {word} needs a shell, and commands run without one: write sh -c '...'")


def _fill_placeholders(word: str, placeholders: Mapping[str, str]) -> str:
    for name, text in {"python": sys.executable, **placeholders}.items():
        word = word.replace(f"{{{name}}}", text)
    return word


def _find_program(program: str, description: Description) -> str | None:
    if os.sep not in program:
        return shutil.which(program, path=description.environment.get("PATH"))
    path = Path(os.path.abspath(description.folder / program))  # noqa: PTH100  # a link is run by its own name
    return str(path) if path.is_file() and os.access(path, os.X_OK) else None
