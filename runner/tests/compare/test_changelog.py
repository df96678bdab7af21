"""With --changelog, every flip has to be mentioned in the changelog."""

from pathlib import Path

import pytest

from checkout_copy import Checkout
from note_revisions import QUICK, four_notes, needs_a_body, revised
from program_call import call
from small_checkout import small


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four revisions of a schema."""
    return four_notes(tmp_path)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The program around the tiny suite."""
    return small(tmp_path)


@pytest.mark.parametrize(
    ("changelog", "status"),
    [
        ("# Changelog\n\n## [Unreleased]\n\n- `title-required`: a body, too.\n\n## [1.0.0]\n", 0),
        ("# Changelog\n\n## Unreleased\n\n### Changed\n\n- title-required and more\n", 0),
        ("# Changelog\n\n## [Unreleased]\n\n## [1.0.0]\n\n- `title-required`\n", 1),
        ("# Changelog\n\n## [Unreleased]\n\n- `a-title-required`, `title-required-too`, title\n", 1),
    ],
)
def test_a_flip_needs_its_requirement_in_the_changelog(checkout: Checkout, changelog: str, status: int) -> None:
    checkout.write("CHANGELOG.md", changelog)
    new = revised(checkout, needs_a_body)
    done = checkout.run("compare", "note-1", new, *QUICK, "--changelog", "CHANGELOG.md", "--fail-on", "none")
    line = "lacks a line below Unreleased: - `title-required`: cards that were valid are refused\n"
    assert (done.returncode, line in done.stderr) == (status, bool(status))


@pytest.mark.parametrize(
    ("written", "lacking"),
    [
        ("`maxLength` of a name", ["`required` at the top level: cards that were refused are valid"]),
        ("maxLength, required", ["`maxLength` at `/name`: cards that were valid are refused"]),
        ("the keyword `maxLength` at `/name`: refused; not required", []),
    ],
)
def test_a_flip_of_no_requirement_needs_its_keyword_and_place_in_the_changelog(
    folder: Path, written: str, lacking: list[str]
) -> None:
    (folder / "log.md").write_text(f"## Unreleased\n- {written}\n")
    done = call("compare", "old.json", "both.json", *QUICK, "--changelog", "log.md", "--fail-on", "none", cwd=folder)
    begin = "agentcard-conformance: log.md lacks a line below Unreleased: - the keyword "
    said = "".join(f"{begin}{line}\n" for line in lacking)
    assert (done.returncode, done.stderr.decode()) == (int(bool(lacking)), said)
