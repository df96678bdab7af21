"""`check` is for an author with one card and for one with five hundred."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agentcard_conformance.reference.dialect_judge import MOST_FAULTS
from conftest import SUITE
from program_call import call, surroundings

CARD = (SUITE.root / "schema" / SUITE.default.id / "example.json").read_bytes()
WRONG = CARD.replace(b'"1.0.0"', b'"1.0"')
EXAMPLE_1_0 = (SUITE.root / "schema" / "a2a-1.0" / "example.json").read_bytes()
A2A = b'{"name": "Geo", "url": "https://geo.example/", "protocolVersion": "0.2.6", "skills": []}'
NOT_FOR_CARDS = ["pytest", "_pytest", "hypothesis", "xdist", "rich"]


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Twelve good cards and a wrong one, in two folders."""
    for folder in ("deep/.git", "deep/er"):
        (tmp_path / folder).mkdir(parents=True)
    for number in range(12):
        (tmp_path / f"deep/{number}.json").write_bytes(CARD)
    (tmp_path / "deep/er/wrong.json").write_bytes(WRONG)
    (tmp_path / "deep/.git/hidden.json").write_bytes(b"")
    (tmp_path / "deep/notes.txt").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("names", [["deep"], ["deep/**"], ["deep/*.json", "deep/*/wrong.json"], ["deep", "deep"]])
def test_a_folder_and_a_glob_stand_for_the_cards_in_them(cards: Path, names: list[str]) -> None:
    names = [name.replace("deep/**", "deep/**/*.json") for name in names]
    done = call("check", *names, cwd=cards)

    assert done.stdout.decode().splitlines()[0] == f"deep/er/wrong.json: invalid as {SUITE.default.id}"
    assert b"\n13 files, 1 invalid, 1 violation\n" in done.stdout
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("name", "why"), [("no*.json", "matches no file"), ("deep/.git/empty", "holds no file that ends in .json")]
)
def test_a_name_that_stands_for_nothing_is_told(cards: Path, name: str, why: str) -> None:
    (cards / "deep/.git/empty").mkdir()

    done = call("check", name, cwd=cards)

    assert (done.returncode, done.stderr.decode()) == (2, f"agentcard-conformance: {name} {why}\n")


@pytest.mark.parametrize("name", ["site", "site/**/agent-card.json", "**/agent-card.json"])
def test_the_folder_that_cards_are_served_from_is_not_hidden(tmp_path: Path, name: str) -> None:
    for folder in ("site/.well-known", "site/.cache"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "agent-card.json").write_bytes(CARD)

    done = call("check", name, cwd=tmp_path)

    assert done.stdout.decode().splitlines()[0] == f"site/.well-known/agent-card.json: valid as {SUITE.default.id}"
    assert b"\n1 file, no violations\n" in done.stdout


def test_a_hidden_folder_that_a_glob_names_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache/one.json").write_bytes(CARD)

    assert b"\n1 file, no violations\n" in call("check", ".cache/*.json", cwd=tmp_path).stdout


def test_a_file_may_have_a_name_like_a_glob(cards: Path) -> None:
    (cards / "[1].json").write_bytes(WRONG)

    assert b"[1].json: invalid" in call("check", "[1].json", cwd=cards).stdout


def test_of_a_few_files_the_good_ones_are_named(cards: Path) -> None:
    assert b"deep/1.json: valid" in call("check", "deep/1.json", "deep/2.json", cwd=cards).stdout


def test_of_many_files_it_is_counted_what_they_were_checked_as(cards: Path) -> None:
    for number in range(3):
        (cards / f"deep/{number}.json").write_bytes(EXAMPLE_1_0)

    lines = call("check", "deep", cwd=cards).stdout.decode().splitlines()

    assert lines[0] == f"deep/er/wrong.json: invalid as {SUITE.default.id}"
    assert lines[-2] == f"Checked by their looks: 10 as {SUITE.default.id}, 3 as a2a-1.0"


def test_of_many_files_of_the_default_dialect_nothing_is_counted(cards: Path) -> None:
    assert b"Checked by" not in call("check", "deep", cwd=cards).stdout


@pytest.mark.parametrize(("name", "said"), [("concise", b""), ("github", b"1 file, no violations\n")])
def test_of_a_good_card_a_tool_is_not_told_what_it_was_checked_as(tmp_path: Path, name: str, said: bytes) -> None:
    (tmp_path / "card.json").write_bytes(EXAMPLE_1_0)

    assert call("check", "--format", name, "card.json", cwd=tmp_path).stdout == said


def test_quietly_the_exit_status_says_it(cards: Path) -> None:
    good, wrong, absent = (call("check", "-q", name, cwd=cards) for name in ("deep/1.json", "deep/er", "nowhere"))

    assert [done.stdout for done in (good, wrong, absent)] == [b""] * 3
    assert [done.returncode for done in (good, wrong, absent)] == [0, 1, 2]
    assert absent.stderr != b""


def test_a_finding_is_one_concise_line(cards: Path) -> None:
    done = call("check", "--format", "concise", "deep", cwd=cards)

    assert done.stdout.decode() == (
        "deep/er/wrong.json:4:14: violation version-semver: '1.0' is not a version of the form "
        "MAJOR.MINOR.PATCH[-PRE-RELEASE][+BUILD]\n"
    )


def test_the_last_line_is_the_way_to_an_explanation(cards: Path) -> None:
    done = call("check", "deep/er/wrong.json", cwd=cards)

    assert done.stdout.endswith(b"\nMore about a requirement: agentcard-conformance explain version-semver\n")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("text", b"\nMore was found than is shown: "),
        ("concise", b":1:1: note: More was found than is shown: "),
        ("github", b"::More was found than is shown: "),
        ("json", b'"has_more": true'),
        ("sarif", b'"text": "More was found than is shown: '),
    ],
)
@pytest.mark.parametrize(("count", "has_more"), [(MOST_FAULTS, False), (MOST_FAULTS + 1, True)])
def test_what_is_not_shown_is_told_in_every_format(
    tmp_path: Path, name: str, shown: bytes, count: int, *, has_more: bool
) -> None:
    capabilities = [{"id": 7, "description": "Odd."}] * count
    (tmp_path / "card.json").write_text(json.dumps(json.loads(CARD) | {"capabilities": capabilities}))

    assert (shown in call("check", "--format", name, "card.json", cwd=tmp_path).stdout) is has_more


def test_what_is_not_shown_is_told_in_a_record_too(tmp_path: Path) -> None:
    names = ", ".join(f'"a{number}": 1, "a{number}": 2' for number in range(MOST_FAULTS + 1))
    (tmp_path / "cards.jsonl").write_text(f'{{{names}, "capabilities": {"[" + "7," * 1001 + "7]"}}}\n')

    done = call("check", "--jsonl", "cards.jsonl", cwd=tmp_path)

    assert json.loads(done.stdout)["has_more"] is True


def test_a_card_is_checked_without_what_the_suite_needs(cards: Path) -> None:
    code = f"import sys; sys.modules.update(dict.fromkeys({NOT_FOR_CARDS})); import runpy; sys.argv = sys.argv[1:]; "
    code += "runpy.run_module('agentcard_conformance', run_name='__main__')"
    done = [
        subprocess.run(
            [sys.executable, "-c", code, "agentcard-conformance", "check", *arguments, "deep"],
            cwd=cards, capture_output=True, check=False, env=surroundings(),
        )
        for arguments in ([], ["--format", "sarif"])
    ]  # fmt: skip

    assert [(each.returncode, each.stderr) for each in done] == [(1, b"")] * 2


@pytest.mark.parametrize(
    ("card", "status", "said"),
    [
        (A2A, 0, "agent-card.json: not checked\n\nThis looks like another format, A2A Agent Card 0.2"),
        (CARD, 0, "agent-card.json: valid as agentcard-draft-00"),
        (WRONG, 1, "agent-card.json: invalid as agentcard-draft-00"),
        (b"{}", 1, "agent-card.json: invalid as agentcard-draft-00"),
    ],
)
def test_a_file_found_by_its_name_may_be_of_another_format(tmp_path: Path, card: bytes, status: int, said: str) -> None:
    (tmp_path / "agent-card.json").write_bytes(card)

    done = call("check", "--any-format", "agent-card.json", cwd=tmp_path)

    assert (done.stdout.decode().startswith(said), done.returncode) == (True, status)
