"""Which dialects and fixtures lie on disk?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus.dialects import parsed, read_dialect, read_json
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import (
    Context,
    Dialect,
    Expected,
    Fixture,
    Json,
    Question,
    Requirement,
)

PACKAGE = Path(__file__).parents[1]
CONTEXT = "context.json"


class OtherFormat(NamedTuple):
    """A format that is no dialect of ours, and what tells it at a glance."""

    name: str
    homepage: str
    looks_like: Json


@dataclass(frozen=True)
class Suite:
    """All that a folder with schema/ and fixtures/ holds."""

    root: Path
    dialects: Mapping[str, Dialect]

    @property
    def default(self) -> Dialect:
        """The dialect that is meant when none is named."""
        return next(dialect for dialect in self.dialects.values() if dialect.default)

    @property
    def conformance(self) -> Path:
        """Where the pytest harness lies."""
        return self.root / "conformance"

    @property
    def validators(self) -> Path:
        """Where the validators known by name lie."""
        checkout = self.root / "runner" / "validators"
        return checkout if checkout.exists() else self.root / "validators"

    @property
    def other_formats(self) -> tuple[OtherFormat, ...]:
        """The formats that people mistake for ours."""
        return parsed(self.root / "schema" / "suite" / "other-formats.json", _other_formats)

    @property
    def is_checkout(self) -> bool:
        """May it be written to? What was installed from a wheel may not."""
        return (self.root / "pyproject.toml").exists()

    def dialect(self, name: str) -> Dialect:
        """The dialect of that name."""
        if name not in self.dialects:
            raise CallError(f"there is no dialect {name!a}; the dialects are {', '.join(sorted(self.dialects))}")
        return self.dialects[name]

    def fixtures(self, dialects: Iterable[str] | None = None) -> tuple[Fixture, ...]:
        """The fixtures of these dialects, or of all, by path."""
        wanted = self.dialects if dialects is None else {self.dialect(name).id for name in dialects}
        found = (fixture for name in wanted for fixture in self._of(name))
        return tuple(sorted(found, key=lambda fixture: fixture.path))

    @cached_property
    def _read(self) -> dict[str, tuple[Fixture, ...]]:
        return {}

    def _of(self, name: str) -> tuple[Fixture, ...]:
        """Read once: a run asks again for its digest and its expectations."""
        if name not in self._read:
            self._refuse_other_folders()
            self._read[name] = tuple(fixture for expected in Expected for fixture in self._below(expected, name))
        return self._read[name]

    def _refuse_other_folders(self) -> None:
        """The cards of a folder that is misspelled would be missed by nobody."""
        for folder in sorted(path for path in (self.root / "fixtures").glob("*") if path.is_dir()):
            if folder.name not in list(Expected):
                raise SuiteError(folder, f"is none of {', '.join(Expected)}, so its cards would never be run")

    def _below(self, expected: Expected, wanted: str) -> Iterator[Fixture]:
        for folder in _folders(self.root / "fixtures" / expected):
            if folder.name not in self.dialects:
                raise SuiteError(folder, "names no dialect; add schema/<dialect>/dialect.json or rename the folder")
            if folder.name == wanted:
                yield from self._of_dialect(folder, expected, self.dialects[folder.name])

    def _of_dialect(self, folder: Path, expected: Expected, dialect: Dialect) -> Iterator[Fixture]:
        for below in _folders(folder):
            requirement = dialect.requirements.get(below.name)
            if requirement is None:
                listed = f"schema/{dialect.id}/requirements.json"
                raise SuiteError(below, f"names no requirement of {dialect.id}; see {listed}")
            yield from (self._fixture(file, expected, dialect, requirement) for file in _cards(below))

    def _fixture(self, file: Path, expected: Expected, dialect: Dialect, requirement: Requirement) -> Fixture:
        notation = file.name.partition(".")[2]
        if notation not in dialect.decoders:
            raise SuiteError(file, f"the extension is none of {', '.join(dialect.decoders)}, those of {dialect.id}")
        context = context_at(file.parent, self.root / "fixtures" / expected)
        question = Question(file.read_bytes(), dialect.id, context, notation)
        return Fixture(file.relative_to(self.root / "fixtures").as_posix(), expected, requirement, question)


def read_suite(root: Path | None = None) -> Suite:
    """The suite in a folder; without one, in the wheel or in the checkout around this package."""
    installed = PACKAGE / "data"
    root = root or (installed if installed.exists() else PACKAGE.parents[2])
    files = sorted((root / "schema").glob("*/dialect.json"))
    if not files:
        raise SuiteError(root / "schema", "holds no dialect; a suite has schema/<dialect>/dialect.json")
    suite = Suite(root, {file.parent.name: read_dialect(file.parent) for file in files})
    if sum(dialect.default for dialect in suite.dialects.values()) != 1:
        raise SuiteError(root / "schema", 'exactly one dialect.json says "default": true')
    return suite


def _other_formats(listed: Json) -> tuple[OtherFormat, ...]:
    return tuple(OtherFormat(each["name"], each["homepage"], each["looks_like"]) for each in listed["formats"])


def _folders(folder: Path) -> list[Path]:
    entries = sorted(folder.iterdir()) if folder.exists() else []
    for entry in entries:
        if not entry.is_dir() and entry.name != CONTEXT:
            raise SuiteError(entry, "lies outside a requirement's folder, where no fixture is looked for")
    return [entry for entry in entries if entry.is_dir()]


def _cards(requirement: Path) -> Iterator[Path]:
    """Those in the folder itself, and one folder below for each context."""
    for file in requirement.rglob("*"):
        if file.is_file() and file.name != CONTEXT:
            yield file


@cache
def context_at(folder: Path, top: Path) -> Context:
    """The nearest context.json at or above a fixture."""
    if (folder / CONTEXT).exists():
        return _told(folder / CONTEXT)
    return {} if folder == top else context_at(folder.parent, top)


def _told(file: Path) -> Context:
    context = read_json(file)
    if not isinstance(context, dict):
        raise SuiteError(file, "holds no JSON object, and what a validator is told is named")
    return context
