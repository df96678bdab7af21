"""What of a dialect is kept when a version of the suite is released?"""

import shutil
from pathlib import Path

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect

KEPT = ("card.schema.json", "dialect.json", "requirements.json")
PATHS = "fixtures.txt"


def release(suite: Suite, dialect: Dialect, version: str, *, again: bool) -> Path:
    """Keep a dialect's own files and the paths of its fixtures, for later versions to be held against."""
    folder = suite.root / "schema" / dialect.id / "released" / version
    if folder.exists() and not again:
        raise CallError(f"{folder.relative_to(suite.root)} is there already; to write it again, say --again")
    folder.mkdir(parents=True, exist_ok=True)
    for name in KEPT:
        shutil.copyfile(folder.parents[1] / name, folder / name)
    paths = [f"{fixture.path}\n" for fixture in suite.fixtures([dialect.id])]
    (folder / PATHS).write_text("".join(paths), encoding="utf-8", newline="\n")
    return folder
