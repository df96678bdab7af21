"""The cards that the bench reads: of each dialect those that the file of its name in `cards` makes."""

import json
import random
import runpy
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Dialect
from agentcard_conformance.notations.json_text.fast_reader import NOTATION

CARDS = Path(__file__).parent / "cards"


class MadeUp(NamedTuple):
    """What makes cards of a dialect."""

    dialect: Dialect
    plausible: Callable[[random.Random], Any]
    faults: Sequence[Callable[[Any], object]]
    """Each spoils a plausible card in one way."""
    shapes: Mapping[str, Callable[[int], bytes]]
    """Cards of a number of bytes, roughly: what grows in each."""


def made_up() -> list[MadeUp]:
    """For each dialect that the bulk engine reads; one without a file is named."""
    dialects = [dialect for dialect in read_suite().dialects.values() if dialect.notation == NOTATION]
    files = {dialect.id: CARDS / f"{dialect.id}.py" for dialect in dialects}
    for file in files.values():
        if not file.exists():
            print(f"not measured, since there is no {file}")
    return [_read(dialect, files[dialect.id]) for dialect in dialects if files[dialect.id].exists()]


def _read(dialect: Dialect, file: Path) -> MadeUp:
    made = runpy.run_path(str(file))
    return MadeUp(dialect, made["plausible"], made["FAULTS"], made["shapes"]())


def cards(made: MadeUp, count: int, faulty: float = 0.02, seed: int = 7) -> Iterator[bytes]:
    """Lines of a dump; about this share of them is wrong in one of the ways that there are."""
    draw = random.Random(seed)
    for _ in range(count):
        card = made.plausible(draw)
        if draw.random() < faulty:
            draw.choice(made.faults)(card)
        yield json.dumps(card, separators=(",", ":")).encode() + b"\n"


def write(made: MadeUp, file: Path, count: int, distinct: int = 10_000) -> Path:
    """A dump; making a card takes longer than checking one, so the same ones come again."""
    some = list(cards(made, min(count, distinct)))
    with file.open("wb") as dump:
        for start in range(0, count, len(some)):
            dump.writelines(some[: count - start])
    return file
