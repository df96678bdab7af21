"""Holds `compare` to other people's labels: how often it is wrong, how often open, and how long a pair takes.

    python runner/bench/labels.py FOLDER [CORPUS ...]

The folder holds what labelled_pairs.py names: source distributions, a jar and, where somebody put them there, clones of
two repositories. What is not there is said, and is an error where it was named. Labels that are wrong, or are about
another question, stand in labels/errata.json, each with a card or a reason.
"""

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from labelled_pairs import CORPORA, ERRATA, LabelledPair, corpus_pairs

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import compare_revisions
from agentcard_conformance.compare.results import Comparison, Direction, FlipAnswer
from agentcard_conformance.compare.revisions import read_revision
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError

SUITE = read_suite()
LEAST_DECIDED, LONGEST_MEDIAN = 0.97, 0.3
SECONDS = 10.0
EFFORT = 0.1  # what a search finds in these small schemas it finds soon


def compared(pair: LabelledPair, scratch: Path) -> Comparison | str:
    """What `compare` finds, or the sentence with which it refuses a schema."""
    for name, schema in (("old", pair.old), ("new", pair.new)):
        (scratch / f"{name}.json").write_text(json.dumps(schema), "utf-8")
    try:
        old, new = (read_revision(str(scratch / f"{name}.json"), SUITE) for name in ("old", "new"))
    except CallError as refusal:
        return str(refusal)
    return compare_revisions(old, new, ComparisonRequest(effort=EFFORT, seconds=SECONDS))


def result(pair: LabelledPair, found: Comparison | str, corpus: str) -> str:
    """One word for what the answer is worth."""
    if isinstance(found, str):
        return "refused"
    answer = found.answers[Direction.REFUSED].answer
    if answer is FlipAnswer.OPEN:
        return "open"
    if (answer is FlipAnswer.NONE) is pair.is_compatible:
        return "right"
    return "erratum" if pair.name in ERRATA.get(corpus, {}) else "wrong"


def hold(corpus: str, pairs: Iterable[LabelledPair], scratch: Path) -> tuple[Counter[str], list[float]]:
    """Every pair of a corpus; what is wrong or open is printed."""
    counts: Counter[str] = Counter()
    took = []
    for pair in pairs:
        begun = time.perf_counter()
        found = compared(pair, scratch)
        took.append(time.perf_counter() - begun)
        worth = result(pair, found, corpus)
        counts[worth] += 1
        if worth in ("wrong", "open", "refused"):
            _print_pair(worth, pair, found)
    return counts, took


def _print_pair(worth: str, pair: LabelledPair, found: Comparison | str) -> None:
    what: Any = found
    if not isinstance(found, str):
        what = [each.witness.card for each in found.flips if each.direction is Direction.REFUSED][:1]
    print(json.dumps({"worth": worth, "name": pair.name, "old": pair.old, "new": pair.new, "found": what}), flush=True)


def main(folder: Path, names: Sequence[str]) -> int:
    """The table, and 1 where an answer is wrong, too many are open, it takes too long, or labels are not there."""
    counts: Counter[str] = Counter()
    took: list[float] = []
    lines = []
    for name in names or CORPORA:
        with tempfile.TemporaryDirectory() as scratch:
            found, seconds = hold(name, corpus_pairs(folder, name, Path(scratch)), Path(scratch))
        lines.append(f"{name:32}{_told(found, seconds)}")
        counts, took = counts + found, took + seconds
    print("\n".join([*lines, f"{'all':32}{_told(counts, took)}"]))
    asked = sum(counts.values()) - counts["refused"]
    decided = 1 - counts["open"] / asked
    are_missing = any(not (folder / CORPORA[name].place).exists() for name in names)
    return int(are_missing or bool(counts["wrong"]) or decided < LEAST_DECIDED or median(took) > LONGEST_MEDIAN)


def _told(counts: Counter[str], took: list[float]) -> str:
    words = "  ".join(f"{counts[word]:5} {word}" for word in ("right", "erratum", "wrong", "open", "refused"))
    return f"{words}  median {median(took):.3f} s, longest {max(took):.1f} s" if took else "not held: it is not there"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
