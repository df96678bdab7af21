"""How is a dump opened, and is it still the one that was found?"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from agentcard_conformance.dumps import remote
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.errors import CallError

STANDARD_INPUT = "-"


def is_url(name: str) -> bool:
    """Is it for fsspec to open?"""
    return "://" in name


def stamp(status: os.stat_result) -> str:
    """Another one for a file that was written to, or put into the place of the one that was found."""
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ino}"


@contextmanager
def opened(whole: Dump | Slice) -> Iterator[BinaryIO]:
    """A dump to read from; on the way out it is held against what was found."""
    name = whole.file if isinstance(whole, Slice) else whole.name
    try:
        with _open(whole.path, ahead=isinstance(whole, Dump) and bool(whole.packing)) as file:
            try:
                yield file
            except CallError:
                _refuse_another(name, whole, file)  # which is then the reason
                raise
            _refuse_another(name, whole, file)
    except OSError as error:
        raise CallError(f"{name} cannot be read: {error.strerror or error}") from None


@contextmanager
def _open(path: str, *, ahead: bool) -> Iterator[BinaryIO]:
    if path == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with remote.opened(path, ahead=ahead) if is_url(path) else Path(path).open("rb") as file:
        yield file


def _refuse_another(name: str, whole: Dump | Slice, file: BinaryIO) -> None:
    if not whole.stamp:
        return
    now = remote.measured(whole.path)[1] if is_url(whole.path) else stamp(os.fstat(file.fileno()))
    if now != whole.stamp:
        raise CallError(f"{name} was changed while it was read; start anew when it stands still")
