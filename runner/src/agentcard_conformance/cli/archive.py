"""Which files of the suite go into a tar, and what must not depend on the machine that makes it?"""

import io
import tarfile
from collections.abc import Collection, Iterator
from pathlib import Path

from agentcard_conformance.model import Expected

REGULAR = 0o644


def tar(root: Path, dialects: Collection[str]) -> Iterator[bytes]:
    """The same files give the same bytes: sorted, and without times, owners or modes of their own."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(file.relative_to(root).as_posix() for file in _files(root, dialects)):
            archive.addfile(*_entry(name, (root / name).read_bytes()))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _files(root: Path, dialects: Collection[str]) -> Iterator[Path]:
    fixtures, schema = root / "fixtures", root / "schema"
    folders = [fixtures / expected / dialect for expected in Expected for dialect in dialects]
    folders += [schema / "suite", *(schema / dialect for dialect in dialects)]
    for folder in folders:
        yield from (file for file in folder.rglob("*") if file.is_file())
    yield from (file for file in (fixtures / ".gitattributes",) if file.exists())


def _entry(name: str, content: bytes) -> tuple[tarfile.TarInfo, io.BytesIO]:
    """What TarInfo fills in by itself is fixed: owner 0 without a name, and the epoch."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), REGULAR
    return entry, io.BytesIO(content)
