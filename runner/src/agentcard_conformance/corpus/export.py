"""Writes the corpus as JSON Lines, or as a tar, for people without Python."""

import base64
import io
import json
import tarfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from agentcard_conformance.model import Expected, Fixture

_FILE_MODE = 0o644


def to_json_lines(fixtures: Iterable[Fixture]) -> Iterator[bytes]:
    """One object a line, sorted by id, in ASCII."""
    documents = sorted((_fixture_document(fixture) for fixture in fixtures), key=lambda each: str(each["id"]))
    return (json.dumps(each).encode("ascii") + b"\n" for each in documents)


def to_tar(root: Path, dialects: Collection[str]) -> Iterator[bytes]:
    """The files; the same files give the same bytes: sorted, and without times, owners or modes of their own."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(file.relative_to(root).as_posix() for file in _files(root, dialects)):
            archive.addfile(*_tar_entry(name, (root / name).read_bytes()))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _fixture_document(fixture: Fixture) -> dict[str, object]:
    projection = {"projection": fixture.projection} if fixture.projection is not None else {}
    requirement = fixture.requirement
    return {
        "id": fixture.id,
        "dialect": fixture.dialect,
        "requirement": requirement.id,
        "level": requirement.level.value,
        "profiles": sorted(requirement.profiles),
        "section": requirement.section,
        "expected": fixture.expected.value,
        "card_base64": base64.b64encode(fixture.question.card).decode("ascii"),
        "context": dict(fixture.question.context),
        **projection,
    }


def _files(root: Path, dialects: Collection[str]) -> Iterator[Path]:
    fixtures, schema = root / "fixtures", root / "schema"
    folders = [fixtures / expected / dialect for expected in Expected for dialect in dialects]
    folders += [schema / "suite", *(schema / dialect for dialect in dialects)]
    for folder in folders:
        yield from (file for file in folder.rglob("*") if file.is_file())
    yield from (file for file in (fixtures / ".gitattributes",) if file.exists())


def _tar_entry(name: str, content: bytes) -> tuple[tarfile.TarInfo, io.BytesIO]:
    """TarInfo's defaults are fixed: owner 0 without a name, and the epoch."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), _FILE_MODE
    return entry, io.BytesIO(content)
