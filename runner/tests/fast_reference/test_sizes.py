"""The bulk engine says what the reference says of a card that is large, deep, or wrong all over."""

import gc
import subprocess
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.reference.dialect_judge import MOST_FAULTS
from agreement import ENGINE, agree, written
from conftest import SUITE
from program_call import surroundings

DEEP = 99
T = TypeVar("T")


def deeper(frames: int, what: Callable[[], T]) -> T:
    """The outcome of a call made so many frames further down."""
    return deeper(frames - 1, what) if frames else what()


@pytest.mark.parametrize(
    "spoilt",
    [
        {"capabilities": [{"id": 7}] * (MOST_FAULTS + 5)},
        {"capabilities": [{"id": "no"}] * (MOST_FAULTS + 5), "version": 1},
        {
            "capabilities": [
                {"id": "a.b.c", "input_schema": {"properties": {f"p{n}": {"type": 7} for n in range(1200)}}}
            ]
        },
        {"capabilities": [{"id": "a.b.c", "input_schema": {"required": [2**64, 2**64 + 1]}}]},
        {"metadata": {f"pacr:{number}": 1 for number in range(MOST_FAULTS + 5)}},
    ],
    ids=["schema", "rules", "a schema in a card", "integers beyond 64 bits", "one rule"],
)
def test_of_very_many_findings_the_same_are_kept(card: Any, spoilt: Any) -> None:
    assert agree(SUITE.default, written(card | spoilt))


MANY_MEMBERS = """
from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.corpus import read_suite

wrong = ",".join(f'"p{number}":7' for number in range(1200))
card = f'{{"capabilities":[{{"input_schema":{{"properties":{{{wrong}}}}}}}]}}'
found = FastReference(read_suite().default).assess(card.encode())
print(*[each.pointer for each in found.violations])
"""


def test_of_very_many_findings_every_process_keeps_the_same() -> None:
    command = [sys.executable, "-c", MANY_MEMBERS]
    first, second = (
        subprocess.run(command, env=surroundings(PYTHONHASHSEED=seed), stdout=subprocess.PIPE, check=True).stdout
        for seed in "12"
    )

    assert first.count(b"/p") > 100 and first == second


@pytest.mark.parametrize("innermost", [{"type": "object"}, {"type": 7}, {"required": [1]}])
def test_a_schema_as_deep_as_a_card_may_be_is_walked(card: Any, innermost: Any) -> None:
    for _ in range(DEEP - 4):
        innermost = {"not": innermost}
    card["capabilities"][0]["input_schema"] = innermost
    limit = sys.getrecursionlimit()

    assert agree(SUITE.default, written(card)) and sys.getrecursionlimit() == limit


def test_a_deep_card_is_walked_on_top_of_a_deep_stack(card: Any) -> None:
    innermost: Any = {"required": [1]}
    for _ in range((DEEP - 4) // 2):
        innermost = {"properties": {"x": innermost}}
    text = written(card | {"capabilities": [{"id": "a.b.c", "description": "d", "input_schema": innermost}]})

    assert len(deeper(600, lambda: ENGINE.assess(text)).violations) == 1


@pytest.mark.parametrize("on", [True, False])
def test_a_large_card_leaves_the_collector_as_it_was(card: Any, on: bool) -> None:
    was = gc.isenabled()
    (gc.enable if on else gc.disable)()
    ENGINE.assess(written(card | {"metadata": {"x": "y" * LARGE}}))
    is_on = gc.isenabled()
    (gc.enable if was else gc.disable)()

    assert is_on == on
