"""The suite on disk: its dialects, and the fixtures whose paths say what is expected of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus.contexts import CONTEXT_FILE, read_context
from agentcard_conformance.corpus.dialects import SMOKE_FILE, read_dialect
from agentcard_conformance.corpus.files import parse_file
from agentcard_conformance.corpus.projections import is_projection_file, read_projection
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Expected, Fixture, Json, Question, Requirement

PACKAGE = Path(__file__).parents[1]


class OtherFormat(NamedTuple):
    """A format that is no dialect of the suite, and a schema that tells it at a glance."""

    name: str
    homepage: str
    looks_like: Json
    checked_as: str = ""
    """The dialect nearest to it, which its files are checked as; empty where none is near."""


class Suite:
    """Everything in a folder with schema/ and fixtures/."""

    def __init__(self, root: Path, dialects: Mapping[str, Dialect]) -> None:
        self.root = root
        self.dialects = dialects

    @property
    def default(self) -> Dialect:
        """The dialect that is meant when none is named."""
        return next(dialect for dialect in self.dialects.values() if dialect.default)

    @property
    def conformance(self) -> Path:
        """The folder of the pytest harness."""
        return self.root / "conformance"

    @property
    def validators(self) -> Path:
        """The folder of the known validators."""
        checkout = self.root / "runner" / "validators"
        return checkout if checkout.exists() else self.root / "validators"

    @property
    def wrong_validators(self) -> Path:
        """The folder of the plausible wrong validators, by dialect."""
        checkout = self.root / "runner" / "wrong_validators"
        return checkout if checkout.exists() else self.root / "wrong_validators"

    @cached_property
    def other_formats(self) -> tuple[OtherFormat, ...]:
        """The formats that people mistake for a dialect of the suite."""
        return parse_file(self.root / "schema" / "suite" / "other-formats.json", _parse_other_formats)

    @property
    def is_checkout(self) -> bool:
        """Whether it may be written to; what was installed from a wheel may not."""
        return (self.root / "pyproject.toml").exists()

    def dialect(self, name: str | None) -> Dialect:
        """The dialect of that name, or the default one; raises CallError when there is no such dialect."""
        if not name:
            return self.default
        if name not in self.dialects:
            raise CallError(f"there is no dialect {name!a}; the dialects are {', '.join(sorted(self.dialects))}")
        return self.dialects[name]

    @property
    def card_formats(self) -> Mapping[str, Dialect]:
        """The dialects but for those of the documents around cards, and those asked for by their name alone."""
        return {name: each for name, each in self.dialects.items() if not (each.part_of or each.is_named_alone)}

    def part(self, name: str, dialect: str | None = None) -> Dialect:
        """The dialect of the documents of that name around the cards of a dialect, or of the only one that has them."""
        around = self.dialect(dialect).id if dialect else ""
        parts = [each for each in self.dialects.values() if each.part_of and around in ("", each.part_of)]
        found = [each for each in parts if each.part == name]
        if len(found) == 1:
            return found[0]
        if found:
            raise CallError(f"{name} is a part of {', '.join(each.part_of for each in found)}; say which by --dialect")
        known = ", ".join(f"{each.part} of {each.part_of}" for each in parts) or "none"
        raise CallError(f"there is no part {name!a}; the parts are {known}")

    def fixtures(self, dialects: Iterable[str] | None = None) -> tuple[Fixture, ...]:
        """The fixtures of these dialects, or of all, by path."""
        wanted = self.dialects if dialects is None else {self.dialect(name).id for name in dialects}
        found = (fixture for name in wanted for fixture in self._fixtures_of(name))
        return tuple(sorted(found, key=lambda fixture: fixture.path))

    def fixture(self, path: str) -> Fixture:
        """The fixture of that path, with or without fixtures/ before it, and its extension; raises CallError."""
        wanted = path.removeprefix("./").removeprefix("fixtures/")
        for fixture in self.fixtures():
            if wanted in (fixture.path, fixture.id):
                return fixture
        raise CallError(f"there is no fixture {path!a}; its path is fixtures/<side>/<dialect>/<requirement>/<name>")

    def digest(self, dialect: str) -> str:
        """A value that changes when any fixture of a dialect does: path, bytes, context or what is published of it."""
        import hashlib  # not above: it takes 3 ms, and `check` needs none

        total = hashlib.sha256()
        for fixture in self.fixtures([dialect]):
            context = json.dumps(dict(fixture.question.context), sort_keys=True)
            projection = [json.dumps(fixture.projection, sort_keys=True).encode()] * (fixture.projection is not None)
            for part in (fixture.path.encode(), fixture.question.card, context.encode(), *projection):
                total.update(len(part).to_bytes(8) + part)
        return f"sha256:{total.hexdigest()}"

    def smoke_file(self, dialect: str) -> Path:
        """The file that lists the cards of a dialect's profile smoke, whether it is there or not."""
        return self.root / "schema" / dialect / SMOKE_FILE

    def context_at(self, folder: Path, dialect: Dialect) -> Context:
        """The context of the fixtures in a folder: from the nearest context.json, or the dialect's default."""
        key = (folder, dialect.id)
        if key not in self._contexts:
            self._contexts[key] = self._find_context(folder, dialect)
        return self._contexts[key]

    def _find_context(self, folder: Path, dialect: Dialect) -> Context:
        at_the_top = folder == self.root / "fixtures"
        file = self._default_context_file(dialect) if at_the_top else folder / CONTEXT_FILE
        if file.exists():
            return read_context(file, dialect)
        return NO_CONTEXT if at_the_top else self.context_at(folder.parent, dialect)

    def default_context(self, dialect: Dialect) -> Context:
        """The context of the dialect's fixtures where no nearer one is given; who judges asks whether it fits."""
        file = self._default_context_file(dialect)
        return parse_file(file, dict) if file.exists() else NO_CONTEXT

    def _default_context_file(self, dialect: Dialect) -> Path:
        return self.root / "schema" / dialect.id / CONTEXT_FILE

    @cached_property
    def _contexts(self) -> dict[tuple[Path, str], Context]:
        """By folder, each file read once."""
        return {}

    @cached_property
    def _read_fixtures(self) -> dict[str, tuple[Fixture, ...]]:
        return {}

    def _fixtures_of(self, dialect: str) -> tuple[Fixture, ...]:
        """Read once: a run needs them again for its digest and its known failures."""
        if dialect not in self._read_fixtures:
            self._refuse_unknown_folders()
            found = tuple(fixture for expected in Expected for fixture in self._fixtures_below(expected, dialect))
            self._read_fixtures[dialect] = found
        return self._read_fixtures[dialect]

    def _refuse_unknown_folders(self) -> None:
        """The cards of a misspelled folder, or one outside of all, would be missed by nobody."""
        for entry in sorted((self.root / "fixtures").glob("[!.]*")):
            if entry.is_dir() and entry.name not in list(Expected):
                raise SuiteError(entry, f"is none of {', '.join(Expected)}, so its cards would never be run")
            if not entry.is_dir() and entry.suffix != ".md":
                raise SuiteError(entry, "lies outside a requirement's folder, where no fixture is looked for")

    def _fixtures_below(self, expected: Expected, wanted: str) -> Iterator[Fixture]:
        for folder in _subfolders(self.root / "fixtures" / expected):
            if folder.name not in self.dialects:
                raise SuiteError(folder, "names no dialect; add schema/<dialect>/dialect.json or rename the folder")
            if folder.name == wanted:
                yield from self._fixtures_in(folder, expected, self.dialects[folder.name])

    def _fixtures_in(self, folder: Path, expected: Expected, dialect: Dialect) -> Iterator[Fixture]:
        for below in _subfolders(folder):
            requirement = dialect.requirements.get(below.name)
            if requirement is None:
                listed = f"schema/{dialect.id}/requirements.json"
                raise SuiteError(below, f"names no requirement of {dialect.id}; see {listed}")
            cards = (file for file in _card_files(below) if not is_projection_file(file, dialect))
            yield from (self._read_fixture(file, expected, dialect, requirement) for file in cards)

    def _read_fixture(self, file: Path, expected: Expected, dialect: Dialect, requirement: Requirement) -> Fixture:
        if file.name.partition(".")[2] != dialect.extension:
            raise SuiteError(file, f"the extension is not .{dialect.extension}, that of {dialect.id}")
        question = Question(file.read_bytes(), dialect.id, self.context_at(file.parent, dialect))
        path = file.relative_to(self.root / "fixtures").as_posix()
        return Fixture(path, expected, requirement, question, read_projection(file, dialect))


def read_suite(root: Path | None = None) -> Suite:
    """The suite in a folder; without one, in the wheel or in the checkout around this package."""
    installed = PACKAGE / "data"
    root = root or (installed if installed.exists() else PACKAGE.parents[2])
    files = sorted((root / "schema").glob("*/dialect.json"))
    if not files:
        raise SuiteError(root / "schema", "holds no dialect; a suite has schema/<dialect>/dialect.json")
    suite = Suite(root, {file.parent.name: read_dialect(file.parent) for file in files})
    if sum(dialect.default for dialect in suite.dialects.values()) != 1:
        raise SuiteError(root / "schema", 'exactly one dialect.json must say "default": true')
    return suite


def _parse_other_formats(listed: Json) -> tuple[OtherFormat, ...]:
    return tuple(
        OtherFormat(each["name"], each["homepage"], each["looks_like"], each.get("checked_as", ""))
        for each in listed["formats"]
    )


def _subfolders(folder: Path) -> list[Path]:
    entries = sorted(folder.iterdir()) if folder.exists() else []
    for entry in entries:
        if not entry.is_dir() and entry.name != CONTEXT_FILE:
            raise SuiteError(entry, "lies outside a requirement's folder, where no fixture is looked for")
    return [entry for entry in entries if entry.is_dir()]


def _card_files(requirement: Path) -> Iterator[Path]:
    """Those in the folder itself, and in the folders below it, one for each context."""
    return (file for file in requirement.rglob("*") if file.is_file() and file.name != CONTEXT_FILE)
