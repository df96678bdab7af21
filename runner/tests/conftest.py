"""What many tests start from: the real suite, the reference, a good card, and a suite small enough to break."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.model import Assessment, Question
from agentcard_conformance.reference import Reference

DATA = Path(__file__).parent / "data"
SUITE = read_suite()
REFERENCE = Reference(SUITE.dialects)

GOOD_CARD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [{"id": "tool.web_search", "description": "Searches the public web."}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/search"},
}


@pytest.fixture(scope="session")
def suite() -> Suite:
    """The suite of this checkout."""
    return SUITE


@pytest.fixture(scope="session")
def assess() -> Callable[[bytes], Assessment]:
    """What the reference says of the bytes of a card of the default dialect."""
    return lambda card: REFERENCE.assess(Question(card, SUITE.default.id))


@pytest.fixture
def card() -> Any:
    """A card that meets every requirement and gets no advice; each test has its own to spoil."""
    return json.loads(json.dumps(GOOD_CARD))


@pytest.fixture(scope="session")
def small() -> Suite:
    """A suite of one dialect, eleven requirements and sixteen cards, to be read and not changed."""
    return read_suite(DATA / "tiny-suite")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The same in a folder of its own, to be spoilt; there is nothing amiss with it."""
    root = shutil.copytree(DATA / "tiny-suite", tmp_path / "tiny-suite")
    shutil.copytree(SUITE.root / "schema" / "suite", root / "schema" / "suite")
    return root


@pytest.fixture
def rewrite(tiny: Path) -> Callable[[str, Callable[[Any], object]], None]:
    """Changes the value of one of the tiny suite's JSON files."""

    def change(file: str, spoil: Callable[[Any], object]) -> None:
        value = json.loads((tiny / file).read_text("utf-8"))
        spoil(value)
        (tiny / file).write_text(json.dumps(value), "utf-8")

    return change
