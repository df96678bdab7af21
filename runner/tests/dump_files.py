"""Dumps for tests: cards of every kind, and lines that are none."""

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from agentcard_conformance.dumps import SLICE_SIZE, DumpLayout, Slice, cut_dumps, find_dumps

GOOD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [{"id": "tool.web_search", "description": "Searches the public web."}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/search"},
}
KINDS = {
    "good": GOOD,
    "short version": GOOD | {"version": "1.0"},
    "advised": GOOD | {"capabilities": [{"id": "tool.web_search"}]},
    "contested": GOOD | {"agent_id": "91HZQK3P8EMXR9V7T5N2W4J6C0"},
}
BROKEN = b'{"name": '


def line(kind: str = "good", **members: Any) -> bytes:
    """A card on one line."""
    return json.dumps(KINDS[kind] | members).encode() + b"\n"


def written(file: Path, lines: Iterable[bytes]) -> Path:
    """A dump, packed when its name says so."""
    text = b"".join(lines)
    file.write_bytes(gzip.compress(text, 1) if file.suffix == ".gz" else text)
    return file


def mixed(cards: int, size: int = 0) -> list[bytes]:
    """Some of each kind, in an order that has no period with a slice's; size is what a card has in vain."""
    kinds = ("good", "good", "short version", "good", "advised", "good", "contested")
    padding = {"metadata": {"x:padding": "x" * size}} if size else {}
    lines = [line(kinds[number % len(kinds)], name=f"Agent {number}", **padding) for number in range(cards)]
    lines[cards // 2 : cards // 2] = [b"\n", BROKEN + b"\n"]
    return lines


def records(text: bytes) -> list[dict[str, Any]]:
    """The records in an output."""
    return [json.loads(each) for each in text.splitlines()]


def slices(names: Iterable[str], *, form: str = "", column: str = "", size: int = SLICE_SIZE) -> Iterator[Slice]:
    """All that lies in files, folders, globs and URLs; without a form, a file's name says which it has."""
    return cut_dumps(find_dumps(names, form), DumpLayout(column), size=size)
