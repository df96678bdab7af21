"""Adequacy finds the hole in a small corpus, and the card that closes it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.adequacy.equivalents import Equivalent
from agentcard_conformance.adequacy.measure import Adequacy, BreakageOutcome, Measurement, all_breakages, measure
from agentcard_conformance.adequacy.suggestions import Suggestion
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.parallel.engines.processes import run_isolated

pytestmark = pytest.mark.slow

HOLE = "schema /$defs/title-type/type widened by boolean"


def measured(root: Path, only: str, *entries: Equivalent, **more: Any) -> Adequacy:
    call = Measurement(read_suite(root), "", entries, Equivalent(only, ""), jobs=2)
    return measure(call._replace(**more), lambda _: None)


def surviving(found: Adequacy) -> list[str]:
    return [each.breakage.id for each in found.of(BreakageOutcome.SURVIVES)]


def suggested(root: Path) -> Suggestion:
    search = measured(root, HOLE).measured[0].search
    assert search and search.suggestion
    return search.suggestion


def listed(breakage: str, reason: str, *, contested: bool = False) -> Equivalent:
    return Equivalent(breakage, reason, contested, "note-1")


def test_a_type_that_no_fixture_has_is_the_hole(tiny: Path) -> None:
    found = measured(tiny, "schema /$defs/title-type/type widened by *")
    others = {f"schema /$defs/title-type/type widened by {name}" for name in ("null", "boolean", "array", "object")}
    assert set(surviving(found)) == others


def test_the_suggested_card_closes_the_hole(tiny: Path) -> None:
    suggestion = suggested(tiny)
    file = tiny / "fixtures" / suggestion.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(suggestion.card)
    assert surviving(measured(tiny, HOLE)) == []


def test_a_suggestion_lies_on_the_side_and_under_the_requirement_that_the_reference_says(tiny: Path) -> None:
    suggestion = suggested(tiny)
    assert suggestion.path.startswith("invalid/note-1/title-type/")


def test_a_breakage_that_is_listed_does_not_survive(tiny: Path) -> None:
    found = measured(tiny, HOLE, listed(HOLE, "for the test"))
    assert (found.is_complete, [each.outcome for each in found.measured]) == (True, [BreakageOutcome.EQUIVALENT])


def test_who_doubts_an_entry_gets_the_card_that_disproves_it(tiny: Path) -> None:
    assert surviving(measured(tiny, HOLE, listed(HOLE, "a lie"), doubt=True)) == [HOLE]


def test_what_is_contested_is_not_doubted(tiny: Path) -> None:
    assert surviving(measured(tiny, HOLE, listed(HOLE, "open", contested=True), doubt=True)) == []


def test_an_entry_that_names_nothing_that_survives_is_stale(tiny: Path) -> None:
    caught = listed("schema /$defs/title-type/type widened by number", "caught by now")
    owners = {each.owner for each in all_breakages(read_suite(tiny))}
    every = [*(Equivalent("*", "for the test", owner=owner) for owner in owners), caught]
    found = measure(Measurement(read_suite(tiny), equivalents=every), lambda _: None)
    assert (found.stale, found.is_complete) == ([caught], False)


def test_a_star_is_any_text_and_all_else_is_itself() -> None:
    entry = Equivalent("schema /$defs/*/pattern [0-9]* dropped", "")
    named = [entry.names("schema /$defs/a/b/pattern [0-9]* dropped"), entry.names("schema /$defs/a/pattern 7 dropped")]
    assert named == [True, False]


@pytest.mark.parametrize("change", ["off", "inverted"])
def test_a_rule_that_is_switched_off_or_inverted_is_noticed(tiny: Path, change: str) -> None:
    assert surviving(measured(tiny, f"rule text.is_visible at /title for title-visible {change}")) == []


def test_a_rule_that_no_fixture_breaks_is_not(tiny: Path) -> None:
    for invisible in ("valid/note-1/title-visible/blank.json", "contested/note-1/unicode-scalars/half-a-pair.json"):
        (tiny / "fixtures" / invisible).unlink()
    name = "rule text.is_visible at /title for title-visible off"
    assert surviving(measured(tiny, name)) == [name]


def test_a_reader_that_does_not_end_is_caught(tiny: Path) -> None:
    found = measured(tiny, "code notations.json_text.decoder _Reader._skip_comma_or: self._skip(',') -> self._skip('')")
    assert [each.outcome for each in found.measured] == [BreakageOutcome.CAUGHT]


def test_code_is_broken_in_memory_and_nowhere_else(tiny: Path, assess: Callable[[bytes], Any]) -> None:
    measured(tiny, "code rules.text is_visible: *")
    assert [each.requirement.id for each in assess(b'{"name": " "}').advice] == ["name-visible"]


def test_a_contested_fixture_notices_code_and_not_the_schema(tiny: Path) -> None:
    depth = "code notations.json_text.decoder MAX_DEPTH: MAX_DEPTH = 100 -> MAX_DEPTH = 101"
    assert surviving(measured(tiny, depth)) == []


def test_a_fixture_that_alone_catches_something_is_not_redundant(tiny: Path) -> None:
    found = measured(tiny, "schema /$defs/title-type/type widened by number")
    assert "invalid/note-1/title-type/number.json" not in found.redundant


def test_each_breakage_has_a_name_of_its_own(tiny: Path) -> None:
    names = [breakage.id for breakage in all_breakages(read_suite(tiny))]
    assert len(names) == len(set(names)) and all(map(str.isascii, names))


def test_work_that_takes_its_process_down_is_told_and_the_rest_is_done() -> None:
    def work(task: int) -> int:
        if task == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return task * task

    results = list(run_isolated(work, range(6), 2))
    assert [result.value for result in results] == [0, 1, 4, None, 16, 25]
    assert results[3].lost == "a process that judged cards was ended by signal 9"
    assert results[3].exit_status == -signal.SIGKILL
