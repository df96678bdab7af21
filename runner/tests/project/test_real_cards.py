"""The command that judges public cards fetches them by commit, knows them by digest, and writes the page."""

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from checkout_copy import ROOT

COMMAND = ROOT / "runner" / "bench" / "real_cards.py"
CARD = (ROOT / "schema" / "a2a-0.3" / "example.json").read_bytes()
WRONG = CARD.replace(b'"skills"', b'"abilities"')
NAMES = "repository\tpath\tcommit\tdigest\tkind\tformat\tcopies\n"
PAGE = "# Cards\n\n<!-- made by: python runner/bench/real_cards.py -->\nold\n<!-- end -->\nBelow.\n"


class Place(NamedTuple):
    """A folder with a repository that has a card, and a list of it."""

    folder: Path
    commit: str

    def write_list(self, *, digest: str = hashlib.sha256(CARD).hexdigest(), **values: str) -> None:
        row = {"repository": "them/agent", "path": "a card.json", "commit": self.commit, "digest": digest}
        row |= {"kind": "served card", "format": "0.3", "copies": ""} | values
        (self.folder / "cards.tsv").write_text(NAMES + "\t".join(row.values()) + "\n")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        options = ["--list", "cards.tsv", "--page", "page.md", "--address", f"file://{self.folder}/{{repository}}"]
        return subprocess.run(
            [sys.executable, COMMAND, *arguments, *options],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(repository: Path, card: bytes) -> str:
    (repository / "a card.json").write_bytes(card)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "A card")
    return git(repository, "rev-parse", "HEAD").strip()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """The card that is listed, and a newer one, which is wrong."""
    repository = tmp_path / "them" / "agent"
    repository.mkdir(parents=True)
    git(repository, "init", "--quiet")
    listed = commit(repository, CARD)
    commit(repository, WRONG)
    (tmp_path / "page.md").write_text(PAGE)
    (tmp_path / "readings.tsv").write_text("digest\tformat_right\tfindings_right\twords\n")
    made = Place(tmp_path, listed)
    made.write_list()
    return made


def test_a_card_is_fetched_from_its_commit_and_told_on_the_page(place: Place) -> None:
    done = place.run("kept")

    page = (place.folder / "page.md").read_text()
    assert (done.returncode, done.stderr) == (0, "")
    assert "| A2A 0.3 | 1 | 1 | 1 | 0 |" in page and page.endswith("<!-- end -->\nBelow.\n")


def test_what_is_kept_is_judged_without_fetching(place: Place) -> None:
    place.run("kept")

    assert place.run("kept", "--offline", "--check", "--address", "file:///nowhere").returncode == 0


def test_what_is_missing_is_told(place: Place) -> None:
    done = place.run("kept", "--offline")

    assert (done.returncode, "is missing: a card.json of them/agent" in done.stderr) == (2, True)


def test_what_is_kept_and_was_changed_is_told(place: Place) -> None:
    place.run("kept")
    (kept,) = (place.folder / "kept").iterdir()
    kept.write_bytes(WRONG)

    done = place.run("kept", "--offline")

    assert (done.returncode, "is not the card of that digest" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"digest": "0" * 64}, "with the digest 000"),
        ({"path": "none.json"}, "no none.json"),
        ({"commit": "0" * 40}, "has no commit 000"),
        ({"repository": "them/nobody"}, "them/nobody has no commit"),
        ({"commit": "HEAD"}, "cards.tsv:2: a commit is 40 hexadecimal digits"),
        ({"format": "0.4"}, "cards.tsv:2: '0.4' is no format of formats.json"),
        ({"copies": "\t"}, "cards.tsv:2: has 8 values, not 7"),
        ({"copies": "\n" + "\t".join(["a", "b", "0" * 40, hashlib.sha256(CARD).hexdigest(), "c", "0.3", ""])},
         "cards.tsv:3: the same card as in line 2"),
    ],
)  # fmt: skip
def test_a_list_that_is_wrong_is_told(place: Place, values: dict[str, str], said: str) -> None:
    place.write_list(**values)

    done = place.run("kept")

    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_a_page_without_a_place_for_the_figures_is_told(place: Place) -> None:
    (place.folder / "page.md").write_text("# Cards\n")

    done = place.run("kept")

    assert (done.returncode, "has no lines" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("option", "said"), [(["--page", "none.md"], "none.md"), (["--list", "none.tsv"], "none.tsv cannot be read")]
)
def test_a_file_that_is_not_there_is_told(place: Place, option: list[str], said: str) -> None:
    place.run("kept")
    names = {"--list": "cards.tsv", "--page": "page.md"} | dict([option])
    called = [sys.executable, str(COMMAND), *(word for pair in names.items() for word in pair)]

    done = subprocess.run(called, cwd=place.folder, capture_output=True, text=True, check=False)

    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_something_else_than_is_written_is_told_and_not_written(place: Place) -> None:
    place.run("kept")
    (place.folder / "findings.tsv").write_text((place.folder / "findings.tsv").read_text().replace("\tvalid", "\tno"))
    before = (place.folder / "page.md").read_text()

    done = place.run("kept", "--check")

    assert (done.returncode, (place.folder / "page.md").read_text() == before) == (1, True)


def test_the_newest_version_of_a_card_takes_its_place(place: Place) -> None:
    done = place.run("kept", "--newest")

    assert hashlib.sha256(WRONG).hexdigest() in (place.folder / "cards.tsv").read_text()
    assert "| A2A 0.3 | 1 | 1 | 0 | 1 |" in done.stdout


def test_the_page_of_this_project_has_what_was_found() -> None:
    done = subprocess.run([sys.executable, COMMAND, "--check"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "as it is written\n", "")


def test_every_drawn_card_was_read() -> None:
    drawn = subprocess.run([sys.executable, COMMAND, "--draw", "60"], capture_output=True, text=True, check=True)
    readings = (COMMAND.parent / "real_cards" / "readings.tsv").read_text("utf-8")

    assert [line for line in drawn.stdout.splitlines() if line.split("\t")[3] not in readings] == []
