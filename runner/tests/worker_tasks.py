"""What other processes are given to do: they import it by its name, from whatever folder pytest was started in."""

import os
import signal
import time

from agentcard_conformance.errors import SuiteError


def slow_first(part: int) -> int:
    """The later a part, the sooner it is done."""
    time.sleep(0.02 if part % 4 == 0 else 0)
    return part


def refuse_thirteen(part: int) -> int:
    if part == 13:
        raise SuiteError("schema", "is wrong")
    return part


def die_of_thirteen(part: int) -> int:
    if part == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return part


def late_first(part: int) -> int:
    time.sleep(0.3 if part == 0 else 0)
    return part


def own_number(part: int) -> int:
    time.sleep(0.01)
    return os.getpid()
