"""Whether what was released is still there, or named in the changelog."""

import re
from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject

_CHANGELOG = "CHANGELOG.md"


def check_removed_fixtures(subject: Subject) -> Iterator[Problem]:
    """A fixture's path is its identity: reports and known failures of others name it. A wheel holds no changelog."""
    if not subject.suite.is_checkout:
        return
    changelog = subject.suite.root / _CHANGELOG
    text = changelog.read_text("utf-8") if changelog.exists() else ""
    paths = {fixture.path for fixture in subject.fixtures}
    for path, version in _released_paths(subject).items():
        if path not in paths and not re.search(rf"(?<![a-z]){re.escape(path)}", text):
            what = f"was released in {version} and is gone"
            lines = f"- Removed `{path}`: <why>  or  - Renamed `{path}` to `<path>`"
            yield Problem(f"fixtures/{path}", what, f"restore it, or add to {_CHANGELOG}:  {lines}")


def _released_paths(subject: Subject) -> dict[str, str]:
    """Each path that was ever released, with the first version that held it."""
    released: dict[str, str] = {}
    for file in sorted((subject.suite.root / subject.folder / "released").glob("*/fixtures.txt")):
        for path in file.read_text("utf-8").split():
            released.setdefault(path, file.parent.name)
    return released
