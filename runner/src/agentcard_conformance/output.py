"""How is a file written so that no reader ever sees half of it?"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from agentcard_conformance.errors import CallError


def write(file: Path | None, chunks: Iterable[bytes]) -> None:
    """To standard output, or beside the file and then into its place."""
    if file is None:
        sys.stdout.buffer.writelines(chunks)
        return
    try:
        _write_file(file, chunks)
    except OSError as error:
        raise CallError(f"{file} cannot be written: {error.strerror}") from None


def _write_file(file: Path, chunks: Iterable[bytes]) -> None:
    """A device or a pipe is written as it is: another file in its place would be no device."""
    if file.exists() and not file.is_file():
        with file.open("wb") as device:
            device.writelines(chunks)
        return
    _replace(file.resolve(), chunks)


def _replace(file: Path, chunks: Iterable[bytes]) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("xb") as half:
            half.writelines(chunks)
        beside.replace(file)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
