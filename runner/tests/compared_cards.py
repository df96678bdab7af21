"""Two revisions of a schema, and cards of somebody's own that fall on either side."""

import json
from pathlib import Path

from agentcard_conformance.compare.comparison import Call, Compared
from agentcard_conformance.compare.findings import Revision
from agentcard_conformance.model import Json

OLD = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}, "cost": {"maximum": 5}}}
NEW = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 4}, "cost": {"maximum": 8}}}
GOOD, LONG, DEAR, BAD = ('{"name":"abc"}', '{"name":"abcdef"}', '{"name":"a","cost":7}', '{"name":3}')
QUICK = ("--effort", "0.02", "--fail-on", "none")


def two_revisions(folder: Path, old: Json = OLD, new: Json = NEW) -> Path:
    """As files in a folder."""
    (folder / "old.json").write_text(json.dumps(old))
    (folder / "new.json").write_text(json.dumps(new))
    return folder


def sides(old: Json = OLD, new: Json = NEW, call: Call | None = None) -> Compared:
    """As what is to be compared."""
    before, after = (Revision(name, schema, {}, frozenset()) for name, schema in (("old", old), ("new", new)))
    return Compared(before, after, call or Call())


def written(folder: Path, *lines: str | bytes, name: str = "cards.jsonl") -> str:
    """The name of a dump with these lines."""
    file = folder / name
    file.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return str(file)
