"""Holds the bulk engine to the reference, on as many mutants of each dialect and mutator as wanted.

Each mutant on which it differs is printed.
"""

import sys
from argparse import ArgumentParser
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.notations.json_text.fast_reader import NOTATION

sys.path.append(str(Path(__file__).parents[1] / "tests"))

CHUNK = 10_000
FIRST = 1_000_000


from card_mutants import MUTATORS, compared  # noqa: E402  # the tests are found only now


def differences(part: tuple[str, str, int]) -> list[str]:
    """What the two say of the mutants of a mutator, a dialect and a seed, where it is not the same."""
    mutator, name, seed = part
    suite = read_suite()
    return [f"{mutator}, seed {seed}: {each}" for each in compared(suite, suite.dialects[name], seed, CHUNK, mutator)]


def main() -> int:
    """Seeds are spread; they are not those of the project's tests."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="mutants of each mutator")
    parser.add_argument("--mutator", choices=MUTATORS, action="append", help="all, unless some are named")
    parser.add_argument("--dialect", action="append", help="all in JSON, unless some are named")
    parser.add_argument("--jobs", type=int, default=2)
    call = parser.parse_args()
    seeds = range(FIRST, FIRST + -(-call.count // CHUNK))
    in_json = [name for name, dialect in read_suite().dialects.items() if dialect.notation == NOTATION]
    parts = [*product(call.mutator or MUTATORS, call.dialect or in_json, seeds)]
    found = 0
    with get_context("spawn").Pool(call.jobs) as pool:
        for done, differing in enumerate(pool.imap(differences, parts), 1):
            found += len(differing)
            print(*differing, sep="\n", end="\n" * bool(differing))
            print(f"{done * CHUNK:,} of {len(parts) * CHUNK:,} mutants, {found} differences", file=sys.stderr)
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
