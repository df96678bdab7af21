"""Does the bulk engine say what the reference says, of as many mutants as wanted? Each one it differs on is printed."""

import sys
from argparse import ArgumentParser
from multiprocessing import get_context
from pathlib import Path

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.reference import Reference

sys.path.append(str(Path(__file__).parents[1] / "tests"))

CHUNK = 2000
FIRST = 1_000_000


def differences(seed: int) -> list[str]:
    """What the two say of the mutants of one seed, where it is not the same."""
    from card_mutants import compared

    suite = read_suite()
    return [*compared(FastReference(suite.default), Reference(suite.dialects), suite, seed, CHUNK)]


def main() -> int:
    """Seeds are spread; they are not those of the project's tests."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    call = parser.parse_args()
    seeds = range(FIRST, FIRST + -(-call.count // CHUNK))
    found = 0
    with get_context("spawn").Pool(call.jobs) as pool:
        for done, differing in enumerate(pool.imap(differences, seeds), 1):
            found += len(differing)
            print(*differing, sep="\n", end="\n" * bool(differing))
            print(f"{done * CHUNK:,} of {len(seeds) * CHUNK:,} mutants, {found} differences", file=sys.stderr)
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
