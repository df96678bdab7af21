"""What has to be fetched or built before a known validator can be asked, and where is that kept?

Each is made in a folder of a cache, from the files beside its validator.toml, and never twice from the same files.
Nothing is installed elsewhere, and nothing is written into the suite.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from agentcard_conformance.drive.commands import split
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description
from agentcard_conformance.protocol import quote

LIMIT: Final = 1800.0
"""Seconds for one command: a Rust engine is compiled in two minutes here, and a registry may be slow."""

_MADE_BY_HAND: Final = frozenset({"__pycache__", "node_modules", "target", ".venv"})
_NOT_ASKED_FOR: Final = "expected.toml"
"""What is known to fail changes nothing in the validator."""

_SHOWN: Final = 3


def prepared(description: Description, suite: str, say: Callable[[str], None]) -> Description:
    """The description with the folder that its commands run in, which is made first where it is not there."""
    if not _is_to_be_set_up(description):
        return description
    folder = folder_of(description, suite)
    if not folder.is_dir():
        _make(description, folder, say)
    return description._replace(folder=folder)


def is_ready(description: Description, suite: str) -> bool:
    """Could it be asked now?"""
    return not _is_to_be_set_up(description) or folder_of(description, suite).is_dir()


def folder_of(description: Description, suite: str) -> Path:
    """Where it is kept: a name that changes with every file it is made from."""
    digest = hashlib.sha256(f"{suite} {_interpreter(description)}".encode())
    for file in _files(description.folder):
        content = file.read_bytes()
        mode = os.access(file, os.X_OK)
        digest.update(f"\n{file.relative_to(description.folder).as_posix()} {mode} {len(content)} ".encode() + content)
    return _cache() / f"{description.spec}-{digest.hexdigest()[:16]}"


def _is_to_be_set_up(description: Description) -> bool:
    return description.known and bool(description.setup) and os.name != "nt"


def _interpreter(description: Description) -> str:
    """An environment that was made with one Python is of no use to another."""
    return sys.base_exec_prefix if any("{python}" in line for line in description.setup) else ""


def _files(folder: Path) -> list[Path]:
    """What lies in the suite, without what somebody left there who tried its commands by hand."""
    return sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and file.name != _NOT_ASKED_FOR and not _MADE_BY_HAND.intersection(file.parts)
    )


def _cache() -> Path:
    """As the XDG specification has it, where a path that is not absolute does not count."""
    told = Path(os.environ.get("XDG_CACHE_HOME", ""))
    cache = told if told.is_absolute() else Path.home() / ".cache"
    return cache / "agentcard-conformance" / "validators"


def _make(description: Description, folder: Path, say: Callable[[str], None]) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _alone(description, folder, say), tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as beside:
            if not folder.is_dir():
                _set_up(description, Path(beside) / folder.name, say)
                (Path(beside) / folder.name).rename(folder)
    except OSError as error:
        why = error.strerror or error
        raise CallError(f"{description.spec}: cannot be set up in {folder.parent} ({why})") from None


@contextmanager
def _alone(description: Description, folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Whoever comes second waits, and finds it made."""
    import fcntl  # not on Windows, where nothing of this is asked for

    with folder.with_name(f".{description.spec}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"{description.spec}: another process is setting it up; waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _set_up(description: Description, folder: Path, say: Callable[[str], None]) -> None:
    for file in _files(description.folder):
        copy = folder / file.relative_to(description.folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    start = time.monotonic()
    for line in description.setup:
        say(f"{description.spec}: {line}")
        _run(line, description._replace(folder=folder))
    say(f"{description.spec}: set up in {time.monotonic() - start:.0f} s")


def _run(line: str, description: Description) -> None:
    command = split(line, description)
    with tempfile.TemporaryFile() as output:
        status = _status(command, description, output)
        output.seek(0)
        said = [quote(each.strip()) for each in output.read().splitlines() if each.strip()]
    if status != 0:
        end = "".join(f"\n  | {each}" for each in said[-_SHOWN:])
        how = "took too long" if status is None else f"ended with status {status}"
        raise CallError(f"{description.spec}: its set-up {how}: {line} (it needs the network the first time){end}")


def _status(command: list[str], description: Description, output: IO[bytes]) -> int | None:
    environment = {**os.environ, **description.environment}
    try:
        return subprocess.run(  # noqa: S603  # what the suite's own validator.toml says; no shell
            command,
            cwd=description.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return None
