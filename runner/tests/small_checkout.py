"""A checkout of a suite so small that a command on it takes no time: one dialect, a dozen fixtures."""

import shutil
from pathlib import Path

from checkout_copy import NOISE, ROOT, Checkout

TINY = Path(__file__).parent / "data" / "tiny-suite"
TOY = Path(__file__).parent / "data" / "toy-dialect"
FOLDER = "fixtures/{}/note-1/{}"


def small(to: Path) -> Checkout:
    """The program of this checkout around the tiny suite, with an example card."""
    shutil.copytree(ROOT / "runner" / "src", to / "runner" / "src", ignore=NOISE)
    shutil.copytree(ROOT / "schema" / "suite", to / "schema" / "suite")
    shutil.copytree(TINY, to, dirs_exist_ok=True)
    checkout = Checkout(to)
    checkout.write("pyproject.toml", "")
    checkout.write("CHANGELOG.md", "# Changelog\n")
    checkout.write("schema/note-1/example.json", '{\n  "title": "Tea"\n}\n')
    return checkout


def with_toy(to: Path) -> Checkout:
    """The same with the toy dialect beside its own: a notation of lines, a rule, and contexts."""
    checkout = small(to)
    shutil.copytree(TOY, to, dirs_exist_ok=True)
    return checkout


def tree(checkout: Checkout) -> dict[str, bytes]:
    """Every fixture, by path, with its bytes."""
    folder = checkout.root / "fixtures"
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
