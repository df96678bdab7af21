"""`lint` tells what is wrong, where, and how to fix it, and fixes what a program can."""

import os
from pathlib import Path

import pytest

from agentcard_conformance import __version__
from checkout_copy import Checkout
from program_call import call
from small_checkout import small, tree

STRING = "fixtures/valid/note-1/title-type/string.json"
MESSY = b'{"title":  "Messy",\n"a": 1}'
TIDY = b'{\n  "title": "Messy",\n  "a": 1\n}\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return small(tmp_path)


def test_a_suite_that_is_right_is_green(checkout: Checkout) -> None:
    done = checkout.run("lint")

    count = sum(path.endswith(".json") for path in tree(checkout))
    assert (done.returncode, done.stdout) == (0, f"no problems: {count} fixtures of note-1\n")


def test_a_complaint_names_file_fault_and_remedy(checkout: Checkout) -> None:
    checkout.write("fixtures/valid/note-1/closed-note/messy.json", MESSY)

    done = checkout.run("lint")

    assert done.stdout.splitlines() == [
        "fixtures/valid/note-1/closed-note/messy.json: does not end in a line feed",
        "    agentcard-conformance lint --fix fixtures/valid/note-1/closed-note/messy.json",
        "1 problem in 1 file",
    ]
    assert done.returncode == 1


def test_fix_mends_what_is_mechanical(checkout: Checkout) -> None:
    file = checkout.write("fixtures/valid/note-1/closed-note/messy.json", MESSY)

    done = checkout.run("lint", "--fix")

    assert file.read_bytes() == TIDY
    assert done.stdout.startswith("fixed: fixtures/valid/note-1/closed-note/messy.json\nno problems")
    assert done.returncode == 0


def test_fix_leaves_alone_what_it_cannot_mend(checkout: Checkout) -> None:
    folder = "fixtures/valid/note-1/closed-note"
    checkout.write(f"{folder}/Messy.json", MESSY)

    done = checkout.run("lint", "--fix")

    assert done.stdout.splitlines()[1:] == [
        f"{folder}/Messy.json: is not named in small letters, digits and single hyphens: 'Messy'",
        f"    git mv {folder}/Messy.json {folder}/messy.json",
        "1 problem in 1 file",
    ]
    assert done.returncode == 1


def test_without_fix_nothing_is_written(checkout: Checkout) -> None:
    checkout.write("fixtures/valid/note-1/closed-note/messy.json", MESSY)
    before = tree(checkout)

    checkout.run("lint")

    assert tree(checkout) == before


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("fixtures/valid", 1),
        ("./fixtures/valid/note-1/closed-note/", 1),
        ("fixtures/valid/note-1/closed-note/messy.json", 1),
        (".", 1),
        ("fixtures/invalid", 0),
        ("fixtures/valid/note-1/closed", 2),
        ("fixtures/valid/note-1/closed-nothing", 2),
    ],
)
def test_a_path_narrows_what_is_told(checkout: Checkout, path: str, status: int) -> None:
    checkout.write("fixtures/valid/note-1/closed-note/messy.json", MESSY)

    assert checkout.run("lint", path).returncode == status


def test_a_path_narrows_what_is_mended(checkout: Checkout) -> None:
    file = checkout.write("fixtures/valid/note-1/closed-note/messy.json", MESSY)

    done = checkout.run("lint", "--fix", "fixtures/invalid")

    assert (file.read_bytes(), done.stdout) == (MESSY, "no problems: fixtures/invalid\n")


def test_a_path_elsewhere_is_a_wrong_call(checkout: Checkout) -> None:
    done = checkout.run("lint", "/etc")

    assert (done.returncode, "/etc is not in" in done.stderr) == (2, True)


def test_a_folder_that_names_nothing_is_one_sentence(checkout: Checkout) -> None:
    checkout.write("fixtures/valid/note-1/nothing/a.json", "{}")

    done = checkout.run("lint")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "names no requirement of note-1" in done.stderr


def test_a_missing_side_comes_with_the_command_that_adds_a_card(checkout: Checkout) -> None:
    (checkout.root / STRING).unlink()

    done = checkout.run("lint")

    mend = "agentcard-conformance new valid note-1/title-type/WORDS --set POINTER=VALUE   # Statement 9 of the note."
    assert mend in done.stdout


def test_what_was_installed_is_checked_but_not_mended(checkout: Checkout) -> None:
    (checkout.root / "pyproject.toml").unlink()

    assert checkout.run("lint").returncode == 0
    assert checkout.run("lint", "--fix").returncode == 2


def test_a_released_path_does_not_go_silently(checkout: Checkout) -> None:
    checkout.run("release")
    (checkout.root / STRING).rename(checkout.root / "fixtures/valid/note-1/title-type/text.json")

    done = checkout.run("lint")

    assert done.stdout.startswith(
        f"{STRING}: was released in {__version__} and is gone\n    restore it, or add to CHANGELOG.md below Unreleased:"
    )
    assert done.returncode == 1


def test_a_path_of_several_releases_is_told_once_with_the_first(checkout: Checkout) -> None:
    checkout.run("release")
    folder = checkout.root / "schema/note-1/released"
    (folder / __version__).rename(folder / "0.0.1")
    checkout.run("release")
    (checkout.root / STRING).rename(checkout.root / "fixtures/valid/note-1/title-type/text.json")

    said = checkout.run("lint").stdout

    assert said.count("and is gone") == said.count("was released in 0.0.1") == 1


def test_what_was_installed_holds_no_changelog_to_be_checked(checkout: Checkout) -> None:
    checkout.run("release")
    (checkout.root / STRING).rename(checkout.root / "fixtures/valid/note-1/title-type/text.json")
    (checkout.root / "pyproject.toml").unlink()

    assert checkout.run("lint").returncode == 0


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("- Renamed `valid/note-1/title-type/string.json` to `valid/note-1/title-type/text.json`.", 0),
        ("- Removed fixtures/valid/note-1/title-type/string.json, which said nothing.", 0),
        ("- Removed invalid/note-1/title-type/string.json.", 1),
        ("- Removed title-type/string.json.", 1),
    ],
)
def test_the_changelog_says_what_is_gone_by_its_whole_path(checkout: Checkout, told: str, status: int) -> None:
    checkout.run("release")
    (checkout.root / STRING).rename(checkout.root / "fixtures/valid/note-1/title-type/text.json")
    checkout.write("CHANGELOG.md", f"# Changelog\n\n{told}\n")

    assert checkout.run("lint").returncode == status


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("## [Unreleased]\n\n- Renamed `{0}/string.json` to `{0}/text.json`.", ""),
        ("## [Unreleased]\n\n- Renamed `{0}/string.json` to `{0}/words.json`.", "which does not exist"),
        ("## [{1}]\n\n- Renamed `{0}/string.json` to `{0}/text.json`.", "which still had it"),
        ("## [99.0.0]\n\n- Renamed `{0}/string.json` to `{0}/text.json`.", ""),
        (
            "## [99.0.0]\n- Renamed `{0}/a.json` to `{0}/text.json`.\n- Renamed `{0}/string.json` to `{0}/a.json`.",
            "",
        ),
    ],
)
def test_a_renaming_is_told_of_the_next_release_and_leads_to_a_card(checkout: Checkout, told: str, said: str) -> None:
    checkout.run("release")
    (checkout.root / STRING).rename(checkout.root / "fixtures/valid/note-1/title-type/text.json")
    checkout.write("CHANGELOG.md", told.format("valid/note-1/title-type", __version__) + "\n")

    done = checkout.run("lint", STRING)

    assert said in done.stdout
    assert done.returncode == bool(said)


def test_what_is_history_stays_right(checkout: Checkout) -> None:
    checkout.write("schema/note-1/released/0.0.1/fixtures.txt", "valid/note-1/title-type/old.json\n")
    checkout.run("release")
    moved = "- Renamed `valid/note-1/title-type/old.json` to `valid/note-1/title-type/string.json`."
    checkout.write("CHANGELOG.md", f"## [Unreleased]\n\n## [{__version__}]\n\n{moved}\n")

    assert checkout.run("lint").returncode == 0


def test_what_many_files_have_alike_is_shown_of_a_few(checkout: Checkout) -> None:
    for letter in "abcdefgh":
        checkout.write(f"fixtures/invalid/note-1/title-type/{letter}.json", f'{{\n  "title": "{letter}"\n}}\n')

    few, every = (checkout.run("lint", *options).stdout for options in ([], ["--all"]))

    said = "breaks nothing, but lies under title-type"
    assert f"and 5 more files: {said} (agentcard-conformance lint --all names them)\n8 problems in 8 files\n" in few
    assert [text.count(f".json: {said}") for text in (few, every)] == [3, 8]


def test_a_card_is_told_its_faults_alone_as_with_the_others(checkout: Checkout) -> None:
    path = "fixtures/invalid/note-1/title-type/Nothing.json"
    checkout.write(path, b'{"title": "fine"}')

    alone, all_problems = (checkout.run("lint", *paths).stdout.splitlines() for paths in ([path], []))

    assert alone == all_problems
    assert len(alone) > 4


def test_one_card_costs_no_look_at_the_others() -> None:
    suite = Path(call("path").stdout.decode().strip())

    def cost(*arguments: str) -> float:
        """Seconds of the processor."""
        before = os.times()
        assert call(*arguments, cwd=suite).returncode == 0
        return os.times().children_user - before.children_user

    # All of the suite costs some sixty times as much as to read what dialects there are.
    assert cost("lint", "fixtures/invalid/agentcard-draft-00/name-length/empty.json") < 6 * cost("dialects")


def test_a_release_is_kept_once(checkout: Checkout) -> None:
    first, second, again = checkout.run("release"), checkout.run("release"), checkout.run("release", "--again")

    assert first.stdout == f"kept: schema/note-1/released/{__version__}\n"
    assert (second.returncode, "exists already" in second.stderr, again.returncode) == (2, True, 0)


def test_a_release_keeps_the_dialect_and_the_sorted_paths(checkout: Checkout) -> None:
    checkout.run("release")

    folder = checkout.root / f"schema/note-1/released/{__version__}"
    paths = (folder / "fixtures.txt").read_text().splitlines()
    assert paths == sorted(path for path in tree(checkout) if path.endswith(".json"))
    for name in ("card.schema.json", "dialect.json", "requirements.json"):
        assert (folder / name).read_bytes() == (folder.parents[1] / name).read_bytes()


def test_a_release_is_for_maintainers(checkout: Checkout) -> None:
    assert "release" not in checkout.run("--help").stdout


def test_a_name_breaks_no_terminal(checkout: Checkout) -> None:
    checkout.write("fixtures/valid/note-1/closed-note/a\x1b[31m\u202eb.json", '{\n  "title": "odd",\n  "b": 1\n}\n')

    done = checkout.run("lint")

    assert ("\x1b" in done.stdout, "\u202e" in done.stdout, done.returncode) == (False, False, 1)
