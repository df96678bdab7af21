"""A wrong call of `compare` is refused in one sentence, and leaves everything as it was."""

from pathlib import Path

import pytest

from note_revisions import QUICK, four_notes
from program_call import call


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four revisions of a schema."""
    return four_notes(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["old.json", "nowhere.json"], "no file, no REV:PATH"),
        (["old.json", "HEAD:old.json"], "git"),
        (["old.json", "bad.json"], "is no JSON Schema"),
        (["old.json", "leaves.json"], "outside the folder"),
        (["old.json", "both.json", "--dialect", "none-1"], "there is no dialect 'none-1'"),
        (["old.json", "both.json", "--cards", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["old.json", "both.json", "--cards", "empty.jsonl"], "there is not one card"),
        (["old.json", "both.json", "--column", "card"], "--column is for --cards"),
        (["old.json", "both.json", "--cards", "old.json", "--column", "card"], "--column is for Parquet"),
        (["old.json", "both.json", "--jobs", "2"], "--jobs is for --cards"),
        (["old.json", "both.json", "--cards", "old.json", "--resume"], "needs the --output"),
        (["old.json", "both.json", "--cards", "old.json", "--engine", "none"], "there is no engine 'none'"),
        (["old.json", "both.json", "--cards", "old.json", "--scheduler", "a"], "--scheduler is for --engine dask"),
        (["old.json", "both.json", "--changelog", "nowhere.md"], "nowhere.md cannot be read"),
        (["old.json", "both.json", "--changelog", "old.json"], "has no heading `## [Unreleased]`"),
        (["old.json", "both.json", "--output", "nowhere/said"], "there is no folder for it"),
        (["old.json", "both.json", "--output", "/dev/full"], "/dev/full cannot be written"),
        (["old.json", "both.json", "--cards", "old.json", "--output", "taken"], "taken.journal cannot be written"),
    ],
)
def test_a_wrong_call_is_one_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    (folder / "bad.json").write_text('{"type": "objekt"}')
    (folder / "leaves.json").write_text('{"$ref": "../else.json"}')
    (folder / "empty.jsonl").write_text("")
    (folder / "taken.journal").mkdir()
    done = call("compare", *arguments, *QUICK, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert sentence in done.stderr.decode()


@pytest.mark.parametrize(
    "name",
    ["old.json", "both.json", "cards.jsonl", "more.jsonl", "log.md", "other/../old.json", "link.json", "part.json"],
)
def test_what_is_read_is_not_written_over(folder: Path, name: str) -> None:
    (folder / "other").mkdir()
    (folder / "cards.jsonl").write_text("{}\n")
    (folder / "more.jsonl").write_text("{}\n")
    (folder / "log.md").write_text("## Unreleased\n")
    (folder / "link.json").symlink_to("both.json")
    (folder / "part.json").write_text("true")
    (folder / "old.json").write_text('{"$ref": "part.json"}')
    before = (folder / name).read_bytes()
    read = ("old.json", "both.json", "--cards", "cards.jsonl", "--cards", "*e.jsonl", "--changelog", "log.md")
    done = call("compare", *read, *QUICK, "--output", name, cwd=folder)
    sentence = f"agentcard-conformance: --output {name} is one of what is read; give the result a place of its own\n"
    assert (done.returncode, done.stderr.decode(), (folder / name).read_bytes()) == (2, sentence, before)


def test_a_wrong_call_leaves_nothing_behind(folder: Path) -> None:
    (folder / "empty.jsonl").write_text("")
    before = sorted(folder.iterdir())
    done = call("compare", "old.json", "both.json", "--cards", "empty.jsonl", "--output", "said", cwd=folder)
    assert (done.returncode, sorted(folder.iterdir())) == (2, before)
