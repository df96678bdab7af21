"""What the program costs as a process of its own, as the system counts it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from program_call import COMMAND, surroundings

ATTEMPTS = 4  # another program on the same core makes each instruction slower
READING = "import json; json.loads('[' + '1.5,' * 2_500_000 + '1.5]')"
USUAL = 0.25
"""Seconds that the standard library takes for that on a processor for which bounds are meant; on a slower one, cards
take longer, too."""

# A process counts as large as the one that started it was, and pytest grows: a small one stands between them.
BETWEEN = """
import json, os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
cost = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)
open(sys.argv[1], "w").write(json.dumps(cost))
"""


class Cost(NamedTuple):
    """What a process took of a processor, and of memory at its most."""

    seconds: float
    megabytes: float
    status: int


def run(command: Sequence[str], folder: Path) -> Cost:
    """What a command costs; it reads and writes files of the folder."""
    given, out, errors = (folder / name for name in ("stdin", "stdout", "stderr"))
    given.touch()
    between = [sys.executable, "-c", BETWEEN, os.fspath(folder / "cost"), *command]
    with given.open("rb") as stdin, out.open("wb") as stdout, errors.open("wb") as stderr:
        subprocess.run(between, stdin=stdin, stdout=stdout, stderr=stderr, env=surroundings(), check=True)
    return Cost(*json.loads((folder / "cost").read_text()))


def cost(*arguments: str, folder: Path, seconds: float) -> Cost:
    """What the program costs, and if that is too much at first, in seconds of a processor of the usual speed."""
    found = run([*COMMAND, *arguments], folder)
    for _ in range(ATTEMPTS):
        if found.seconds <= seconds:
            break
        slower = max(1.0, run([sys.executable, "-c", READING], folder).seconds / USUAL)
        found = run([*COMMAND, *arguments], folder)
        found = found._replace(seconds=found.seconds / slower)
    return found
