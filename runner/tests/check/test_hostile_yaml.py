"""No card in YAML costs more than 2 s of a processor and 200 MB, whatever is in it."""

from pathlib import Path

import pytest

from agentcard_conformance.model import Answer, Question
from agentcard_conformance.notations import LARGEST_READ
from conftest import REFERENCE, SUITE
from hostile_yaml import HOSTILE_YAML
from process_cost import cost

SECONDS, MEGABYTES = 2.0, 200
LARGEST_TEXT, LOOKED_AT_TWICE = 2**16 - 1000, 2**15 - 1000
"""Bytes: what the notation reads at most, and what the program looks at before it asks the reference."""

YAML_DIALECT = next(each for each in SUITE.dialects.values() if each.notation == "yaml_text")


@pytest.mark.parametrize("size", [LOOKED_AT_TWICE, 3_000])
@pytest.mark.parametrize("name", HOSTILE_YAML)
def test_any_text_is_judged(name: str, size: int) -> None:
    verdict = REFERENCE.judge([Question(HOSTILE_YAML[name](size), YAML_DIALECT.id)])[0]

    assert verdict.answer in (Answer.VALID, Answer.INVALID)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("size", [LARGEST_READ - 2_000, LARGEST_TEXT, LOOKED_AT_TWICE])
@pytest.mark.parametrize("name", HOSTILE_YAML)
def test_check_takes_any_text_within_its_bounds(name: str, size: int, tmp_path: Path) -> None:
    file = tmp_path / "card.kno"
    file.write_bytes(HOSTILE_YAML[name](size)[:LARGEST_READ])

    found = cost("check", "--dialect", YAML_DIALECT.id, str(file), folder=tmp_path, seconds=SECONDS)

    assert found.status in (0, 1)
    assert found.seconds <= SECONDS
    assert found.megabytes <= MEGABYTES
