"""A copy of the checkout that a test may change, and its program to run."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("schema", "fixtures", "conformance", "runner/src", "runner/validators", "runner/wrong_validators")
NOISE = shutil.ignore_patterns("__pycache__", ".*_cache")


@dataclass(frozen=True)
class Checkout:
    """A folder with all that the program needs."""

    root: Path

    def run(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        """The program, in a process of its own."""
        return self.python("-m", "agentcard_conformance", *arguments, stdin=stdin)

    def pytest(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The harness, in a process of its own."""
        return self.python("-m", "pytest", "-p", "no:cacheprovider", "conformance", *arguments)

    def python(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        """The interpreter, with the package of this folder and of no other."""
        environment = {**os.environ, "PYTHONPATH": str(self.root / "runner" / "src")}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.root, env=environment, input=stdin, capture_output=True, check=False)
        return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())

    def write(self, path: str, content: str | bytes) -> Path:
        """A file in it."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file


def copied(to: Path) -> Checkout:
    """A copy of this checkout."""
    for folder in FOLDERS:
        if (ROOT / folder).exists():
            shutil.copytree(ROOT / folder, to / folder, ignore=NOISE)
    for name in ("pyproject.toml", "CHANGELOG.md", "README.md", "CONTRIBUTING.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, to / name)
    return Checkout(to)
