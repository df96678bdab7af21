"""Cards made for the present time, for a validator that cannot be told another one."""

import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.minting.recipes import CLOCK, fixture_at, has_recipes
from agentcard_conformance.model import Fixture
from agentcard_conformance.reference import Reference

_STEADY = 240
"""Seconds within which a run should have asked about a card, and no verdict may change."""


class PresentFixtures(NamedTuple):
    """Fixtures for the present time."""

    fixtures: tuple[Fixture, ...]
    left_out: int
    """How many are not asked, since minutes later another verdict is right."""


def at_present_time(suite: Suite, fixtures: Iterable[Fixture]) -> PresentFixtures:
    """In the same order, those of dialects with recipes and a clock made anew, and all others as they are."""
    fixtures = tuple(fixtures)
    kept = tuple(_made_anew(suite, fixtures, int(time.time())))
    return PresentFixtures(kept, len(fixtures) - len(kept))


def _made_anew(suite: Suite, fixtures: Iterable[Fixture], now: int) -> Iterator[Fixture]:
    reference = Reference(suite.dialects)
    minted = {name for name, dialect in suite.dialects.items() if has_recipes(suite, dialect)}
    for fixture in fixtures:
        made = fixture_at(suite, fixture, now) if fixture.dialect in minted else fixture
        if made is fixture or _is_steady(reference, made):
            yield made


def _is_steady(reference: Reference, fixture: Fixture) -> bool:
    question = fixture.question
    later = question._replace(context={**question.context, CLOCK: question.context[CLOCK] + _STEADY})
    first, second = reference.judge([question, later])
    return first.answer is second.answer
