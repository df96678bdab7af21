"""Reads the files of a schema from a folder, or from a commit of git."""

import posixpath
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError


class _Folder(NamedTuple):
    """A folder on disk."""

    path: Path

    def read(self, name: str) -> bytes:
        """Read a file; one that leads out of the folder by a link is refused, too."""
        file = self.path / name
        try:
            if not file.resolve().is_relative_to(self.path.resolve()):
                raise CallError(f"{file} leaves the folder of the schema; copy what it refers to beside it")
            return file.read_bytes()
        except OSError as error:
            raise CallError(f"{file} cannot be read: {error.strerror}") from None

    def files(self, name: str) -> tuple[str, ...]:
        """The path of that file."""
        return (str(self.path / name),)


class _Commit(NamedTuple):
    """A folder in a commit of git."""

    revision: str
    oid: str
    path: PurePosixPath
    """Of the folder, from the top of the repository."""

    def read(self, name: str) -> bytes:
        """Read a file as it was in that commit."""
        file = self.path / name
        done = _git("cat-file", "blob", f"{self.oid}:{file}")
        if done.returncode:
            raise CallError(f"{self.revision}:{file}: that revision has no such file; git ls-tree shows those it has")
        return done.stdout

    def files(self, name: str) -> tuple[str, ...]:  # noqa: ARG002  # as of every source
        """None: what lies on disk by now may be another one."""
        return ()


SchemaSource: TypeAlias = _Folder | _Commit
"""A folder with schemas, on disk or in git."""


def find_source(name: str, suite: Suite) -> tuple[SchemaSource, str]:
    """The folder that a schema lies in, and its name there: of a dialect, of a file, or of REV:PATH."""
    if name in suite.dialects:
        return _Folder(suite.root / "schema" / name), "card.schema.json"
    if Path(name).is_file():
        return _Folder(Path(name).parent), Path(name).name
    revision, colon, path = name.partition(":")
    if Path(name).exists() or not colon or not revision or not path:
        known = ", ".join(sorted(suite.dialects))
        raise CallError(f"{name!a} is no file, no REV:PATH of a git revision and no dialect; the dialects are {known}")
    return _find_in_git(revision, path)


def _find_in_git(revision: str, path: str) -> tuple[SchemaSource, str]:
    inside = _git("rev-parse", "--show-prefix")
    if inside.returncode:
        raise CallError(f"{revision}:{path}: the current folder lies in no git repository, so there is no revision")
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
    if found.returncode:
        raise CallError(f"{revision}:{path}: git knows no revision {revision!a}; git log and git tag list those it has")
    oid, prefix = found.stdout.decode().strip(), inside.stdout.decode().rstrip("\n")
    whole = _path_in_repository(oid, path, prefix)
    return _Commit(revision, oid, whole.parent), whole.name


def _path_in_repository(oid: str, path: str, prefix: str) -> PurePosixPath:
    """The path as git reads it: from the top, or from the current folder if it begins with a dot or is only there."""
    here, there = (PurePosixPath(posixpath.normpath(each)) for each in (PurePosixPath(prefix) / path, path))
    if path.startswith(".") or _git("cat-file", "-e", f"{oid}:{there}").returncode:
        return here
    return there


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)  # noqa: S603, S607  # whichever git is on the PATH; what the user gives is one argument
    except FileNotFoundError:
        raise CallError("REV:PATH is read by git, and there is no command git; install it or name a file") from None
