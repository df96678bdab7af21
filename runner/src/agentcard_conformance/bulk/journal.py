"""How far did an interrupted run come, and is this call the one that it was?"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json
from agentcard_conformance.spread import Interrupted

FORMAT = 1
FILES = "files"
"""The word of a call for what was read: lists of a name, and whatever changes when the file of that name does."""


class Journal:
    """A small file beside an output that is not whole yet."""

    def __init__(self, file: Path, call: Mapping[str, Json]) -> None:
        """The call is all that the output depends on, by words that stand in the sentence when it is another one."""
        self.file = file
        self._call = json.loads(json.dumps({"form of the journal": FORMAT, **call}))

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
            raise CallError(f"{self.file} is no journal; remove it, and what it stands beside, to start anew") from None
        if changed:
            raise CallError(f"{', '.join(changed)} changed since {self.file} was written; remove it to start anew")
        if other:
            differ = ", ".join(other)
            raise CallError(f"{self.file} is of another call, not the same in: {differ}; remove it to start anew")
        return state

    def write(self, state: Json) -> None:
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
