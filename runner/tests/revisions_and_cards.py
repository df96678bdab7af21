"""Two revisions of a schema, and cards that they judge alike or differently."""

import json
from pathlib import Path

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import ComparisonRun
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.model import Json

OLD = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}, "cost": {"maximum": 5}}}
NEW = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 4}, "cost": {"maximum": 8}}}
GOOD, LONG, DEAR, BAD = ('{"name":"abc"}', '{"name":"abcdef"}', '{"name":"a","cost":7}', '{"name":3}')
QUICK = ("--effort", "0.02", "--fail-on", "none", "--seconds", "300")  # on a busy machine, too


def write_revisions(folder: Path, old: Json = OLD, new: Json = NEW) -> Path:
    """Write them into a folder, as old.json and new.json."""
    (folder / "old.json").write_text(json.dumps(old))
    (folder / "new.json").write_text(json.dumps(new))
    return folder


def comparison_run(old: Json = OLD, new: Json = NEW, request: ComparisonRequest | None = None) -> ComparisonRun:
    """A comparison of them that has not begun."""
    before, after = (Revision(name, schema, {}, frozenset()) for name, schema in (("old", old), ("new", new)))
    return ComparisonRun(before, after, request or ComparisonRequest())


def write_cards(folder: Path, *lines: str | bytes, name: str = "cards.jsonl") -> str:
    """Write a dump with these lines, and give its name."""
    file = folder / name
    file.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return str(file)
