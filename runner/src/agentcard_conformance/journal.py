"""Keeps in a small file how far a run came, so that the same call can continue it after an interruption."""

import json
import math
import time
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.files import replacing
from agentcard_conformance.model import Json

_FORMAT = 2
_INTERVAL = 1.0  # seconds between two entries: what has to be done again after a kill
_FILES = "files"
"""The member of a call for what was read: lists of a name, and whatever changes when the file of that name does."""


class Journal:
    """A file beside an output that is not complete yet."""

    def __init__(self, file: Path, call: Mapping[str, Json]) -> None:
        """The call is everything that the output depends on, by the names that a sentence on a difference uses."""
        self.file = file
        self._call = json.loads(json.dumps({"form of the journal": _FORMAT, **call}))
        self._last_written = -math.inf

    def read(self) -> Json:
        """What was written last, or None without a journal; raises CallError when it is of another call."""
        try:
            written = json.loads(self.file.read_bytes())
            call, state = written["call"], written["state"]
            other = [name for name in self._call if call.get(name) != self._call[name]]
            changed = _changed_files(call[_FILES], self._call[_FILES]) if other == [_FILES] else []
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise CallError(f"{self.file} is not a journal; {self._start_anew}") from None
        if changed:
            raise CallError(f"{', '.join(changed)} changed since {self.file} was written; {self._start_anew}")
        if other:
            differ = ", ".join(other)
            raise CallError(f"{self.file} is of another call, which differs in: {differ}; {self._start_anew}")
        return state

    def write(self, state: Json, *, now: bool = False) -> None:
        """Note how far the run came, unless the last entry is still young; raises Interrupted when that fails."""
        if now or time.monotonic() - self._last_written > _INTERVAL:
            try:
                with replacing(self.file) as file:
                    file.write(json.dumps({"call": self._call, "state": state}).encode())
            except OSError as error:
                raise Interrupted(f"{self.file} cannot be written: {error.strerror}") from None
            self._last_written = time.monotonic()

    @property
    def _start_anew(self) -> str:
        """What to do; the partial output beside the journal is no good without it."""
        left = " and ".join(str(file) for file in (self.file.with_suffix(".partial"), self.file) if file.exists())
        return f"remove {left} to start anew"


def _changed_files(before: Json, now: Json) -> list[str]:
    """The names of the files that are not what they were, if they are still the same files."""
    if [name for name, *_ in before] != [name for name, *_ in now]:
        return []
    return [new[0] for old, new in zip(before, now, strict=True) if old != new]
