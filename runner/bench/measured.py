"""What is measured, and how it is told."""

import os
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

ROUNDS = 5
SCRIPTS = Path(sysconfig.get_path("scripts"))
SURROUNDINGS = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Users have compiled modules; where the variable is set, each start would compile all that was not installed."""

PROGRAM = str(SCRIPTS / "agentcard-conformance")


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison."""

    what: str
    measured: str
    ratio: float
    wanted: str
    well: bool


def seconds(command: Sequence[str], folder: Path) -> float:
    """How long a process takes; its exit status is not looked at, its output is dropped."""
    start = time.perf_counter()
    subprocess.run(
        command, cwd=folder, env=SURROUNDINGS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - start


def side_by_side(commands: Sequence[Sequence[str]], folder: Path, rounds: int = ROUNDS) -> list[float]:
    """The median time of each."""
    return medians([partial(seconds, command, folder) for command in commands], rounds)


def medians(measures: Sequence[Callable[[], float]], rounds: int) -> list[float]:
    """The median of each, every round taking all of them once, after one round that warms the caches."""
    taken = [[measure() for measure in measures] for _ in range(rounds + 1)][1:]
    return [median(column) for column in zip(*taken, strict=True)]


def at_most(what: str, ours: float, base: float, limit: float) -> Line:
    """A time against another."""
    ratio = ours / base
    measured = f"{ours * 1000:.0f} ms against {base * 1000:.0f} ms"
    return Line(what, measured, ratio, f"at most {limit}", ratio <= limit)


def at_least(what: str, ratio: float, limit: float, measured: str) -> Line:
    """How many times as fast."""
    return Line(what, measured, ratio, f"at least {limit}", ratio >= limit)


def printed(lines: Iterable[Callable[[Path], Line]], folder: Path) -> None:
    """One line for each comparison, as soon as it is made."""
    for compare in lines:
        line = compare(folder)
        mark = "well" if line.well else "OVER"
        print(f"{mark}  {line.what}: {line.ratio:.2f} (wanted {line.wanted}; {line.measured})", flush=True)
