"""How fast a dump of cards is checked, and whether its length or the size of a card matters, as ratios of one run."""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from typing import TypeAlias

import jsonschema_rs
import orjson
from measured import PROGRAM, ROUNDS, SURROUNDINGS, Line, at_least, medians, printed
from plausible import MadeUp, cards, made_up, write

from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.model import Question
from agentcard_conformance.reference import Reference

COUNT = 300_000
IN_MEMORY = 10_000
FEW, SOME, MANY = 10_000, 100_000, 1_000_000
NOTHING = 100_000
FEW_ROWS = 100
SMALL, LARGE = 1_000, 1_000_000

Comparison: TypeAlias = Callable[[MadeUp, Path], Line]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took."""

    seconds: float
    megabytes: float
    """At its largest, without its children."""


def cost(command: Sequence[str]) -> Cost:
    """Run it to its end, its output dropped; one that fails would cost next to nothing."""
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, SURROUNDINGS, file_actions=_nowhere())
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise RuntimeError(f"{' '.join(command)} failed; see what it says by hand")
    return Cost(time.perf_counter() - start, usage.ru_maxrss / 1024)


def _nowhere() -> list[tuple[int, int, str, int, int]]:
    return [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]


def times(commands: Sequence[Sequence[str]], rounds: int) -> list[float]:
    """The median time of each."""
    return medians([partial(_seconds, command) for command in commands], rounds)


def _seconds(command: Sequence[str]) -> float:
    return cost(command).seconds


def check(made: MadeUp, file: Path, jobs: int = 1) -> list[str]:
    """The command that checks a dump of a dialect."""
    return [
        PROGRAM,
        "check",
        "--jsonl",
        str(file),
        "--dialect",
        made.dialect.id,
        "--output",
        str(file.with_name("verdicts.jsonl")),
        "--jobs",
        str(jobs),
    ]


def written(made: MadeUp, folder: Path, count: int) -> Path:
    """A dump in a folder, made once."""
    file = folder / f"{made.dialect.id}-{count}.jsonl"
    return file if file.exists() else write(made, file, count)


def against_a_bare_loop(faulty: float, wanted: float) -> Comparison:
    """What all the rules and strictness cost, and telling what is wrong; the bare loop says yes or no."""

    def compared(made: MadeUp, _: Path) -> Line:
        lines = [line.rstrip() for line in cards(made, IN_MEMORY, faulty)]
        is_valid = jsonschema_rs.validator_for(made.dialect.schema, validate_formats=True).is_valid
        engine = FastReference(made.dialect)
        loops = (lambda: [is_valid(orjson.loads(card)) for card in lines], lambda: [*engine.assess_all(lines)])
        bare, ours = (min(column) for column in zip(*([_timed(loop) for loop in loops] for _ in range(9)), strict=True))
        measured = f"{1e6 * ours / IN_MEMORY:.1f} us against {1e6 * bare / IN_MEMORY:.1f} us a card"
        return at_least(f"cards/s, {faulty:.0%} wrong / of orjson + jsonschema-rs alone", bare / ours, wanted, measured)

    return compared


def _timed(loop: Callable[[], object]) -> float:
    start = time.perf_counter()
    loop()
    return time.perf_counter() - start


def against_the_reference(made: MadeUp, folder: Path) -> Line:
    """How much faster it is than `check` on the same cards."""
    dump = written(made, folder, COUNT)
    reference = Reference({made.dialect.id: made.dialect})
    with dump.open("rb") as file:
        few = [Question(next(file).rstrip(), made.dialect.id) for _ in range(2000)]
    start = time.perf_counter()
    reference.judge(few)
    each = (time.perf_counter() - start) / len(few)
    ours = times([check(made, dump)], 1)[0] / COUNT
    return at_least(
        "cards/s of check --jsonl / of the reference",
        each / ours,
        60,
        f"{1e6 * ours:.1f} us against {1e6 * each:.0f} us a card",
    )


def two_processes_against_one(made: MadeUp, folder: Path) -> Line:
    """What the second core is worth."""
    dump = written(made, folder, COUNT)
    one, two = times([check(made, dump), check(made, dump, jobs=2)], 3)
    return at_least("cards/s of --jobs 2 / --jobs 1", one / two, 1.6, _rates(two, one))


def _rates(ours: float, base: float) -> str:
    return f"{COUNT / ours:,.0f} against {COUNT / base:,.0f} cards/s"


def memory(made: MadeUp, folder: Path) -> Line:
    """Whether it grows with the number of cards."""
    few, many = (cost(check(made, written(made, folder, count))).megabytes for count in (FEW, MANY))
    return Line(
        f"memory at {MANY:,} cards / at {FEW:,}",
        f"{many:.0f} MB against {few:.0f} MB",
        many / few,
        "at most 1.1",
        many <= 1.1 * few,
    )


def memory_of_what_is_said(made: MadeUp, folder: Path) -> Line:
    """Whether it grows with what is wrong: of a card of two bytes 480 are said."""
    nothing = folder / "nothing.jsonl"
    nothing.write_bytes(b"{}\n" * NOTHING)
    usual, wrong = (cost(check(made, file)).megabytes for file in (written(made, folder, FEW), nothing))
    measured = f"{wrong:.0f} MB against {usual:.0f} MB"
    return Line(
        f"memory at {NOTHING:,} cards {{}} / at {FEW:,} usual ones",
        measured,
        wrong / usual,
        "at most 2",
        wrong <= 2 * usual,
    )


def growth_with_the_number_of_cards(made: MadeUp, folder: Path) -> Line:
    """Whether a card takes longer when there are more."""
    few, some, many = times([check(made, written(made, folder, count)) for count in (FEW, SOME, MANY)], 3)
    first, later = (some - few) / (SOME - FEW), (many - some) / (MANY - SOME)
    measured = f"{1e6 * later:.2f} us against {1e6 * first:.2f} us a card"
    return Line(
        f"a card up to {MANY:,} / up to {SOME:,}", measured, later / first, "at most 1.05", later <= 1.05 * first
    )


def growth_with_the_size(name: str, make: Callable[[int], bytes]) -> Comparison:
    """Whether a byte takes longer in a larger card."""

    def compared(made: MadeUp, _: Path) -> Line:
        engine = FastReference(made.dialect)
        small, large = make(SMALL), make(LARGE)
        times = [_best(engine, card) for card in (small, large)]
        exponent = log(times[1] / times[0]) / log(len(large) / len(small))
        measured = f"{1000 * times[0]:.3f} ms for {len(small):,} bytes, {1000 * times[1]:.1f} ms for {len(large):,}"
        return Line(f"{name}: time ~ size to the power of", measured, exponent, "at most 1.15", exponent <= 1.15)

    return compared


def _best(engine: FastReference, card: bytes) -> float:
    """The least of several times: what disturbs only adds."""
    return min(_timed(lambda: engine.assess(card)) for _ in range(ROUNDS + 1))


def small_row_groups(made: MadeUp, folder: Path) -> Line:
    """Whether a card in Parquet takes longer where its row group is small."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pa.table({"card": [card.rstrip().decode() for card in cards(made, IN_MEMORY)] * (SOME // IN_MEMORY)})
    commands = []
    for size in (FEW_ROWS, SOME):
        file = folder / f"{size}.parquet"
        pq.write_table(rows, file, row_group_size=size)
        commands.append([each if each != "--jsonl" else "--parquet" for each in check(made, file)])
    small, large = times(commands, 3)
    measured = f"{1e6 * small / SOME:.1f} us against {1e6 * large / SOME:.1f} us a card"
    what = f"a card of Parquet in row groups of {FEW_ROWS} / of {SOME:,}"
    return Line(what, measured, small / large, "at most 2", small <= 2 * large)


COMPARISONS: tuple[Comparison, ...] = (
    against_a_bare_loop(0, 0.8),
    against_a_bare_loop(0.02, 0.7),
    against_the_reference,
    two_processes_against_one,
    memory,
    memory_of_what_is_said,
    growth_with_the_number_of_cards,
    small_row_groups,
)


def main() -> None:
    """Print one line for each comparison, dialect by dialect."""
    for made in made_up():
        growth = [growth_with_the_size(name, make) for name, make in made.shapes.items()]
        print(made.dialect.id)
        with tempfile.TemporaryDirectory() as folder:
            printed([partial(compare, made) for compare in (*COMPARISONS, *growth)], Path(folder))


if __name__ == "__main__":
    main()
