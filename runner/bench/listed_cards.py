"""The list of public cards, what was found in them, and what people read in them: tables of text, one line a card."""

import csv
import hashlib
import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

from agentcard_conformance.errors import CallError

FOLDER = Path(__file__).parent / "real_cards"
_COMMIT, _DIGEST = re.compile(r"[0-9a-f]{40}"), re.compile(r"[0-9a-f]{64}")


class ListedCard(NamedTuple):
    """Where a public card lies, and what it is."""

    repository: str
    path: str
    commit: str
    digest: str
    kind: str
    """What the file is there for: a served card, a sample, …."""
    format: str
    """What a reader of the card takes it for: a key of formats.json."""
    copies: str
    """Where the same bytes lie as well: `repository:path`, with blanks between."""


class FoundInCard(NamedTuple):
    """What `check` says of one card; requirements with blanks between, each once."""

    digest: str
    told: str
    """The dialect or the other format that it names; empty where it names none."""
    elsewhere: str
    """The dialect to which some members are said to belong."""
    dialect: str
    verdict: str
    violations: str
    advice: str
    contested: str


class CardReading(NamedTuple):
    """What a person thinks of what `check` says of one card."""

    digest: str
    format_right: str
    findings_right: str
    words: str


Row = TypeVar("Row", ListedCard, FoundInCard, CardReading)


class CardFormat(NamedTuple):
    """What a card of the list may be."""

    title: str
    told: tuple[str, ...]
    """The names under which `check` may tell it; any that is no other format's where there is none."""
    says_what_belongs_elsewhere: bool = False


def read_formats() -> dict[str, CardFormat]:
    """What a card of the list may be, by the word for it."""
    formats = json.loads((FOLDER / "formats.json").read_text("utf-8"))
    return {name: CardFormat(**each | {"told": tuple(each["told"])}) for name, each in formats.items()}


def read_table(file: Path, kind: type[Row]) -> list[Row]:
    """The rows of a table; raises CallError where it is none."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"{file} cannot be read: {error}") from None
    names, *rows = [line.split("\t") for line in lines] or [[]]
    if tuple(names) != kind._fields:
        raise CallError(f"{file}:1: its first line has to name {', '.join(kind._fields)}, with tabs between")
    for number, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise CallError(f"{file}:{number}: has {len(row)} values, not {len(names)}, with tabs between")
    return [kind(*row) for row in rows]


def write_table(file: Path, rows: Sequence[Row], kind: type[Row]) -> None:
    """Such a table."""
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None)
        writer.writerows([kind._fields, *rows])


def read_list(file: Path) -> list[ListedCard]:
    """The cards of the list, each digest once; raises CallError where that is not so."""
    cards = read_table(file, ListedCard)
    formats = read_formats()
    places: dict[str, int] = {}
    for line, card in enumerate(cards, 2):
        if not (_COMMIT.fullmatch(card.commit) and _DIGEST.fullmatch(card.digest)):
            raise CallError(f"{file}:{line}: a commit is 40 hexadecimal digits, and a SHA-256 digest 64")
        if card.format not in formats:
            raise CallError(f"{file}:{line}: {card.format!a} is no format of formats.json: {', '.join(formats)}")
        if (first := places.setdefault(card.digest, line)) != line:
            raise CallError(f"{file}:{line}: the same card as in line {first}; note it there, among the copies")
    return cards


def card_file(folder: Path, card: ListedCard) -> Path:
    """Where a card is kept."""
    return folder / f"{card.digest}.json"


def fetch_cards(cards: Iterable[ListedCard], folder: Path, address: str) -> Iterator[str]:
    """Keep the cards that are not in the folder; a sentence for each that cannot be had as it is listed."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [card for card in cards if not card_file(folder, card).exists()]
    for (repository, commit), wanted in groupby(sorted(missing), key=lambda card: (card.repository, card.commit)):
        with tempfile.TemporaryDirectory() as clone:
            problem = fetch_commit(address.replace("{repository}", repository), commit, clone)
            yield from (sentence for card in wanted for sentence in [problem or _keep(card, folder, clone)] if sentence)


def fetch_commit(address: str, commit: str, clone: str) -> str:
    """Fetch one commit without its files into an empty folder; what git says where it cannot."""
    for arguments in (
        ["init", "--quiet", "--bare"],
        ["remote", "add", "origin", address],
        ["fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", commit],
    ):
        done = run_git(clone, *arguments)
        if done.returncode:
            return f"{address} has no commit {commit} for us: {done.stderr.decode(errors='replace').strip()}"
    return ""


def _keep(card: ListedCard, folder: Path, clone: str) -> str:
    where = f"{card.repository} has at {card.commit} no {card.path}"
    done = run_git(clone, "cat-file", "blob", f"FETCH_HEAD:{card.path}")
    if done.returncode:
        return f"{where}: {done.stderr.decode(errors='replace').strip()}"
    if digest_of(done.stdout) != card.digest:
        return f"{where} with the digest {card.digest}, but with {digest_of(done.stdout)}"
    card_file(folder, card).write_bytes(done.stdout)
    return ""


def run_git(clone: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder, without asking anybody for a password."""
    command = ["git", "-c", "credential.helper=", "-c", "core.askPass=true", "-C", clone, *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise CallError("git is needed to fetch cards; or name a folder that has them all, with --offline") from None


def digest_of(card: bytes) -> str:
    """The SHA-256 digest by which a card is named."""
    return hashlib.sha256(card).hexdigest()


def damaged_cards(cards: Iterable[ListedCard], folder: Path) -> Iterator[str]:
    """A sentence for each card that is not in the folder, or is another one."""
    for card in cards:
        file = card_file(folder, card)
        if not file.exists():
            yield f"{file} is missing: {card.path} of {card.repository}"
        elif digest_of(file.read_bytes()) != card.digest:
            yield f"{file} is not the card of that digest; remove it, and it is fetched again"
