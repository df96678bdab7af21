"""Is what was released still there, or said to be gone?"""

import re
from collections.abc import Iterator

from agentcard_conformance.lint.subject import Check, Problem, Subject

CHANGELOG = "CHANGELOG.md"


def what_is_gone_is_in_the_changelog(subject: Subject) -> Iterator[Problem]:
    """A fixture's identity is its path: known failures and reports of others name it. A wheel holds no changelog."""
    if not subject.suite.is_checkout:
        return
    changelog = subject.suite.root / CHANGELOG
    told = changelog.read_text("utf-8") if changelog.exists() else ""
    there = {fixture.path for fixture in subject.fixtures}
    for file in sorted((subject.suite.root / subject.folder / "released").glob("*/fixtures.txt")):
        for path in file.read_text("utf-8").split():
            if path not in there and not re.search(rf"(?<![a-z]){re.escape(path)}", told):
                what = f"was released in {file.parent.name} and is gone"
                mend = (
                    f"restore it, or add to {CHANGELOG}:  - Removed `{path}`: <why>  or  - Renamed `{path}` to `<path>`"
                )
                yield Problem(f"fixtures/{path}", what, mend)


CHECKS: tuple[Check, ...] = (what_is_gone_is_in_the_changelog,)
