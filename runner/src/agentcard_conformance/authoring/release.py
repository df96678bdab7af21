"""Keeps what a version of the suite holds, for later versions to be compared with."""

import shutil
from pathlib import Path

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Dialect

_KEPT_FILES = ("card.schema.json", "dialect.json", "requirements.json")
_PATHS_FILE = "fixtures.txt"


def release_dialect(suite: Suite, dialect: Dialect, version: str, *, again: bool) -> Path:
    """Keep a dialect's own files and the paths of its fixtures; the folder they are in."""
    folder = suite.root / "schema" / dialect.id / "released" / version
    if folder.exists() and not again:
        raise CallError(f"{folder.relative_to(suite.root)} exists already; to write it again, say --again")
    folder.mkdir(parents=True, exist_ok=True)
    for name in _KEPT_FILES:
        shutil.copyfile(folder.parents[1] / name, folder / name)
    write_file(folder / _PATHS_FILE, [f"{fixture.path}\n".encode() for fixture in suite.fixtures([dialect.id])])
    return folder
