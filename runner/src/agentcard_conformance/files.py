"""Writes a file so that no reader ever sees half of it."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from agentcard_conformance.errors import CallError

STANDARD_STREAM = "-"
"""In place of a file's name: standard input, or standard output."""


def write_file(file: Path | None, chunks: Iterable[bytes]) -> None:
    """Write a file whole, or standard output when there is none; raises CallError when that cannot be done."""
    if file is None:
        sys.stdout.buffer.writelines(chunks)
        return
    try:
        _write(file, chunks)
    except OSError as error:
        raise CallError(f"{file} cannot be written: {error.strerror}") from None


@contextmanager
def replacing(file: Path) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of another one once all is written, and is removed if that fails."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("xb") as opened:
            yield opened
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _write(file: Path, chunks: Iterable[bytes]) -> None:
    if file.exists() and not file.is_file():  # a device or a pipe: a file in its place would be neither
        with file.open("wb") as device:
            device.writelines(chunks)
        return
    with replacing(file.resolve()) as opened:
        opened.writelines(chunks)
