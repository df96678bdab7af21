"""How far did an interrupted run come, and is this call the one that it was?"""

import json
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError, Interrupted
from agentcard_conformance.model import Json

FORMAT = 1
SELDOM = 1.0  # seconds between two entries: what has to be done again after a kill
FILES = "files"
"""The word of a call for what was read: lists of a name, and whatever changes when the file of that name does."""


class Journal:
    """A small file beside an output that is not whole yet."""

    def __init__(self, file: Path, call: Mapping[str, Json]) -> None:
        """The call is all that the output depends on, by words that stand in the sentence when it is another one."""
        self.file = file
        self._call = json.loads(json.dumps({"form of the journal": FORMAT, **call}))
        self._noted = -math.inf

    def read(self) -> Json:
        """What was written last, or nothing where there is no journal; raises CallError when the call was another."""
        try:
            written = json.loads(self.file.read_bytes())
            call, state = written["call"], written["state"]
            other = [name for name in self._call if call.get(name) != self._call[name]]
            changed = _changed(call[FILES], self._call[FILES]) if other == [FILES] else []
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise CallError(f"{self.file} is no journal; {self._anew}") from None
        if changed:
            raise CallError(f"{', '.join(changed)} changed since {self.file} was written; {self._anew}")
        if other:
            differ = ", ".join(other)
            raise CallError(f"{self.file} is of another call, not the same in: {differ}; {self._anew}")
        return state

    @property
    def _anew(self) -> str:
        """What to do; the partial output beside the journal is no good without it."""
        left = " and ".join(str(file) for file in (self.file.with_suffix(".partial"), self.file) if file.exists())
        return f"remove {left} to start anew"

    def note(self, state: Json, *, now: bool = False) -> None:
        """How far it came, for another run to go on from; left out when the last entry is not old yet."""
        if now or time.monotonic() - self._noted > SELDOM:
            self._write(state)
            self._noted = time.monotonic()

    def _write(self, state: Json) -> None:
        """Whole or not at all, whatever happens meanwhile; raises Interrupted when there is no room for it."""
        beside = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps({"call": self._call, "state": state}), "utf-8")
            beside.replace(self.file)
        except OSError as error:
            raise Interrupted(f"{self.file} cannot be written: {error.strerror}") from None
        finally:
            beside.unlink(missing_ok=True)


def _changed(before: Json, now: Json) -> list[str]:
    """The names of the files that are not what they were, if they are still the same files."""
    if [name for name, *_ in before] != [name for name, *_ in now]:
        return []
    return [new[0] for old, new in zip(before, now, strict=True) if old != new]
