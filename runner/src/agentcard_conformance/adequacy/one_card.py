"""What one fixture adds to a corpus: the breakages that it notices, and among them those that no other card does."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.catching import CatcherSearch
from agentcard_conformance.adequacy.decoded_cards import DecodedFixtures
from agentcard_conformance.adequacy.measure import Measurement, Progress, all_breakages, try_each
from agentcard_conformance.model import Fixture
from agentcard_conformance.schema_engine.engine import deep_recursion

_FORMAT = 1


class AddedByCard(NamedTuple):
    """What a fixture notices."""

    fixture: Fixture
    tried: int
    noticed: Sequence[Breakage]
    alone: Sequence[Breakage]
    """Those that no other fixture notices."""


def measure_card(asked: Measurement, path: str, progress: Progress) -> AddedByCard:
    """First the card is tried alone, and with what it notices all others."""
    with deep_recursion():
        return _measure_card(asked, path, progress)


def added_text(found: AddedByCard) -> str:
    """The names of what it alone notices, and one closing line."""
    lines = [f"alone: {each.id}" for each in found.alone]
    counts = f"notices {len(found.noticed)} of {found.tried} breakages, {len(found.alone) or 'none'} of them alone"
    return "".join(f"{line}\n" for line in [*lines, f"fixtures/{found.fixture.path} {counts}"])


def added_json(found: AddedByCard) -> str:
    """One object, in ASCII, described by schema/suite/adequacy-of-card.schema.json."""
    document = {
        "format": _FORMAT,
        "suite": __version__,
        "fixture": found.fixture.path,
        "tried": found.tried,
        "noticed": [each.id for each in found.noticed],
        "alone": [each.id for each in found.alone],
    }
    return json.dumps(document, indent=2) + "\n"


def _measure_card(asked: Measurement, path: str, progress: Progress) -> AddedByCard:
    fixture = asked.suite.fixture(path)
    breakages = all_breakages(asked.suite, fixture.dialect, asked.only)
    noticed = list(_noticed(asked, [fixture], breakages, "{} of {} breakages", progress))
    others = [each for each in asked.suite.fixtures() if each.path != fixture.path]
    by_others = set(_noticed(asked, others, noticed, "other cards: {} of {}", progress))
    return AddedByCard(fixture, len(breakages), noticed, [each for each in noticed if each not in by_others])


def _noticed(
    asked: Measurement, fixtures: Sequence[Fixture], breakages: Sequence[Breakage], line: str, progress: Progress
) -> Iterator[Breakage]:
    """Those that some of the fixtures notice, or that end with no answer in the time there is."""
    cards = _decoded(asked, fixtures, breakages)
    results = try_each(CatcherSearch(cards, 2).catchers, breakages, asked.jobs, line, progress)
    for breakage, result in zip(breakages, results, strict=True):
        if result.lost or result.get():
            yield breakage


def _decoded(
    asked: Measurement, fixtures: Sequence[Fixture], breakages: Sequence[Breakage]
) -> Mapping[str, DecodedFixtures]:
    names = dict.fromkeys(name for breakage in breakages for name in breakage.dialects)
    return {
        name: DecodedFixtures(asked.suite.dialects[name], [each for each in fixtures if each.dialect == name])
        for name in sorted(names)
    }
