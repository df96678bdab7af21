"""A process that is killed in the middle of asking costs the fixture of its test and no other."""

import hashlib
import json
import shutil
import sys
from pathlib import Path

import pytest

from checkout_copy import Checkout, copied
from conftest import SUITE

KEPT = f"{SUITE.default.id}/name-length"
CARDS = (each.question.card for each in SUITE.fixtures() if f"/{KEPT}/" in each.path)
CHOSEN = hashlib.sha256(next(CARDS)).hexdigest()
KILLER = """
import base64, hashlib, json, os, signal, sys
from pathlib import Path

def is_first():
    try:
        Path({state!r}).touch(exist_ok=False)  # both workers may ask about the card at once
    except FileExistsError:
        return False
    return True

def judge(card):
    if hashlib.sha256(card).hexdigest() == {card!r} and is_first():
        os.kill(os.getppid(), signal.SIGKILL)
    return b"name" in card

sys.stdin.readline()
print(json.dumps({{"agentcard-conformance": 1}}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({{"id": asked["id"], "valid": judge(base64.b64decode(asked["card"]))}}), flush=True)
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with the fixtures of one requirement, one of which is a card to die on."""
    made = copied(tmp_path_factory.mktemp("checkout"))
    for folder in (made.root / "fixtures").glob("*/*/*"):
        if folder.is_dir() and not folder.match(KEPT):
            shutil.rmtree(folder)
    return made


def results(checkout: Checkout, folder: Path, *, killing: bool) -> tuple[int, dict[str, str]]:
    state = folder / "killed"
    if not killing:
        state.touch()
    (folder / "killer.py").write_text(KILLER.format(state=str(state), card=CHOSEN))
    report = folder / "report.json"
    spec = f"stream:{sys.executable} {folder / 'killer.py'}"
    done = checkout.pytest("-q", "-n", "2", "-k", "test_verdict", "--validator", spec, f"--report={report}")
    assert state.exists()
    return done.returncode, {path: each["got"] for path, each in json.loads(report.read_text())["results"].items()}


def test_a_killed_worker_costs_its_own_fixture_and_no_other(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    _, undisturbed = results(checkout, tmp_path / "a", killing=False)
    status, disturbed = results(checkout, tmp_path / "b", killing=True)
    lost = [path for path, got in disturbed.items() if got != undisturbed[path]]
    assert (status, len(lost), [disturbed[path] for path in lost]) == (1, 1, ["no-answer"])
    assert disturbed.keys() == undisturbed.keys()
