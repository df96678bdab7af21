"""The breakages that no card can tell from the original, each with the reason, from equivalents.toml."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.errors import SuiteError


class Equivalent(NamedTuple):
    """A breakage, or all that a pattern with stars names, and why no card shows it."""

    breakage: str
    reason: str
    contested: bool = False
    """Some card would show it, but only one whose verdict is contested, and such a fixture is not scored."""

    def names(self, breakage: str) -> bool:
        """Whether the pattern names a breakage; a star is any text, and all else is itself."""
        return re.fullmatch(".*".join(map(re.escape, self.breakage.split("*"))), breakage, re.DOTALL) is not None


def read_equivalents(file: Path) -> tuple[Equivalent, ...]:
    """The entries of a dialect's equivalents.toml; without the file there are none."""
    if not file.exists():
        return ()
    try:
        listed = tomllib.loads(file.read_text("utf-8")).get("equivalent", [])
        return tuple(
            Equivalent(str(entry["breakage"]), str(entry["reason"]), bool(entry.get("contested"))) for entry in listed
        )
    except (OSError, ValueError) as error:
        raise SuiteError(file, f"cannot be read as TOML: {error}") from None
    except (KeyError, TypeError, AttributeError):
        raise SuiteError(file, "must be a list of [[equivalent]], each with a breakage and a reason") from None


def stale_entries(entries: Iterable[Equivalent], surviving: Sequence[str]) -> tuple[Equivalent, ...]:
    """Entries that name no breakage that survives."""
    return tuple(entry for entry in entries if not any(entry.names(breakage) for breakage in surviving))
