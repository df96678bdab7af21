"""Fetches and builds what a known validator needs, in a folder of a cache.

Each folder is made from the files beside its validator.toml, and never twice from the same files. Nothing is
installed elsewhere, and nothing is written into the suite.
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
from typing import IO, Final, TypeAlias

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import bytes_to_ascii
from agentcard_conformance.model import Description
from agentcard_conformance.validators.commands import split_command
from agentcard_conformance.validators.descriptions import EXPECTED_FOLDER
from agentcard_conformance.validators.process_tree import ProcessTree

Say: TypeAlias = Callable[[str], None]
"""Tells a person how far it is, a line at a time."""

_TIME_LIMIT: Final = 1800.0
"""Seconds for one command: a Rust engine is compiled in two minutes here, and a registry may be slow."""

_OF_NO_EFFECT: Final = frozenset({EXPECTED_FOLDER, "__pycache__", "node_modules", "target", ".venv"})
"""What is known to fail changes nothing in the validator; the others are left by somebody who tried the commands."""

_SHOWN_LINES: Final = 3


def set_up(description: Description, suite_version: str, say: Say) -> Description:
    """The description with the folder that its commands run in, which is made first where it is not there."""
    if not _needs_setup(description):
        return description
    folder = setup_folder(description, suite_version)
    if not folder.is_dir():
        _make_folder(description, folder, say)
    return description._replace(folder=folder)


def is_ready(description: Description, suite_version: str) -> bool:
    """Whether it could be asked now."""
    return not _needs_setup(description) or setup_folder(description, suite_version).is_dir()


def setup_folder(description: Description, suite_version: str) -> Path:
    """Where it is kept: a name that changes with every file it is made from."""
    digest = hashlib.sha256(f"{suite_version} {_interpreter(description)}".encode())
    for file in _own_files(description.folder):
        content = file.read_bytes()
        mode = os.access(file, os.X_OK)
        digest.update(f"\n{file.relative_to(description.folder).as_posix()} {mode} {len(content)} ".encode() + content)
    return _cache_folder() / f"{description.spec}-{digest.hexdigest()[:16]}"


def _needs_setup(description: Description) -> bool:
    return description.known and bool(description.setup) and os.name != "nt"


def _interpreter(description: Description) -> str:
    """An environment that was made with one Python is of no use to another."""
    return sys.base_exec_prefix if any("{python}" in line for line in description.setup) else ""


def _own_files(folder: Path) -> list[Path]:
    """The files that it is made from; the suite itself may lie in a folder of any name, such as .venv."""
    return sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and not _OF_NO_EFFECT.intersection(file.relative_to(folder).parts)
    )


def _cache_folder() -> Path:
    """As the XDG specification has it, where a path that is not absolute does not count."""
    told = Path(os.environ.get("XDG_CACHE_HOME", ""))
    cache = told if told.is_absolute() else Path.home() / ".cache"
    return cache / "agentcard-conformance" / "validators"


def _make_folder(description: Description, folder: Path, say: Say) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(description, folder, say), tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as beside:
            if not folder.is_dir():
                _run_setup(description, Path(beside) / folder.name, say)
                (Path(beside) / folder.name).rename(folder)
    except OSError as error:
        why = error.strerror or error
        raise CallError(f"{description.spec}: cannot be set up in {folder.parent} ({why})") from None


@contextmanager
def _locked(description: Description, folder: Path, say: Say) -> Iterator[None]:
    """Whoever comes second waits, and finds it made."""
    import fcntl  # not on Windows, where nothing of this is asked for

    with folder.with_name(f".{description.spec}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"{description.spec}: another process is setting it up; waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run_setup(description: Description, folder: Path, say: Say) -> None:
    for file in _own_files(description.folder):
        copy = folder / file.relative_to(description.folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    start = time.monotonic()
    for line in description.setup:
        say(f"{description.spec}: {line}")
        _run_command(line, description._replace(folder=folder))
    say(f"{description.spec}: set up in {time.monotonic() - start:.0f} s")


def _run_command(line: str, description: Description) -> None:
    command = split_command(line, description)
    with tempfile.TemporaryFile() as output:
        status = _exit_status(command, description, output)
        output.seek(0)
        lines = [bytes_to_ascii(each.strip()) for each in output.read().splitlines() if each.strip()]
    if status != 0:
        end = "".join(f"\n  | {each}" for each in lines[-_SHOWN_LINES:])
        how = "took too long" if status is None else f"ended with status {status}"
        raise CallError(f"{description.spec}: its set-up {how}: {line} (it needs the network the first time){end}")


def _exit_status(command: list[str], description: Description, output: IO[bytes]) -> int | None:
    """None where it took too long."""
    tree = ProcessTree(
        command, description.folder, description.environment, (subprocess.DEVNULL, output, subprocess.STDOUT)
    )
    try:
        return tree.root.wait(_TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return None
    finally:
        tree.end()
