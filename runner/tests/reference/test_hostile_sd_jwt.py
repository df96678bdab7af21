"""No SD-JWT costs more than 2 s of a processor and 200 MB, whatever is in it, and each has a verdict."""

import sys
import time
from pathlib import Path

import pytest

from agentcard_conformance.model import Answer, Question
from conftest import REFERENCE, SUITE
from hostile_sd_jwt import HOSTILE_SD_JWT, card
from process_cost import run

SECONDS, MEGABYTES = 2.0, 200
DIALECT = next(each for each in SUITE.dialects.values() if each.notation == "sd_jwt")
CONTEXT = SUITE.default_context(DIALECT)

ALL_OF_THEM = """
from hostile_sd_jwt import HOSTILE_SD_JWT
from agentcard_conformance.notations.sd_jwt import inspect
from test_hostile_sd_jwt import ask
for make in HOSTILE_SD_JWT.values():
    ask(make()), list(inspect(make()))
"""


def ask(text: bytes) -> Answer:
    return REFERENCE.judge([Question(text, DIALECT.id, CONTEXT)])[0].answer


@pytest.mark.parametrize("name", HOSTILE_SD_JWT)
def test_any_card_is_refused_in_time(name: str) -> None:
    text = HOSTILE_SD_JWT[name]()

    begin = time.process_time()
    answer = ask(text)

    assert answer is Answer.INVALID
    assert time.process_time() - begin < SECONDS


def test_all_of_them_together_take_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(__file__).parent
    monkeypatch.setenv("PYTHONPATH", f"{here}:{here.parent}")

    found = run([sys.executable, "-c", ALL_OF_THEM], tmp_path)

    assert found.status == 0
    assert found.megabytes < MEGABYTES


def test_a_thousand_contested_findings_hide_no_wrong_signature() -> None:
    example = (SUITE.root / "schema" / DIALECT.id / f"example.{DIALECT.extension}").read_bytes()
    claims = REFERENCE.assess(Question(example, DIALECT.id, CONTEXT)).value["issuer"]["payload"]
    odd_digests = [str(number) for number in range(3_000)]

    found = REFERENCE.assess(Question(card({**claims, "_sd": odd_digests}), DIALECT.id, CONTEXT))

    assert "issuer-signature" in {each.requirement.id for each in found.violations}
