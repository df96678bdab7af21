"""Where do the bytes of a schema come from: a folder, or a commit of git?"""

import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError


class Source(Protocol):
    """A folder with schemas, on disk or elsewhere."""

    def read(self, name: str) -> bytes:
        """The bytes of a file in it or below it."""
        ...

    def on_disk(self, name: str) -> tuple[str, ...]:
        """The path of that file, if it has one."""
        ...


class Folder(NamedTuple):
    """On disk."""

    path: Path

    def read(self, name: str) -> bytes:
        """A link that leads out of the folder leaves it, too."""
        file = self.path / name
        try:
            if not file.resolve().is_relative_to(self.path.resolve()):
                raise CallError(f"{file} leaves the folder of the schema; copy what it refers to beside it")
            return file.read_bytes()
        except OSError as error:
            raise CallError(f"{file} cannot be read: {error.strerror}") from None

    def on_disk(self, name: str) -> tuple[str, ...]:
        """It is there."""
        return (str(self.path / name),)


class Commit(NamedTuple):
    """In git."""

    revision: str
    oid: str
    path: PurePosixPath
    """Of the folder, from the top of the repository."""

    def read(self, name: str) -> bytes:
        """As it was then."""
        file = self.path / name
        done = _git("cat-file", "blob", f"{self.oid}:{file}")
        if done.returncode:
            raise CallError(f"{self.revision}:{file}: that revision has no such file; git ls-tree shows those it has")
        return done.stdout

    def on_disk(self, name: str) -> tuple[str, ...]:  # noqa: ARG002  # as of any source
        """What is there by now is another one."""
        return ()


def located(name: str, suite: Suite) -> tuple[Source, str]:
    """The folder a schema lies in, and its name there: a dialect's, a file's, or REV:PATH."""
    if name in suite.dialects:
        return Folder(suite.root / "schema" / name), "card.schema.json"
    if Path(name).is_file():
        return Folder(Path(name).parent), Path(name).name
    revision, colon, path = name.partition(":")
    if Path(name).exists() or not colon or not revision or not path:
        known = ", ".join(sorted(suite.dialects))
        raise CallError(f"{name!a} is no file, no REV:PATH of a git revision and no dialect; the dialects are {known}")
    return _committed(revision, path)


def _committed(revision: str, path: str) -> tuple[Source, str]:
    inside = _git("rev-parse", "--show-prefix")
    if inside.returncode:
        raise CallError(f"{revision}:{path}: the current folder lies in no git repository, so there is no revision")
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
    if found.returncode:
        raise CallError(f"{revision}:{path}: git knows no revision {revision!a}; git log and git tag list those it has")
    oid, prefix = found.stdout.decode().strip(), inside.stdout.decode().rstrip("\n")
    whole = _from_the_top(oid, path, prefix)
    return Commit(revision, oid, whole.parent), whole.name


def _from_the_top(oid: str, path: str, prefix: str) -> PurePosixPath:
    """As git reads it: from the top, or from here when it begins with a dot; also from here if it is only there."""
    here = _normal(PurePosixPath(prefix) / path)
    there = _normal(PurePosixPath(path))
    if path.startswith(".") or _git("cat-file", "-e", f"{oid}:{there}").returncode:
        return here
    return there


def _normal(path: PurePosixPath) -> PurePosixPath:
    steps: list[str] = []
    for step in path.parts:
        if step == ".." and steps:
            steps.pop()
        else:
            steps.append(step)
    return PurePosixPath(*steps)


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)  # noqa: S603, S607  # whichever git is on the PATH; what the user gives is one argument
    except FileNotFoundError:
        raise CallError("REV:PATH is read by git, and there is no command git; install it or name a file") from None
