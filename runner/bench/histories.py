"""Compares each revision of public schemas with the one before, as their repositories keep them.

    python runner/bench/histories.py GIT_DIRECTORY MOST PATH ...

Prints for each path: its draft, its size, how often each answer was given to whether cards are newly refused, and the
longest time. Exits with 1 where an answer came later than its bound, a comparison broke
off, or a card is not confirmed by two engines that know nothing of ours.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import jsonschema_rs
from referencing.exceptions import Unresolvable

from agentcard_conformance.compare.results import Direction, FlipAnswer

BOUND = 10.0
START = 3.0  # of the program on a busy machine
ANSWERS = [answer.value for answer in FlipAnswer]


class Compared(NamedTuple):
    """What came of one pair."""

    answer: str
    seconds: float
    is_wrong: bool


def revisions(repository: str, path: str, most: int) -> list[bytes]:
    """The last states of a file, the oldest first."""
    listed = _git(repository, "log", f"-{most + 1}", "--format=%H", "--", path).decode().split()
    found = (_git(repository, "show", f"{commit}:{path}") for commit in reversed(listed))
    return [text for text in found if text]


def _git(repository: str, *arguments: str) -> bytes:
    command = ["git", "--git-dir", repository, *arguments]
    return subprocess.run(command, capture_output=True, check=False).stdout


def compared(old: bytes, new: bytes, scratch: Path) -> Compared:
    """By the program, as people call it."""
    for name, text in (("old", old), ("new", new)):
        (scratch / f"{name}.json").write_bytes(text)
    command = [sys.executable, "-m", "agentcard_conformance", "compare", "old.json", "new.json", "--format", "json"]
    begun = time.monotonic()
    done = subprocess.run([*command, "--seconds", f"{BOUND:g}"], cwd=scratch, capture_output=True, check=False)
    seconds = time.monotonic() - begun
    if not done.stdout:
        said = done.stderr.decode().splitlines()[-1:] or [f"status {done.returncode}"]
        is_sentence = done.returncode == 2 and said[0].startswith("agentcard-conformance: ")
        return Compared(f"refused: {said[0][:160]}", seconds, not is_sentence)
    found = json.loads(done.stdout)
    cards = [(each["witness"]["card"], direction) for direction in Direction for each in found[_named(direction)]]
    is_wrong = not all(confirmed(old, new, card, direction) for card, direction in cards) or seconds > BOUND + START
    return Compared(found["answers"]["breaking"]["answer"], seconds, is_wrong)


def _named(direction: Direction) -> str:
    return "breaking" if direction is Direction.REFUSED else "loosening"


def confirmed(old: bytes, new: bytes, card: str, direction: Direction) -> bool:
    """Whether two engines, each by the draft that the schema names, see the flip; one that cannot tell says nothing."""
    value = json.loads(card)
    wanted = (True, False) if direction is Direction.REFUSED else (False, True)
    verdicts = [[engine(json.loads(text), value) for text in (old, new)] for engine in (_by_python, _by_rust)]
    return any(None not in each for each in verdicts) and all(
        verdict in (None, right) for each in verdicts for verdict, right in zip(each, wanted, strict=True)
    )


def _by_python(schema: Any, value: Any) -> bool | None:
    engine = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
    try:
        return bool(engine(schema, format_checker=engine.FORMAT_CHECKER).is_valid(value))
    except (Unresolvable, ValueError, RecursionError):
        return None


def _by_rust(schema: Any, value: Any) -> bool | None:
    try:
        return bool(jsonschema_rs.validator_for(schema, validate_formats=True, offline=True).is_valid(value))
    except (ValueError, jsonschema_rs.ValidationError):
        return None


def histories(repository: str, most: int, paths: Sequence[str]) -> Iterator[tuple[str, list[Compared]]]:
    """Of each path a line, and all that was compared."""
    for path in paths:
        texts = revisions(repository, path, most)
        with tempfile.TemporaryDirectory() as scratch:
            found = [compared(*each, Path(scratch)) for each in pairwise(texts) if each[0] != each[1]]
        counts = Counter(each.answer.partition(":")[0] for each in found)
        told = "  ".join(f"{counts[word]:3} {word}" for word in [*ANSWERS, "refused"])
        longest = max((each.seconds for each in found), default=0)
        size = max(map(len, texts), default=0)
        yield f"{Path(path).name:34} {_draft(texts[-1:]):8} {size:9,} bytes  {told}  longest {longest:.1f} s", found


def _draft(texts: Sequence[bytes]) -> str:
    schema = json.loads(texts[0]) if texts else {}
    return str(schema.get("$schema", "none")).removesuffix("#").removesuffix("/schema").rpartition("/")[2]


def main(repository: str, most: str, *paths: str) -> int:
    """One line for each history, and each pair that went wrong."""
    is_wrong = False
    for line, found in histories(repository, int(most), paths):
        print(line, flush=True)
        for each in found:
            is_wrong |= each.is_wrong
            if each.is_wrong or each.answer.startswith("refused"):
                print(f"    {'WRONG ' * each.is_wrong}{each.answer}, {each.seconds:.1f} s", flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
