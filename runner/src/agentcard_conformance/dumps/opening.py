"""Opens a dump, and notices when it is no longer the file that was found."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from agentcard_conformance.dumps import remote
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import STANDARD_STREAM


def is_url(name: str) -> bool:
    """Whether fsspec has to open it."""
    return "://" in name


def fingerprint(status: os.stat_result) -> str:
    """Changes when a file is written to, or another one is put in its place."""
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ino}"


@contextmanager
def open_dump(whole: Dump | Slice) -> Iterator[BinaryIO]:
    """A dump to read from; raises CallError on the way out when it is another one than was found."""
    name = whole.file if isinstance(whole, Slice) else whole.name
    try:
        with _open(whole.path, ahead=isinstance(whole, Dump) and bool(whole.packing)) as file:
            try:
                yield file
            except CallError:
                _refuse_changed(name, whole, file)  # which is then the reason
                raise
            _refuse_changed(name, whole, file)
    except OSError as error:
        raise CallError(f"{name} cannot be read: {error.strerror or error}") from None


@contextmanager
def _open(path: str, *, ahead: bool) -> Iterator[BinaryIO]:
    if path == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    with remote.open_url(path, ahead=ahead) if is_url(path) else Path(path).open("rb") as file:
        yield file


def _refuse_changed(name: str, whole: Dump | Slice, file: BinaryIO) -> None:
    if not whole.fingerprint:
        return
    now = remote.size_and_fingerprint(whole.path)[1] if is_url(whole.path) else fingerprint(os.fstat(file.fileno()))
    if now != whole.fingerprint:
        raise CallError(f"{name} was changed while it was read; start anew when nothing writes to it")
