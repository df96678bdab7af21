"""The breakages that no card can tell from the original, each with the reason, from equivalents.toml."""

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.adequacy.mutated_modules import SHARED_PACKAGES
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import SuiteError

_FILE_NAME = "equivalents.toml"


class Equivalent(NamedTuple):
    """A breakage, or all that a pattern with stars names, and why no card shows it."""

    breakage: str
    reason: str
    contested: bool = False
    """Some card would show it, but only one whose verdict is contested, and such a fixture is not scored."""
    owner: str = ""
    """The dialect or the package of shared code that it lies beside."""

    def names(self, breakage: str) -> bool:
        """Whether the pattern names a breakage; a star is any text, and all else is itself."""
        return re.fullmatch(".*".join(map(re.escape, self.breakage.split("*"))), breakage, re.DOTALL) is not None


def _equivalents_file(suite: Suite, owner: str) -> Path:
    """Where the equivalents of a dialect, or of a package of shared code, lie."""
    folder = suite.root / "schema" / owner if owner in suite.dialects else Path(*import_module(owner).__path__)
    return folder / _FILE_NAME


def shown_equivalents_file(suite: Suite, owner: str) -> str:
    """Its path, from the top of the checkout where it lies in there."""
    file = _equivalents_file(suite, owner)
    return str(file.relative_to(suite.root) if file.is_relative_to(suite.root) else file)


def read_equivalents(suite: Suite, dialect: str = "") -> tuple[Equivalent, ...]:
    """The entries of one dialect or of all, and those of the shared code, as far as there are files."""
    owners = [*([dialect] if dialect else suite.dialects), *_shared_owners()]
    files = ((owner, _equivalents_file(suite, owner)) for owner in owners)
    return tuple(entry for owner, file in files if file.exists() for entry in _read_file(file, owner))


def _shared_owners() -> Iterator[str]:
    """The packages beside whose code equivalents lie."""
    for package in SHARED_PACKAGES:
        top = Path(*package.__path__)
        for file in sorted(top.rglob(_FILE_NAME)):
            yield ".".join((package.__name__, *file.parent.relative_to(top).parts))


def _read_file(file: Path, owner: str) -> tuple[Equivalent, ...]:
    try:
        listed = tomllib.loads(file.read_text("utf-8")).get("equivalent", [])
        return tuple(
            Equivalent(str(entry["breakage"]), str(entry["reason"]), bool(entry.get("contested")), owner)
            for entry in listed
        )
    except (OSError, ValueError) as error:
        raise SuiteError(file, f"cannot be read as TOML: {error}") from None
    except (KeyError, TypeError, AttributeError):
        raise SuiteError(file, "must be a list of [[equivalent]], each with a breakage and a reason") from None
