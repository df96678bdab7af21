"""Judges the public agent cards that real_cards/cards.tsv lists, as `check` does, and writes what is found.

    python runner/bench/real_cards.py FOLDER             fetch the cards, judge them, write the findings and the page
    python runner/bench/real_cards.py FOLDER --offline   the same for cards that are in the folder already
    python runner/bench/real_cards.py FOLDER --check     write nothing; 1 where something else is found than is written
    python runner/bench/real_cards.py FOLDER --newest    first list the newest version of each card
    python runner/bench/real_cards.py                    write the page anew from what was found

    python runner/bench/real_cards.py --draw 60          print which cards a person has to read, and do nothing else

The folder keeps the cards, each in a file named by its digest; none is in this repository: they are other people's.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from card_figures import figures
from listed_cards import (
    FOLDER,
    CardReading,
    FoundInCard,
    ListedCard,
    card_file,
    damaged_cards,
    digest_of,
    fetch_cards,
    fetch_commit,
    read_list,
    read_table,
    run_git,
    write_table,
)

from agentcard_conformance.check.checking import CheckedFile, Others, check_files
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Finding

PUBLIC = "https://github.com/{repository}"
PAGE = Path(__file__).parents[2] / "docs" / "state-of-agent-cards.md"
BEGIN, END = "<!-- made by: python runner/bench/real_cards.py -->\n", "<!-- end -->"


def judge(suite: Suite, cards: Sequence[ListedCard], folder: Path) -> list[FoundInCard]:
    """What `check` without --dialect says of each card."""
    files = [str(card_file(folder, card)) for card in cards]
    checked, unread = check_files(suite, suite.default, files, others=Others.AS_THEY_LOOK_ALONE)
    if unread:
        raise CallError("; ".join(unread))
    by_file = {each.file: each for each in checked}
    return [_found(card, by_file[file]) for card, file in zip(cards, files, strict=True)]


def _found(card: ListedCard, checked: CheckedFile) -> FoundInCard:
    assessment = checked.assessment
    told, elsewhere = [*(hint.name for hint in checked.hints[:2]), "", ""][:2]
    lists = (assessment.violations, assessment.advice, assessment.contested)
    verdict = assessment.verdict.answer.value
    return FoundInCard(card.digest, told, elsewhere, checked.dialect.id, verdict, *map(_requirements, lists))


def _requirements(findings: Iterable[Finding]) -> str:
    return " ".join(sorted({each.requirement.id for each in findings}))


def newest(card: ListedCard, address: str, folder: Path) -> ListedCard:
    """The card as it is now; raises CallError where it cannot be had."""
    with tempfile.TemporaryDirectory() as clone:
        if problem := fetch_commit(address.replace("{repository}", card.repository), "HEAD", clone):
            raise CallError(problem)
        commit = run_git(clone, "rev-parse", "FETCH_HEAD").stdout.decode().strip()
        done = run_git(clone, "cat-file", "blob", f"FETCH_HEAD:{card.path}")
    if done.returncode:
        raise CallError(f"{card.repository} has no {card.path} any more; {card.commit} stays listed")
    renewed = card._replace(commit=commit, digest=digest_of(done.stdout))
    if renewed.digest == card.digest:
        return card
    folder.mkdir(parents=True, exist_ok=True)
    card_file(folder, renewed).write_bytes(done.stdout)
    return renewed


def renew(cards: Sequence[ListedCard], address: str, folder: Path) -> list[ListedCard]:
    """The newest version of each card; where there is none, or it is listed already, the one that is listed."""
    kept = {card.digest: card for card in cards}
    for card in cards:
        try:
            renewed = newest(card, address, folder)
        except CallError as error:
            _say(str(error))
            continue
        if renewed.digest not in kept:
            _say(f"{card.repository}: {card.path} has changed; look whether it still is {card.format!r}")
            del kept[card.digest]
            kept[renewed.digest] = renewed
    return sorted(kept.values(), key=lambda card: (card.repository.lower(), card.path))


def draw(cards: Sequence[ListedCard], count: int) -> list[ListedCard]:
    """Cards of each format in turn, by their digests: a draw that nobody chose, and the same every time."""
    by_format: dict[str, list[ListedCard]] = {}
    for card in sorted(cards, key=lambda card: card.digest):
        by_format.setdefault(card.format, []).append(card)
    turns = chain.from_iterable(zip_longest(*by_format.values()))
    return [card for card in turns if card][:count]


def page_with(figures_text: str, page: Path) -> str:
    """The page with these figures in the place of its own; raises CallError where it has none."""
    before, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise CallError(f"{page} has no lines {BEGIN.strip()} and {END}, between which the figures stand")
    return f"{before}{begin}\n{figures_text}\n{end}{after}"


def find(suite: Suite, cards: Sequence[ListedCard], options: argparse.Namespace) -> list[FoundInCard]:
    """What is found in the cards of the folder; raises CallError where one is missing."""
    problems = [] if options.offline else [*fetch_cards(cards, options.folder, options.address)]
    if problems := problems or [*damaged_cards(cards, options.folder)]:
        raise CallError("\n".join(problems))
    return judge(suite, cards, options.folder)


def main(arguments: Sequence[str]) -> int:
    """Fetch, judge and write; 1 where --check finds something else than is written."""
    options = _parser().parse_args(arguments)
    suite, cards = read_suite(), read_list(options.list)
    if options.draw:
        print("\n".join("\t".join(card[:-1]) for card in draw(cards, options.draw)))
        return 0
    if options.newest and options.folder:
        cards = renew(cards, options.address, options.folder)
        write_table(options.list, cards, ListedCard)
    findings_file = options.list.with_name("findings.tsv")
    readings = read_table(options.list.with_name("readings.tsv"), CardReading)
    found = find(suite, cards, options) if options.folder else read_table(findings_file, FoundInCard)
    told = figures(suite, cards, found, readings)
    page = page_with(told, options.page)
    if options.check:
        is_same = read_table(findings_file, FoundInCard) == found and options.page.read_text("utf-8") == page
        print("as it is written" if is_same else "something else is found than is written; run it without --check")
        return int(not is_same)
    write_table(findings_file, found, FoundInCard)
    options.page.write_text(page, "utf-8")
    print(told, end="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Judge the listed public agent cards, and write what is found.")
    parser.add_argument("folder", type=Path, nargs="?", help="where the cards are kept; without it, nothing is judged")
    parser.add_argument("--list", type=Path, default=FOLDER / "cards.tsv", help="beside it lie the other tables")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page that has the figures")
    parser.add_argument("--address", default=PUBLIC, help="of a repository; {repository} is replaced by its name")
    parser.add_argument("--offline", action="store_true", help="fetch nothing")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--newest", action="store_true", help="list the newest version of each card")
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="print N cards, of each format in turn")
    return parser


def _say(sentence: str) -> None:
    print(f"real_cards: {sentence}", file=sys.stderr)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (CallError, OSError) as problem:  # a page or a folder that cannot be read or written
        _say(str(problem))
        sys.exit(2)
