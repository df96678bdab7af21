"""Holds other programs that compare schemas, and `compare`, to the same labels.

    python runner/bench/peers.py LABELS FOLDER [--peer NAME ...] [--corpus NAME ...]

LABELS is what labels.py is given. Each program is put below FOLDER, with the command of its peers/NAME/peer.toml, and
asked by the adapter beside that: a line with both schemas in, a line with the answer out. Prints a table in Markdown:
how often each is right, wrong, wrong on a keyword that it says it does not know, and open; then the median time of an
answer. Labels that the errata list names are taken for the opposite; one that rests on whether formats are asserted is
left out, since either answer is right. What is of another draft is not asked.
"""

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from labelled_pairs import CORPORA, ERRATA, LabelledPair, corpus_pairs

PEERS = Path(__file__).parent / "peers"
SECONDS = 10.0
SETUP_SECONDS = 900
WORDS = ("right", "wrong", "unsupported", "open")


class Peer(NamedTuple):
    """A program that compares schemas."""

    name: str
    version: str
    licence: str
    setup: str
    command: str
    adapter: str
    drafts: tuple[str, ...] = ()
    """Those it reads; all, where none is named."""
    unsupported: frozenset[str] = frozenset()
    """Keywords that its documentation says it does not know."""

    def line(self, template: str) -> str:
        """A command of its description, for a shell."""
        return template.format(python=sys.executable, adapter=PEERS / self.name / self.adapter)

    def reads(self, pair: LabelledPair) -> bool:
        """Whether both schemas are of its drafts, or say none."""
        named = {each["$schema"] for each in (pair.old, pair.new) if isinstance(each, dict) and "$schema" in each}
        return not self.drafts or all(any(draft in address for draft in self.drafts) for address in named)

    def is_beyond(self, pair: LabelledPair) -> bool:
        """Whether a schema has a keyword that it does not know."""
        return bool(self.unsupported & {*_names([pair.old, pair.new])})


class Conversation:
    """A peer's process, which is asked one pair after another, and started anew when it did not answer."""

    def __init__(self, peer: Peer, folder: Path) -> None:
        self._peer, self._folder = peer, folder
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, pair: LabelledPair) -> bool | None:
        """Its answer; None for none, whatever the reason."""
        process = self._process or self._started()
        line = json.dumps({"old": pair.old, "new": pair.new}).encode() + b"\n"
        try:
            process.stdin.write(line)  # type: ignore[union-attr]  # a pipe
            process.stdin.flush()  # type: ignore[union-attr]  # as above
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            told = json.loads(process.stdout.readline()) if ready else {}  # type: ignore[union-attr]  # as above
        except (OSError, ValueError):  # it ended, or said something else
            told = {}
        if not told:
            self.close()
        return told.get("compatible")

    def close(self) -> None:
        """End it, with all that it started."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(  # noqa: S602  # the command of a file that lies beside this one
            self._peer.line(self._peer.command),
            shell=True,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        return self._process


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = [*value.values()]
    for part in value if isinstance(value, list) else ():
        yield from _names(part)


def known_peers() -> dict[str, Peer]:
    """All that are described, by name."""
    found = {}
    for file in sorted(PEERS.glob("*/peer.toml")):
        told = tomllib.loads(file.read_text("utf-8"))
        lists = {"drafts": tuple(told.pop("drafts", ())), "unsupported": frozenset(told.pop("unsupported", ()))}
        found[file.parent.name] = Peer(name=file.parent.name, **told, **lists)
    return found


def set_up(peer: Peer, folder: Path) -> str:
    """Install it once; the reason where that cannot be done."""
    if (folder / "installed").exists():
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(  # noqa: S602  # as above
        peer.line(peer.setup),
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SETUP_SECONDS,
        check=False,
    )
    if done.returncode:
        return (done.stderr or done.stdout or f"status {done.returncode}").strip().splitlines()[-1]
    (folder / "installed").touch()
    return ""


def cell(peer: Peer, pairs: Iterable[LabelledPair], corpus: str, folder: Path) -> str:
    """How a peer does on a corpus."""
    counts: Counter[str] = Counter()
    took = []
    conversation = Conversation(peer, folder)
    conversation.ask(LabelledPair("", True, True, is_compatible=True))  # noqa: FBT003  # a schema; it starts the process
    errata = ERRATA.get(corpus, {})
    for pair in (each for each in pairs if peer.reads(each) and "contested" not in errata.get(each.name, {})):
        begun = time.perf_counter()
        answer = conversation.ask(pair)
        took.append(time.perf_counter() - begun)
        counts[_worth(peer, pair, answer, is_erratum=pair.name in errata)] += 1
    conversation.close()
    if not took:
        return "not asked"
    return f"{' / '.join(str(counts[word]) for word in WORDS)}, {median(took) * 1000:.1f} ms"


def _worth(peer: Peer, pair: LabelledPair, answer: bool | None, *, is_erratum: bool) -> str:  # noqa: FBT001  # a verdict
    if answer is None:
        return "open"
    if answer is not (pair.is_compatible is not is_erratum):
        return "unsupported" if peer.is_beyond(pair) else "wrong"
    return "right"


def main(arguments: argparse.Namespace) -> int:
    """The table, row by row; 1 where a peer could not be installed."""
    peers = [peer for name, peer in known_peers().items() if name in (arguments.peer or [name])]
    reasons = {peer.name: set_up(peer, arguments.folder / peer.name) for peer in peers}
    usable = [peer for peer in peers if not reasons[peer.name]]
    print("".join(f"{name} is not installed: {why}\n" for name, why in reasons.items() if why), end="")
    print("| labels | " + " | ".join(f"{peer.name} {peer.version}" for peer in usable) + " |")
    print("|---" * (len(usable) + 1) + "|", flush=True)
    for corpus in arguments.corpus or CORPORA:
        with tempfile.TemporaryDirectory() as scratch:
            pairs = corpus_pairs(arguments.labels, corpus, Path(scratch))
            found = [cell(peer, pairs, corpus, arguments.folder / peer.name) for peer in usable]
        print(f"| {corpus} | {' | '.join(found)} |", flush=True)
    return int(any(reasons.values()))


def read_arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer", action="append", choices=known_peers())
    parser.add_argument("--corpus", action="append", choices=CORPORA)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main(read_arguments()))
