"""The installed program as a process of its own, the way its users meet it."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = (sys.executable, "-m", "agentcard_conformance")
OTHERS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONUNBUFFERED")


def call(
    *arguments: str | bytes, cwd: Path | None = None, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run it to its end."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=cwd, input=stdin, capture_output=True, check=False, env=surroundings(**environment)
    )


def surroundings(**more: str) -> dict[str, str]:
    """An environment without the colours and widths of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if name not in OTHERS} | more
