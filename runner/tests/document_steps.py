"""The commands that a document tells its reader to run, and what it shows that they print.

```sh and ```console blocks are run in their order in a copy of the checkout; a ```text block behind one, and what
stands under a `$ ` line, is what comes out, where … stands for anything. A block that makes an environment or a clone
is left to .ci/run, and so is one behind `<!-- not run: why -->`. A block such as ```python mine.py is a file to write.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checkout_copy import Checkout

BLOCK = re.compile(r"(<!-- not run: .+? -->\s*)?^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^\$ ", re.MULTILINE)
LEFT_TO_CI = ("python3 -m venv", "git clone")
ANYTHING = "…"
PROGRAMS = {"agentcard-conformance": "agentcard_conformance", "pytest": "pytest"}


@dataclass(frozen=True)
class Step:
    """Some commands, and what they are said to print."""

    commands: str
    shown: str | None = None


@dataclass(frozen=True)
class Given:
    """A file that the reader is told to write."""

    name: str
    content: str


def steps(text: str) -> list[Step | Given]:
    """What a document tells its reader to do, in its order."""
    found: list[Step | Given] = []
    after_shell = False
    for left_out, language, name, content in BLOCK.findall(text):
        if language == "text" and after_shell and isinstance(found[-1], Step):
            found[-1] = Step(found[-1].commands, content)
        after_shell = language == "sh" and not left_out and not content.startswith(LEFT_TO_CI)
        if after_shell:
            found.append(Step(content))
        elif language == "console" and not left_out:
            found += _sessions(content)
        elif name:
            found.append(Given(name, content))
    return found


def _sessions(content: str) -> Iterator[Step]:
    for each in PROMPT.split(content)[1:]:
        command, _, shown = each.partition("\n")
        yield Step(command, shown or None)


def follow(step: Step | Given, checkout: Checkout, programs: Path) -> str:
    """Do as the document says; what went otherwise than it says, or nothing."""
    if isinstance(step, Given):
        checkout.write(step.name, step.content)
        return ""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", step.commands],
        cwd=checkout.root,
        env=_surroundings(checkout, programs),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    printed = done.stdout.decode()
    if done.returncode == 0 and (step.shown is None or is_as_shown(printed, step.shown)):
        return ""
    return (
        f"$ {step.commands}ended with {done.returncode} and printed\n{printed}\nwhere the document shows\n{step.shown}"
    )


def is_as_shown(printed: str, shown: str) -> bool:
    """The same lines, blanks at their ends apart."""
    pattern = ".*".join(map(re.escape, _trimmed(shown).split(ANYTHING)))
    return re.fullmatch(pattern, _trimmed(printed), re.DOTALL) is not None


def install(folder: Path) -> Path:
    """The programs that a document names, as they would be in an environment of its reader."""
    folder.mkdir()
    for name, module in PROGRAMS.items():
        file = folder / name
        file.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {module} "$@"\n')
        file.chmod(0o755)
    return folder


def _surroundings(checkout: Checkout, programs: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "GIT"))}
    return kept | {
        "PATH": os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": str(checkout.root / "runner" / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().split("\n"))
